import { expect, test } from 'vitest'
import { hideContacts } from './contacts.rules.ts'

test.each([
  ['联系 13800138000 预约', '联系 （登录后可见） 预约'],
  ['电话：138-0013-8000，或 +86 138 0013 8000', '电话：（登录后可见），或 （登录后可见）'],
  ['值班 010-62781234；025 83591234；62781234', '值班 （登录后可见）；（登录后可见）；（登录后可见）'],
  ['邮件 wang.li@univ.edu.cn。', '邮件 （登录后可见）。'],
])('hides how to reach somebody: %s', (text, shown) => expect(hideContacts(text)).toBe(shown))

test.each([
  null,
  '',
  '分辨率 0.8 nm @ 15 kV，10–2000 nm',
  '放大 20–1000000 倍',
  '2024-05-06 起',
  '资产编号 SB20240001',
])('leaves everything else: %s', (text) => expect(hideContacts(text)).toBe(text))

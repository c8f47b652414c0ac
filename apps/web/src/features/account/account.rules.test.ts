import { describe, expect, it } from 'vitest'
import { nameDevice, greetingAt } from './account.rules.ts'

describe('nameDevice', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome（Windows）',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge（Windows）',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari（iPhone）',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; PLK110) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.60',
      '微信（Android）',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox（Linux）'],
    ['curl/8.5.0', '未知设备'],
    [null, '未知设备'],
  ])('%s', (userAgent, words) => expect(nameDevice(userAgent)).toBe(words))
})

it('greets by the hour', () => {
  expect([0, 5, 10, 11, 13, 17, 18, 23].map(greetingAt)).toEqual([
    '夜深了',
    '上午好',
    '上午好',
    '中午好',
    '下午好',
    '下午好',
    '晚上好',
    '晚上好',
  ])
})

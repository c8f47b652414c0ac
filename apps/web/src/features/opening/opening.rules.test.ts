import { expect, it } from 'vitest'
import { checklist } from './opening.rules.ts'
import { openingTag } from './opening.words.ts'

const base = {
  device: { shared: true },
  settings: { enabled: true },
  windows: [{ enabled: true }],
  exceptions: [],
}

it('calls open only what takes bookings', () => {
  const tag = (more: Partial<Parameters<typeof openingTag>[0]>) => openingTag({ ...base, ...more }).text
  expect(tag({})).toBe('开放中')
  expect(tag({ device: { shared: false } })).toBe('未共享，不接受预约')
  expect(tag({ settings: null, device: { shared: false } })).toBe('未开放')
  expect(tag({ settings: { enabled: false } })).toBe('已停用')
  expect(tag({ windows: [{ enabled: false }] })).toBe('未设开放时段')
  expect(tag({ windows: [], exceptions: [{ deviceId: 1, open: true }] })).toBe('开放中')
})

it('says what is missing for bookings, and what only has a rule of its own', () => {
  const lacking = (o: Parameters<typeof checklist>[0], prices?: number, reviewers?: number) =>
    checklist(o, prices, reviewers).flatMap((c) =>
      c.done ? [] : [`${c.must ? '必须' : '可选'} ${c.label}：${c.text}`],
    )
  expect(lacking(base, 1, 2)).toEqual([])
  expect(lacking({ ...base, device: { shared: false }, windows: [] }, 0, 0)).toEqual([
    '必须 共享：未共享，不接受预约',
    '必须 时段：未设置，没有可约的时间',
    '可选 收费：未设置，使用不收费',
    '可选 审核员：未设置，由实验室主任审核',
  ])
  expect(lacking({ ...base, settings: null })).toEqual(['必须 开放：尚未保存开放设置'])
})

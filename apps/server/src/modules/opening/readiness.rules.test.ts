import { expect, test } from 'vitest'
import { hasOpenTime, judgeReadiness, listChecks, type Setup } from './readiness.rules.ts'

const rate = { unitFen: 100, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
const ready: Setup = {
  status: 'normal',
  shared: true,
  labEnabled: true,
  scrapping: false,
  opening: {
    enabled: true,
    selfOperated: true,
    sampleDelivery: false,
    admittedTiers: ['campus', 'school', 'company'],
  },
  hasTime: true,
  plans: [{ basis: 'per_time', rates: { campus: rate } }],
  reviewers: 2,
}
const opening = (more: Partial<NonNullable<Setup['opening']>>) => ({
  opening: ready.opening && { ...ready.opening, ...more },
})
const makeText = (more: Partial<Setup>) => judgeReadiness({ ...ready, ...more }).text

test('calls open only what somebody could book', () => {
  expect(judgeReadiness(ready)).toEqual({ bookable: true, opened: true, text: '开放中' })
  expect(makeText({ shared: false })).toBe('未共享，不接受预约')
  expect(makeText({ opening: null })).toBe('未开放')
  expect(makeText(opening({ enabled: false }))).toBe('已停用')
  expect(makeText({ status: 'broken' })).toBe('暂不接受预约')
  expect(makeText({ labEnabled: false })).toBe('暂不接受预约')
  expect(makeText({ scrapping: true })).toBe('暂不接受预约')
  expect(makeText({ hasTime: false })).toBe('没有可约的时间')
  expect(makeText(opening({ selfOperated: false }))).toBe('未开放')
  // Samples are accepted at any time.
  expect(makeText({ hasTime: false, ...opening({ sampleDelivery: true }) })).toBe('开放中')
  // Free use needs no price; a price without a rate for anyone admitted serves nobody.
  expect(makeText({ plans: [] })).toBe('开放中')
  expect(makeText(opening({ admittedTiers: ['company'] }))).toBe('没有适用的价格')
  expect(makeText({ plans: [{ basis: 'per_time', rates: { dept: rate } }] })).toBe('开放中')
  expect(makeText({ reviewers: 0 })).toBe('开放中')
})

test('says what is missing, and what only has a rule of its own', () => {
  const lacking = (more: Partial<Setup>) =>
    listChecks({ ...ready, ...more }).flatMap((c) =>
      c.done ? [] : [`${c.must ? '必须' : '可选'} ${c.key} ${c.text}`],
    )
  expect(lacking({})).toEqual([])
  expect(lacking({ shared: false, hasTime: false, plans: [], reviewers: 0 })).toEqual([
    '必须 shared 未共享，不接受预约',
    '必须 hours 没有可约的时间',
    '可选 prices 未设定，使用不收费',
    '可选 reviewers 未指定，由实验室主任审核',
  ])
  expect(lacking({ opening: null })).toEqual(['必须 settings 尚未保存开放设置'])
  expect(lacking({ status: 'maintenance' })).toEqual(['必须 device 维护中，暂不接受预约'])
})

test('open time lasts as long as the shortest booking, within the days that can be booked', () => {
  const monday = {
    weekday: 1,
    fromMinute: 540,
    toMinute: 600,
    validFrom: null,
    validTo: null,
    enabled: true,
  }
  const zone = 'Asia/Shanghai'
  const span = { from: new Date('2026-03-03T00:00:00+08:00'), to: new Date('2026-04-02T00:00:00+08:00') }
  const has = (windows: (typeof monday)[], minutes = 30) =>
    hasOpenTime({ windows, exceptions: [], zone }, span, minutes)
  expect(has([monday])).toBe(true)
  expect(has([monday], 120)).toBe(false)
  expect(has([{ ...monday, enabled: false }])).toBe(false)
  expect(has([])).toBe(false)
  // After the first week.
  const later = { ...monday, validFrom: '2026-03-20' as never }
  expect(has([later])).toBe(true)
  expect(has([{ ...monday, validTo: '2026-03-01' as never }])).toBe(false)
  // Extra hours are read without an end, so that those after the last bookable day must not count.
  const extra = (day: string) => {
    const hours = { deviceId: 1, firstDay: day, lastDay: day, open: true, fromMinute: 540, toMinute: 600 }
    return hasOpenTime({ windows: [], exceptions: [{ ...hours, reason: '加开' }], zone }, span, 30)
  }
  expect(extra('2026-04-01')).toBe(true)
  expect(extra('2026-04-02')).toBe(false)
})

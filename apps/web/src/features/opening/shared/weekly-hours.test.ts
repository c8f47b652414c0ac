import { expect, it } from 'vitest'
import { weekText, windowsOn } from './weekly-hours.ts'

const window = (weekday: number, from: number, to: number, enabled = true) => ({
  weekday,
  fromMinute: from * 60,
  toMinute: to * 60,
  validFrom: null,
  validTo: null,
  enabled,
})

it('days with the same hours are said together', () => {
  const workdays = [1, 2, 3, 4, 5].flatMap((d) => [window(d, 14, 18), window(d, 8, 12)])
  expect(weekText([...workdays, window(6, 9, 12)])).toBe(
    '周一至周五 08:00–12:00、14:00–18:00；周六 09:00–12:00',
  )
  expect(weekText([1, 2, 3, 4, 5, 6, 7].map((d) => window(d, 0, 24)))).toBe('每天 00:00–24:00')
  expect(weekText([window(1, 8, 12), window(2, 8, 12), window(4, 8, 12)])).toBe(
    '周一、周二、周四 08:00–12:00',
  )
})
it('what is switched off is not said', () => {
  expect(weekText([window(1, 8, 12, false)])).toBe('')
})
it('what is over or not yet valid does not count', () => {
  const on = (validFrom: string | null, validTo: string | null) =>
    windowsOn([{ ...window(1, 8, 12), validFrom, validTo }], '2026-11-21').length
  expect([
    on(null, '2026-11-20'),
    on('2026-11-22', null),
    on('2026-11-21', '2026-11-21'),
    on(null, null),
  ]).toEqual([0, 0, 1, 1])
})
it('hours that touch are said as one', () => {
  expect(weekText([window(1, 0, 8), window(1, 22, 24), window(1, 8, 22)])).toBe('周一 00:00–24:00')
})

import { expect, it } from 'vitest'
import { weekLines, weekOf } from './hours.rules.ts'

const window = (weekday: number, fromMinute: number, toMinute: number, more = {}) => ({ weekday, fromMinute, toMinute, validFrom: null, validTo: null, enabled: true, ...more })
const said = (...windows: ReturnType<typeof window>[]) => weekLines(weekOf(windows, '2026-11-21')).map((l) => `${l.days} ${l.hours}`)

it('takes neighbouring days with equal hours together', () => {
  expect(said(...[1, 2, 3, 4, 5].map((d) => window(d, 480, 1320)), window(6, 540, 1020))).toEqual(['周一至周五 08:00–22:00', '周六 09:00–17:00'])
  expect(said(...[1, 2, 3, 4, 5, 6, 7].map((d) => window(d, 0, 1440)))).toEqual(['每天 00:00–24:00'])
  expect(said(window(1, 480, 720), window(3, 480, 720))).toEqual(['周一 08:00–12:00', '周三 08:00–12:00'])
})
it('says the hours of one day in their order', () => {
  expect(said(window(2, 840, 1080), window(2, 480, 720))).toEqual(['周二 08:00–12:00、14:00–18:00'])
})
it('counts only what is switched on and valid on the day', () => {
  expect(said(window(1, 480, 720, { enabled: false }), window(2, 480, 720, { validTo: '2026-11-20' }), window(3, 480, 720, { validFrom: '2026-11-22' }))).toEqual([])
})

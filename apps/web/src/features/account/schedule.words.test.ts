import { expect, test } from 'vitest'
import { nameStanding } from './schedule.words.ts'

const at = (clock: string) => `2026-11-27T${clock}:00+08:00`
const noon = Date.parse(at('12:00'))
const booked = (state: 'awaiting_use' | 'in_use', from: string, to: string) => ({
  state,
  startAt: at(from),
  endAt: at(to),
})

test('today by the clock: running, over its time, not come, still to come', () => {
  const day = [
    booked('in_use', '11:00', '13:00'),
    booked('in_use', '09:00', '11:30'),
    booked('awaiting_use', '11:30', '14:00'),
    booked('awaiting_use', '15:00', '16:00'),
  ]
  expect(day.map((b) => nameStanding(b, noon).text)).toEqual([
    '使用中',
    '超时未结束',
    '未按时开始',
    '未到时间',
  ])
})

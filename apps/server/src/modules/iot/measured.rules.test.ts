import { expect, test } from 'vitest'
import { chooseTable, findHours, findSearched } from './measured.rules.ts'

const at = (time: string) => new Date(`2026-05-04T${time}Z`)
const none = { enteredAt: null, poweredFrom: null, poweredTo: null, ranFrom: null, ranTo: null }

test('hours are those in which current flowed, else those with power, in whole minutes', () => {
  const powered = { ...none, poweredFrom: at('08:58:20'), poweredTo: at('11:15:40') }
  expect(findHours(powered)).toEqual({ from: at('08:58:00'), to: at('11:15:00') })
  expect(findHours({ ...powered, ranFrom: at('09:10:05'), ranTo: at('10:40:59') })).toEqual({
    from: at('09:10:00'),
    to: at('10:40:00'),
  })
})
test('what has not ended, or never began, says nothing', () => {
  expect(findHours({ ...none, enteredAt: at('09:00:00') })).toBeNull()
  expect(findHours({ ...none, poweredFrom: at('09:00:00') })).toBeNull()
  expect(findHours({ ...none, poweredFrom: at('09:00:00'), poweredTo: at('08:00:00') })).toBeNull()
})
test('readings are looked up where they are still kept', () => {
  const now = at('12:00:00')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  expect([0, 62, 63, 186, 187].map((days) => chooseTable(ago(days), now))).toEqual([
    'iot_reading',
    'iot_reading',
    'iot_reading_minute',
    'iot_reading_minute',
    null,
  ])
})
test('a moment is a minute', () => {
  const ran = { ...none, ranFrom: at('09:00:10'), ranTo: at('09:00:40') }
  expect(findHours(ran)).toEqual({ from: at('09:00:00'), to: at('09:01:00') })
})
test('current is looked for where there was power, else an hour around, but not in other uses', () => {
  const booking = {
    startAt: at('09:00:00'),
    endAt: at('10:00:00'),
    finishedAt: at('10:10:00'),
    previousEnd: null,
    nextStart: null,
  }
  expect(findSearched(none, booking)).toEqual({ from: at('08:00:00'), to: at('11:10:00') })
  const between = { ...booking, previousEnd: at('08:50:00'), nextStart: at('10:20:00') }
  expect(findSearched(none, between)).toEqual({ from: at('08:50:00'), to: at('10:20:00') })
  const far = { ...booking, previousEnd: at('07:00:00'), nextStart: at('12:00:00') }
  expect(findSearched(none, far)).toEqual({ from: at('08:00:00'), to: at('11:10:00') })
  const powered = { poweredFrom: at('08:55:00'), poweredTo: at('10:15:00') }
  expect(findSearched(powered, between)).toEqual({ from: at('08:55:00'), to: at('10:15:00') })
})

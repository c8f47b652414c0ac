import { expect, test } from 'vitest'
import { countRooms, findDoorState, type Placed } from './monitor.rules.ts'

const now = new Date('2026-11-26T08:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const door: Placed = {
  kind: 'door',
  building: '物理楼',
  room: '101',
  seenAt: ago(5),
  goneAt: null,
  foreign: false,
  state: { open: false },
  stateAt: ago(5),
  eventKind: null,
  eventHeardAt: null,
  inside: 0,
  alarms: 0,
}

test('a door that was forced stands so until its gateway says later that it is shut', () => {
  const forced = { ...door, eventKind: 'forced' as const }
  expect(findDoorState({ ...forced, eventHeardAt: ago(1) })).toBe('forced')
  expect(findDoorState({ ...forced, eventHeardAt: ago(9) })).toBe('closed')
  expect(findDoorState({ ...forced, eventHeardAt: ago(9), state: { open: true } })).toBe('forced')
  expect(findDoorState({ ...door, eventKind: 'held', eventHeardAt: ago(1) })).toBe('held')
})

test('what a gateway never said of a door is told by its last event, or by nobody', () => {
  expect(findDoorState({ ...door, state: null, eventKind: 'opened', eventHeardAt: ago(1) })).toBe('open')
  expect(findDoorState({ ...door, state: {}, eventKind: 'closed', eventHeardAt: ago(1) })).toBe('closed')
  expect(findDoorState({ ...door, state: null })).toBeNull()
})

test('a room counts its doors and switches; of what is cut off it is known only that it is', () => {
  const open = { ...door, state: { open: true }, inside: 2, alarms: 1 }
  const power = { ...door, kind: 'air_switch' as const, state: { on: true } }
  const away = { goneAt: ago(1) }
  expect(countRooms([open, { ...open, ...away }, power, { ...power, ...away }], now)).toEqual([
    {
      building: '物理楼',
      room: '101',
      doors: 2,
      open: 1,
      held: 0,
      forced: 0,
      offline: 2,
      switches: 2,
      on: 1,
      inside: 4,
      alarms: 2,
    },
  ])
})

test('rooms stand as people count them', () => {
  const rooms = ['1101', '201', '101'].map((room) => ({ ...door, room }))
  expect(countRooms(rooms, now).map((r) => r.room)).toEqual(['101', '201', '1101'])
})

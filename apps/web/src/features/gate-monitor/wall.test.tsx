import { WALL_SECONDS, type GateWall, type WallRoom } from '@portal/contract/gate-monitor/gate-monitor'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { renderPage } from '../../testing/page.tsx'
import WallPage from './pages/wall.page.tsx'
import { describeRoom, findTone, sortRooms, sumRooms, takePage } from './wall.rules.ts'

const quiet: WallRoom = {
  building: '物理楼',
  room: '101',
  doors: 1,
  open: 0,
  held: 0,
  forced: 0,
  offline: 0,
  switches: 1,
  on: 0,
  inside: 0,
  alarms: 0,
}
const manyRooms = (turn: number): WallRoom[] =>
  Array.from({ length: 500 }, (_, i) => ({
    ...quiet,
    building: `国家大型仪器共享实验楼 ${i % 9}`,
    room: `B${i}-${100 + i}`,
    open: (i + turn) % 7 === 0 ? 1 : 0,
    alarms: (i + turn) % 50 === 0 ? 1 : 0,
    inside: (i * turn) % 3,
  }))
let wall: GateWall | null
let away = false

beforeEach(() => {
  vi.useFakeTimers()
  away = false
  queryClient.clear()
})
afterEach(() => void vi.useRealTimers())
const { asked } = stubCalls({
  'GET /api/v2/iot/wall': () => {
    if (away) throw new TypeError('network')
    return wall
  },
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function hang() {
  const shown = renderPage(<WallPage />)
  await pass(100)
  return shown
}

test('what asks for somebody stands first', () => {
  const alarm = { ...quiet, room: '3', alarms: 1 }
  const off = { ...quiet, room: '2', offline: 1 }
  expect(sortRooms([quiet, off, alarm]).map(findTone)).toEqual(['alarm', 'off', 'quiet'])
  expect(sumRooms([alarm, off])).toMatchObject({ doors: 2, alarms: 1, offline: 1 })
  expect(describeRoom(quiet)).toEqual(['门关'])
})

test('pages come round, and rooms with an alarm stay meanwhile, on half of the screen', () => {
  const rooms = (alarms: number, others: number) =>
    Array.from({ length: alarms + others }, (_, i) => ({
      ...quiet,
      room: `${i}`,
      alarms: i < alarms ? 1 : 0,
    }))
  const shown = (all: WallRoom[], size: number, turn: number) => {
    const { rows, page, pages } = takePage(all, size, turn)
    return [rows.map((r) => r.room).join(' '), page, pages]
  }
  expect(shown(rooms(0, 5), 2, 2)).toEqual(['4', 2, 3])
  expect(shown(rooms(0, 5), 2, 3)).toEqual(['0 1', 0, 3])
  expect(shown([], 2, 7)).toEqual(['', 0, 1])
  expect(shown(rooms(1, 5), 3, 1)).toEqual(['0 3 4', 1, 3])
  expect(shown(rooms(9, 0), 4, 1)).toEqual(['0 1 4 5', 1, 4])
  expect(shown(rooms(2, 2), 1, 3)).toEqual(['3', 3, 4])
})

test('it says that it is not open', async () => {
  wall = null
  await hang()
  expect(screen.getByText(/没有开放/)).toBeTruthy()
})

test('cut off, it says since when; it comes back by itself', async () => {
  wall = { title: '门禁大屏', rooms: [quiet] }
  vi.setSystemTime('2026-11-26T02:00:00Z')
  await hang()
  expect(screen.queryByRole('alert')).toBeNull()
  away = true
  await pass(60_000)
  expect(screen.getByRole('alert').textContent).toContain('2026-11-26 10:00:0')
  expect(screen.getByText('101')).toBeTruthy()
  away = false
  await pass(20_000)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('two thousand answers later there are as many nodes, timers and kept answers as at first', async () => {
  wall = { title: '门禁大屏', rooms: manyRooms(0) }
  const { container } = await hang()
  await pass(5000)
  const count = () => ({
    rooms: container.querySelectorAll('.wall-rooms li').length,
    figures: container.querySelectorAll('.wall-figures li').length,
    kept: queryClient.getQueryCache().getAll().length,
    mutations: queryClient.getMutationCache().getAll().length,
    timers: vi.getTimerCount(),
  })
  const listeners = vi.spyOn(window, 'addEventListener')
  const before = count()
  // In seven turns the door of each room has been open once.
  for (let turn = 1; turn <= 7; turn++) {
    wall = { ...wall, rooms: manyRooms(turn) }
    await pass(WALL_SECONDS * 1000)
  }
  // Only three rooms from here, because drawing five hundred takes a busy machine almost a second.
  wall = { ...wall, rooms: manyRooms(0).slice(0, 3) }
  await pass(2000 * WALL_SECONDS * 1000)
  wall = { ...wall, rooms: manyRooms(0) }
  await pass(WALL_SECONDS * 1000)
  expect(asked.length).toBeGreaterThan(2000)
  expect(count()).toEqual(before)
  expect(listeners).not.toHaveBeenCalled()
}, 60_000)

test('five hundred rooms are a third of what the wall may weigh', () => {
  const answer = JSON.stringify({ data: { title: '门禁大屏', rooms: manyRooms(1) } })
  expect(new TextEncoder().encode(answer).length).toBeLessThan(100_000)
})

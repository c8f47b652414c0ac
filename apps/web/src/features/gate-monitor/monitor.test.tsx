import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubCalls } from '../../testing/calls.ts'
import { renderPage } from '../../testing/page.tsx'
import MonitorPage from './pages/monitor.page.tsx'

vi.mock('./parts/event-log.tsx', () => ({ EventLog: () => null }))
vi.mock('./steady-news.ts', () => ({ useSteadyNews: () => undefined }))
vi.mock('./parts/units.tsx', () => ({
  Doors: ({ doors }: { doors: { online: boolean }[] }) => <p>{doors[0]?.online ? '在线' : '离线'}</p>,
  Switches: () => null,
  Inside: () => null,
}))

let online = true
let away = false
beforeEach(() => {
  vi.useFakeTimers()
  online = true
  away = false
})
afterEach(() => void vi.useRealTimers())
stubCalls({
  'GET /api/v2/iot/monitor': () => {
    if (away) throw new TypeError('network')
    return { alarmCount: 0, alarms: [], doors: [{ id: 1, online }], switches: [], inside: [] }
  },
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('that everything has fallen silent shows, although nobody says so', async () => {
  renderPage(<MonitorPage />)
  await pass(100)
  expect(screen.getByText('在线')).toBeTruthy()
  online = false
  await pass(60_000)
  expect(screen.getByText('离线')).toBeTruthy()
})

test('cut off from the portal, it says of when the states are; back, no longer', async () => {
  vi.setSystemTime('2026-11-26T02:00:00Z')
  renderPage(<MonitorPage />)
  await pass(100)
  const old = () => screen.queryByText(/未能刷新，显示的是 10:00 的数据/)
  expect(old()).toBeNull()
  away = true
  await pass(60_000)
  expect(screen.getByText('在线')).toBeTruthy()
  expect(old()).toBeTruthy()
  away = false
  await pass(60_000)
  expect(old()).toBeNull()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query.ts'
import MonitorPage from './pages/monitor.page.tsx'

vi.mock('./parts/event-log.tsx', () => ({ EventLog: () => null }))
vi.mock('./steady-news.ts', () => ({ useSteadyNews: () => undefined }))
vi.mock('./parts/units.tsx', () => ({
  Doors: ({ doors }: { doors: { online: boolean }[] }) => <p>{doors[0]?.online ? '在线' : '离线'}</p>,
  Switches: () => null,
  Inside: () => null,
}))

let online = true
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    const data = { alarmCount: 0, alarms: [], doors: [{ id: 1, online }], switches: [], inside: [] }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('that everything has fallen silent shows, although nobody says so', async () => {
  const router = createMemoryRouter([{ path: '*', element: <MonitorPage /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await pass(100)
  expect(screen.getByText('在线')).toBeTruthy()
  online = false
  await pass(60_000)
  expect(screen.getByText('离线')).toBeTruthy()
})

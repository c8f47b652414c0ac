import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { PassCard } from './pass-card.tsx'

vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('antd', () => ({ QRCode: (p: { 'aria-label': string }) => <img alt={p['aria-label']} /> }))

/** How far the portal's clock is behind that of the phone. */
const BEHIND_MS = 600_000
let isAway = false
beforeEach(() => {
  vi.useFakeTimers()
  isAway = false
})
afterEach(() => void vi.useRealTimers())
stubCalls({
  'GET /api/v2/iot/pass/{id}': () => {
    if (isAway) throw new TypeError('Failed to fetch')
    const now = Date.now() - BEHIND_MS
    return {
      doors: [{ id: 3, name: '电镜室门', place: '电镜楼 101', qr: `PG1.${now}` }],
      now: new Date(now).toISOString(),
      until: new Date(now + 25_000).toISOString(),
      opensAt: null,
      asked: [],
    }
  },
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const code = () => screen.queryByAltText('电镜室门的开门二维码')

test('a code that has expired is shown no more, until there is another', async () => {
  renderPart(<PassCard bookingId={7} deviceId={4} />)
  await pass(100)
  expect(code()).toBeTruthy()
  isAway = true
  await pass(20_000)
  expect(code()).toBeTruthy()
  await pass(8000)
  expect(code()).toBeNull()
  screen.getByText(/二维码已过期/)
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: '重新获取' }))
  await pass(1000)
  expect(code()).toBeTruthy()
  expect(screen.queryByText(/二维码已过期/)).toBeNull()
})

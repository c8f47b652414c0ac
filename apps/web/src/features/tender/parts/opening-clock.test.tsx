import type { TenderDetail } from '@portal/contract/tender/rows'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpeningClock } from './opening-clock.tsx'

vi.mock('../tender.queries.ts', () => ({ useOpen: () => ({ run: vi.fn() }) }))
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-03-02T01:00:00Z')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// the fields that the clock reads
const answer = (now: string) =>
  ({
    id: 3,
    method: 'public',
    now,
    opensAt: '2026-03-02T01:10:00Z',
    quotations: null,
    can: [],
  }) as unknown as TenderDetail
const read = () => screen.getByRole('timer').textContent
const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))

test('whoever comes back to a tender sees the time left now, not at the first visit', async () => {
  const onDue = vi.fn()
  // What the cache kept four minutes ago, until the server answers.
  const { rerender } = render(<OpeningClock tender={answer('2026-03-02T00:56:00Z')} onDue={onDue} />)
  rerender(<OpeningClock tender={answer('2026-03-02T01:00:00Z')} onDue={onDue} />)
  expect(read()).toBe('00:10:00')
  await wait(60_000)
  expect(read()).toBe('00:09:00')
  expect(onDue).not.toHaveBeenCalled()
  await wait(9 * 60_000)
  expect(read()).toBe('报价已截止')
  expect(onDue).toHaveBeenCalledOnce()
})

test('the clock stands still after the opening, also for whoever comes to the tender only then', async () => {
  const { rerender } = render(<OpeningClock tender={answer('2026-03-02T01:09:59Z')} onDue={vi.fn()} />)
  expect(vi.getTimerCount()).toBe(1)
  await wait(1_000)
  expect([read(), vi.getTimerCount()]).toEqual(['报价已截止', 0])
  rerender(<OpeningClock tender={answer('2026-03-02T01:20:00Z')} onDue={vi.fn()} />)
  await wait(1_000)
  expect([read(), vi.getTimerCount()]).toEqual(['报价已截止', 0])
})

import type { BookingDetail } from '@portal/contract/booking/row'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { messages, questions } from '../../../lib/tell.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import type { Choice } from '../calendar.rules.ts'
import { ReschedulePanel } from './reschedule-panel.tsx'

const run = vi.hoisted(() => vi.fn<(sent: { body: unknown; idempotencyKey: string }) => Promise<unknown>>())
vi.mock('../booking.queries.ts', () => ({ useRescheduleBooking: () => ({ run, busy: false }) }))
const period = { startAt: '2026-03-02T01:00:00.000Z', endAt: '2026-03-02T02:00:00.000Z' }
vi.mock('../shared/device-calendar.tsx', () => ({
  DeviceCalendar: ({ onChoose }: { onChoose: (choice: Choice) => void }) =>
    [1, 2].map((seat) => (
      <button key={seat} type="button" onClick={() => onChoose({ ...period, seat })}>
        {seat} 号机位
      </button>
    )),
}))
beforeEach(() => run.mockReset().mockResolvedValue({}))
afterEach(() => {
  cleanup()
  messages.set([])
  questions.set([])
})

/** Moves the samples to a seat, for the given reason; returns the reason that the question began with. */
async function move(seat: number, reason: string): Promise<string | undefined> {
  await press(`${seat} 号机位`)
  await press(/^改为/)
  const [question] = questions.get()
  await answerQuestion(true, reason)
  return question?.reason?.start
}

test('the reason outlives a refusal, and another seat at the same time is another request', async () => {
  // the fields that the panel reads
  const booking = {
    id: 5,
    startAt: null,
    endAt: null,
    seat: 1,
    device: { id: 4 },
  } as unknown as BookingDetail
  render(<ReschedulePanel row={booking} />)
  await press('调整时间')
  run.mockRejectedValueOnce(new Failure({ kind: 'refused', message: '该时段已被占用', status: 409 }))
  await move(1, '仪器维护')
  expect(screen.getByRole('alert').textContent).toContain('该时段已被占用')
  expect(await move(1, '仪器维护')).toBe('仪器维护')
  expect(await move(2, '仪器维护')).toBe('')
  const [refused, moved, other] = run.mock.calls.map(([sent]) => sent)
  expect(moved?.idempotencyKey).toBe(refused?.idempotencyKey)
  expect(other?.body).toMatchObject({ ...period, seat: 2 })
  expect(other?.idempotencyKey).not.toBe(moved?.idempotencyKey)
})

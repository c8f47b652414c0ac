import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import DelayPage from './delay.page.tsx'

const { run, shown } = vi.hoisted(() => ({
  run: vi.fn().mockResolvedValue({}),
  shown: { until: '2026-03-15T09:00:00.000Z' },
}))
vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../parts/judgement.tsx', () => ({
  Judgement: ({ wish }: { wish: { endAt: string } }) => <p role="status">{wish.endAt}</p>,
}))
vi.mock('../booking.queries.ts', async () => {
  const { bookingCalls } = await import('@portal/contract/booking/calls')
  const person = { id: 1, name: '张三' }
  return {
    useExtendBooking: () => ({ call: bookingCalls.extend, run }),
    // The only fields that the page reads.
    useBooking: () => ({
      data: {
        id: 7,
        device: { id: 5, name: '电镜' },
        kind: 'self_operated',
        startAt: '2026-03-15T06:00:00.000Z',
        endAt: '2026-03-15T07:00:00.000Z',
        extendUntil: shown.until,
        gridMinutes: 30,
        estimateFen: 100,
        can: ['extend'],
        experimenter: person,
        payer: person,
      },
      error: null,
    }),
  }
})
afterEach(cleanup)

const page = () => <DelayPage />
it('somebody books behind it while an end is chosen: what is shown is judged and sent', async () => {
  const routes = [
    { path: '/delay', Component: page },
    { path: '*', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/delay?id=7'] })
  const { rerender } = render(<RouterProvider router={router} />)
  const ends = await screen.findByLabelText<HTMLSelectElement>('延长至')
  fireEvent.change(ends, { target: { value: '2026-03-15T08:30:00.000Z' } })
  expect(screen.getByRole('status').textContent).toBe('2026-03-15T08:30:00.000Z')
  shown.until = '2026-03-15T08:00:00.000Z'
  await router.navigate('/delay?id=7&again=1')
  rerender(<RouterProvider router={router} />)
  await waitFor(() => expect(ends.options.length).toBe(2))
  expect([ends.value, screen.getByRole('status').textContent]).toEqual(Array(2).fill(shown.until))
  fireEvent.click(screen.getByRole('button', { name: '延长预约' }))
  await waitFor(() => expect(run.mock.calls[0]?.[0]).toMatchObject({ body: { endAt: shown.until } }))
})

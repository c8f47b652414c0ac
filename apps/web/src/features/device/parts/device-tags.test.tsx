import type { DeviceRow } from '@portal/contract/device/device'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { useAvailability } from '../device.queries.ts'
import { DeviceHint } from './device-tags.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const ids = Array.from({ length: 250 }, (_, i) => i + 1)
// The only fields that the hint reads.
const device = { status: 'normal', opened: {} } as unknown as DeviceRow
function Hints() {
  const availability = useAvailability(ids)
  return ids.map((id) => (
    <p key={id} data-testid={id}>
      <DeviceHint device={device} row={availability.get(id)} today />
    </p>
  ))
}
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Hints />
    </QueryClientProvider>,
  )
const listAsked = (address: string) =>
  (new URL(address, 'http://portal').searchParams.get('deviceIds') ?? '').split(',').map(Number)
const answer = (status: number, data: unknown) =>
  new Response(JSON.stringify({ code: status === 200 ? 0 : 'FAILED', message: '', data }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

test('each of 250 instruments has its hint: the server is asked by the hundred', async () => {
  const sizes: number[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = listAsked(address)
    sizes.push(asked.length)
    const row = { openMinutes: 60, freeMinutes: 60, freeNow: true, nextFreeAt: null }
    return answer(
      200,
      asked.map((deviceId) => ({ ...row, deviceId })),
    )
  })
  draw()
  await waitFor(() => expect(screen.getAllByText('现在空闲')).toHaveLength(250))
  expect(sizes).toEqual([100, 100, 50])
})

test('an answer that fails leaves no grey bar, and takes no hint from the others', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = listAsked(address)
    if (asked.includes(101)) return answer(500, null)
    // The server knows nothing of the first one.
    const row = { openMinutes: 0, freeMinutes: 0, freeNow: false, nextFreeAt: null }
    return answer(
      200,
      asked.slice(1).map((deviceId) => ({ ...row, deviceId })),
    )
  })
  const { container } = draw()
  expect(container.querySelectorAll('.bone')).toHaveLength(250)
  await waitFor(() => expect(container.querySelector('.bone')).toBeNull())
  expect(screen.getByTestId('2').textContent).toBe('今天不开放')
  expect(['1', '101'].map((id) => screen.getByTestId(id).textContent)).toEqual(['', ''])
})

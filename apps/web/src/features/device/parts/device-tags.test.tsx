import type { DeviceRow } from '@portal/contract/device/device'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Received, refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { useAvailability } from '../device.queries.ts'
import { DeviceHint } from './device-tags.tsx'

const { asked, answer } = stubCalls()

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
const draw = () => renderPart(<Hints />)
const listIds = ({ query }: Received) => (query.get('deviceIds') ?? '').split(',').map(Number)

test('each of 250 instruments has its hint: the server is asked by the hundred', async () => {
  const row = { openMinutes: 60, freeMinutes: 60, freeNow: true, nextFreeAt: null }
  answer({
    'GET /api/v2/opening/availability': (call) => listIds(call).map((deviceId) => ({ ...row, deviceId })),
  })
  draw()
  await waitFor(() => expect(screen.getAllByText('现在空闲')).toHaveLength(250))
  expect(asked.map((call) => listIds(call).length)).toEqual([100, 100, 50])
})

test('an answer that fails leaves no grey bar, and takes no hint from the others', async () => {
  const row = { openMinutes: 0, freeMinutes: 0, freeNow: false, nextFreeAt: null }
  answer({
    'GET /api/v2/opening/availability': (call) => {
      const ids = listIds(call)
      if (ids.includes(101)) return refuse(500, 'FAILED', '')
      // The server knows nothing of the first one.
      return ids.slice(1).map((deviceId) => ({ ...row, deviceId }))
    },
  })
  const { container } = draw()
  expect(container.querySelectorAll('.bone')).toHaveLength(250)
  await waitFor(() => expect(container.querySelector('.bone')).toBeNull())
  expect(screen.getByTestId('2').textContent).toBe('今天不开放')
  expect(['1', '101'].map((id) => screen.getByTestId(id).textContent)).toEqual(['', ''])
})

import { screen } from '@testing-library/react'
import type { doorAccessCalls } from '@portal/contract/iot/door-access'
import type { Reply } from '@portal/contract/kernel/call'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { MeasuredHours } from './measured-hours.tsx'

type Measured = Reply<typeof doorAccessCalls.measured>
const nothing: Measured = {
  enteredAt: null,
  poweredFrom: null,
  poweredTo: null,
  ranFrom: null,
  ranTo: null,
  kwh: null,
  readingsGone: false,
  hours: null,
}
const { answer } = stubCalls()

function show(measured: Measured): void {
  answer({ 'GET /api/v2/iot/measured/{id}': measured })
  renderPart(<MeasuredHours bookingId={7} onTake={() => undefined} />)
}

test('readings that are no longer kept are said to be gone, and no hours are offered', async () => {
  const [from, to] = ['2026-01-10T01:00:00Z', '2026-01-10T04:00:00Z']
  show({ ...nothing, poweredFrom: from, poweredTo: to, readingsGone: true })
  await screen.findByText(/运行时间已查不到/)
  screen.getByText(/供电/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('they are said to be gone although nothing else was measured', async () => {
  show({ ...nothing, readingsGone: true })
  await screen.findByText(/运行时间已查不到/)
  expect(screen.queryByText(/实测：/)).toBeNull()
})

test('hours that are known are offered', async () => {
  const [from, to] = ['2026-01-10T01:40:00Z', '2026-01-10T02:30:00Z']
  show({ ...nothing, ranFrom: from, ranTo: to, hours: { from, to } })
  await screen.findByRole('button', { name: /采用实测时间/ })
  expect(screen.queryByText(/已查不到/)).toBeNull()
})

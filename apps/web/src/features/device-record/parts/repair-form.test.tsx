import type { RepairRow } from '@portal/contract/device-record/device-record'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { RepairForm } from './repair-form.tsx'

// The row as it was when the form opened; its repair order may have ended since.
const row: RepairRow = {
  id: 5,
  kind: 'repair',
  state: 'repairing',
  title: '电子枪打火',
  detail: null,
  handler: '保管人',
  vendor: null,
  startedAt: '2026-03-01T01:00:00.000Z',
  expectedAt: '2026-03-09T01:00:00.000Z',
  finishedAt: null,
  result: null,
  costFen: null,
  ordered: true,
  updatedAt: '2026-03-02T01:00:00.000Z',
  can: ['edit'],
}

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(String(body))
    return new Response(JSON.stringify({ code: 0, message: '', data: { id: 5 } }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('it says which record was shown, and leaves to a repair order what the order decides', async () => {
  const element = <RepairForm deviceId={7} row={row} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  expect((screen.getByLabelText('状态') as HTMLInputElement).disabled).toBe(true) // the select's own input
  fireEvent.change(screen.getByLabelText('维修单位'), { target: { value: '某厂' } })
  fireEvent.click(screen.getByRole('button', { name: '保存维修记录' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  // exists: waited for above
  expect(JSON.parse(sent[0]!)).toMatchObject({
    id: 5,
    deviceId: 7,
    state: 'repairing',
    vendor: '某厂',
    seenAt: row.updatedAt,
  })
})

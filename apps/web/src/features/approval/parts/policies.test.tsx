import type { Policy } from '@portal/contract/approval/approval'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { PolicyForm } from './policy-form.tsx'
import { StepPolicies } from './step-policies.tsx'

// The row as the list showed it; a colleague may have changed it since.
const policy: Policy = {
  id: 7,
  business: 'booking',
  step: 'director',
  device: null,
  lab: { id: 3, name: '电镜室' },
  dept: null,
  userType: null,
  fromAmountFen: 500,
  required: true,
  enabled: true,
  timeoutHours: 24,
  onTimeout: 'remind',
  deputy: null,
  updatedBy: '管理员',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** What the selects of the form read. */
const readData = (address: string) =>
  address.includes('/dept/') ? { content: [] } : address.includes('/lab') ? { items: [] } : []
const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(String(body))
    const data = method === 'PUT' ? null : readData(address)
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})
const show = (element: ReactElement) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
const readSent = async () => {
  await waitFor(() => expect(sent).toHaveLength(1))
  return JSON.parse(sent[0]!) as unknown // exists: waited for above
}

test('停用 sends the switch alone, whatever else the old list shows', async () => {
  show(<StepPolicies title="主任审核" bound={null} rows={[policy]} builtIn={undefined} onEdit={vi.fn()} />)
  fireEvent.click(screen.getByRole('button', { name: '停用' }))
  expect(await readSent()).toEqual({ business: 'booking', step: 'director', enabled: false })
})

test('the form sends what was changed, and both fields of a deadline together', async () => {
  show(<PolicyForm business="booking" policy={policy} onDone={() => {}} />)
  fireEvent.change(screen.getByLabelText('超时时间（小时）'), { target: { value: '48' } })
  fireEvent.click(screen.getByRole('button', { name: '保存修改' }))
  expect(await readSent()).toEqual({
    business: 'booking',
    step: 'director',
    timeoutHours: 48,
    onTimeout: 'remind',
  })
})

import type { PlanRow } from '@portal/contract/asset/maintenance'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatDay } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { PlanForm } from './plan-form.tsx'

// The plan as it was when the form opened; it may have been carried out since. Only these fields are read.
const plan = {
  id: 5,
  title: '更换机油',
  detail: null,
  everyDays: 90,
  nextOn: '2026-06-10',
  keeper: { id: 3, name: '保管人' },
  enabled: true,
} as PlanRow

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(String(body))
    return new Response(JSON.stringify({ code: 0, message: '', data: { id: 5, items: [] } }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a new plan is due after its interval, until another day is chosen', async () => {
  const element = <PlanForm deviceId={7} plan={null} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  const after = (days: number) => formatDay(new Date(Date.now() + days * 86_400_000))
  const isDue = (days: number) =>
    waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('下次保养日期').value).toBe(after(days)))
  await isDue(90)
  for (const days of [1, 14]) {
    fireEvent.change(screen.getByLabelText('周期（天）'), { target: { value: String(days) } })
    await isDue(days)
  }
})

test('it says what it began with, so that a day that was moved meanwhile stays', async () => {
  const element = <PlanForm deviceId={7} plan={plan} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('保养要求'), { target: { value: '用 32 号机油' } })
  fireEvent.click(screen.getByRole('button', { name: '保存计划' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  // exists: waited for above
  expect(JSON.parse(sent[0]!)).toEqual({
    id: 5,
    deviceId: 7,
    title: '更换机油',
    detail: '用 32 号机油',
    everyDays: 90,
    nextOn: '2026-06-10',
    keeperId: 3,
    enabled: true,
    seen: {
      title: '更换机油',
      detail: null,
      everyDays: 90,
      nextOn: '2026-06-10',
      keeperId: 3,
      enabled: true,
    },
  })
})

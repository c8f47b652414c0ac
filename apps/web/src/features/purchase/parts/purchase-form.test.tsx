import type { PurchaseDetail, PurchaseRules } from '@portal/contract/purchase/rows'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { PurchaseForm } from './purchase-form.tsx'

const rules: PurchaseRules = {
  submitBarred: null,
  preciousFromFen: 40_000_000,
  tiers: [{ method: 'general', fromFen: 0 }],
  precious: { size: 5, largeFromFen: 200_000_000, largeSize: 7 },
  import: { size: 5, lawyers: 1 },
  papers: [],
}
// The only fields that the form reads.
const draft = (lab: { id: number; name: string }) =>
  ({
    id: 3,
    title: '电镜',
    lab,
    sources: [{ kind: 'project', card: null, projectCode: 'P-1', projectName: '平台', amountFen: 0 }],
    purpose: '教学',
    items: [],
    papers: [],
  }) as unknown as PurchaseDetail

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/lab/select') ? [{ id: 7, name: '新建实验室', serialId: 'LAB7' }] : []
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
const show = (lab: { id: number; name: string }) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([
          { path: '/', element: <PurchaseForm purchase={draft(lab)} rules={rules} /> },
        ])}
      />
    </QueryClientProvider>,
  )

it('a laboratory that shares nothing yet may get the instrument', async () => {
  show({ id: 7, name: '新建实验室' })
  expect((await screen.findAllByText('新建实验室')).length).toBeGreaterThan(0)
})

it('a laboratory that was closed since keeps its name', async () => {
  show({ id: 8, name: '旧实验室' })
  expect((await screen.findAllByText('旧实验室（已停用）')).length).toBeGreaterThan(0)
})

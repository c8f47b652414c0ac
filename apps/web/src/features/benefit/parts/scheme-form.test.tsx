import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { SchemeForm } from './scheme-form.tsx'

const each = { points: 100, people: 1 }
const scheme: SchemeRow = {
  id: 3,
  revision: 4,
  yearKind: 'school',
  year: 2025,
  dueOn: null,
  prefixes: ['03'],
  minPriceFen: 40_000_000,
  rules: {
    quotas: [{ prefix: '03', design: 'any', hours: 1400 }],
    weights: { hours: 3500, talent: 2000, results: 2500, income: 1500, functions: 500 },
    caps: { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 },
    talent: { independent: each, guided: each, shown: each },
    results: [],
    incomePoints: 500,
    bands: [],
    fresh: 1000,
    grades: { excellent: 9000, good: 7500, pass: 6000 },
  },
  evaluations: 0,
  published: 0,
  can: ['edit'],
}

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)))
    const data = method === 'PUT' ? null : []
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

test('a change says which saving of the scheme it began with', async () => {
  const element = <SchemeForm scheme={scheme} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /保存方案/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ revision: 4, year: 2025, weights: { hours: 3500 } })
})

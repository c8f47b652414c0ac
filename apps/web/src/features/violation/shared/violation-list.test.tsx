import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { ViolationList } from './violation-list.tsx'

const asked: URLSearchParams[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const list = address.includes('/violation/list?')
    if (list) asked.push(new URLSearchParams(address.slice(address.indexOf('?'))))
    const data = list ? { items: [], total: 0 } : []
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

test('the violations of the campus are narrowed to one person, kind, laboratory and time', async () => {
  const wanted = { keyword: '林晓雨', kind: 'no_show', labId: '3', from: '2026-11-01', to: '2026-11-30' }
  const routes = [{ path: '/', element: <ViolationList scope="all" /> }]
  const initialEntries = [`/?${new URLSearchParams(wanted).toString()}`]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries })} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ ...wanted, scope: 'all' })
})

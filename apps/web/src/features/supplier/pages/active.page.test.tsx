import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import ActivePage from './active.page.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

// Links that were mailed before have the token as a query.
test.for(['#token=', '?token='])('the invitation is read by %s of the mailed link', async (mark) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body ?? null)))
    const data = { name: '蓝星仪器', contact: '白露', until: '2026-12-01T00:00:00Z' }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const address = `/osp/storage/providerActive${mark}${'t'.repeat(43)}`
  const routes = [{ path: '/osp/storage/providerActive', element: <ActivePage /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('蓝星仪器')).toBeTruthy()
  expect(sent).toContainEqual({ token: 't'.repeat(43) })
})

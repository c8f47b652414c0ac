import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import HelperPage from './helper.page.tsx'

const article = {
  id: 1,
  title: '如何预约',
  body: '先选仪器',
  link: null,
  sort: 0,
  updatedAt: '2026-01-05T02:30:00Z',
}
beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) => {
    const isLast = /[?&]page=1(&|$)/.test(address)
    const data = address.includes('/guidance')
      ? { items: isLast ? [article] : [], total: 21 }
      : { items: [], total: 0 }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('an old address of a page that is gone opens the last page', async () => {
  const routes = [{ path: '/', element: <HelperPage /> }]
  const router = createMemoryRouter(routes, { initialEntries: ['/?page=9'] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('如何预约')
  expect(router.state.location.search).toBe('?page=2')
})

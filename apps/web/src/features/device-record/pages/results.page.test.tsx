import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import ResultsPage from './results.page.tsx'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const data = address.includes('/achievement/') ? { items: [], total: 0 } : []
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

test('a message leads to its result, the tab to all of them', async () => {
  const routes = [{ path: '/', element: <ResultsPage /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/?view=kept&id=7'] })} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked.some((a) => /achievement\/list\?.*\bid=7/.test(a))).toBe(true))
  expect(screen.getByRole('link', { name: '我负责的仪器' }).getAttribute('href')).toBe('/?view=kept')
})

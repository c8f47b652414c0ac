import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { CompareFinder } from './compare-finder.tsx'

vi.mock('../../../lib/live.ts', async (original) => ({
  ...(await original<object>()),
  useLive: () => {},
}))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('favourites that cannot be read keep nobody from adding an instrument', async () => {
  vi.stubGlobal('fetch', async () => {
    return new Response(JSON.stringify({ code: 'FAILED', message: '服务器出错' }), {
      status: 500,
      headers: { 'content-type': 'application/json' },
    })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <CompareFinder /> }])} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/用上面的搜索添加要对比的仪器/)).toBeTruthy()
})

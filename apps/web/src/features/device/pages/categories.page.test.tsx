import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import type { Category } from '../parts/category-forms.tsx'
import CategoriesPage from './categories.page.tsx'

const category: Category = { id: 1, parentId: null, code: '03', name: '分析仪器', sort: 1, devices: 12 }
beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 0, message: '', data: [category] }), {
        headers: { 'content-type': 'application/json' },
      }),
  ),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})

const listLinks = async (...permissions: string[]) => {
  session.begin('t', { uid: 1, roles: [], permissions } as unknown as CurrentUser, false)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <CategoriesPage /> }])} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: '03 分析仪器' })
  return screen.queryAllByRole('link').map((a) => a.getAttribute('href'))
}

test('its instruments are a link only for those whom the list of instruments lets in', async () => {
  expect(await listLinks('DEVICE_CATEGORY_ALL', 'DEVICE_MANEGE_VIEW')).toEqual([
    '/maintain/deviceInfo?categoryId=1',
  ])
  cleanup()
  expect(await listLinks('DEVICE_CATEGORY_ALL')).toEqual([])
})

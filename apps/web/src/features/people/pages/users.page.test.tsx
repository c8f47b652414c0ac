import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import UsersPage from './users.page.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/user/campus-list') ? { items: [], total: 0 } : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  session.begin('t', { uid: 1, roles: [], permissions: ['USER_SELECT'] } as unknown as CurrentUser, false)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})

test('the members of a role are looked for on both tabs', async () => {
  const routes = [{ path: '/', element: <UsersPage /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/?roleId=5&keyword=li'] })} />
    </QueryClientProvider>,
  )
  const tab = await screen.findByRole('link', { name: '校外用户' })
  expect(tab.getAttribute('href')).toBe('/?roleId=5&view=off')
})

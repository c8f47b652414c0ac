import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import BackBookingsPage from './back-bookings.page.tsx'

const asked: (string | null)[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const list = address.includes('/violation/list?')
    if (list) asked.push(new URLSearchParams(address.slice(address.indexOf('?'))).get('scope'))
    const data = list ? { items: [], total: 0 } : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})

const show = async (...permissions: string[]) => {
  session.begin('t', { uid: 1, roles: [], permissions } as unknown as CurrentUser, false)
  const routes = [{ path: '/', element: <BackBookingsPage /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/?view=violations'] })} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toHaveLength(1))
}

test('the violations of the campus are asked for by administrators', async () => {
  await show('ADMIN')
  expect(asked).toEqual(['all'])
})
test('the permission for the link to the back office asks for those of the own laboratories', async () => {
  await show('SYSTEM_ADMIN', 'SUBSCRIBE_ORDER_VIEW')
  expect(asked).toEqual(['lab'])
})

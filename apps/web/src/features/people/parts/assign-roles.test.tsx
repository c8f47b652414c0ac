import type { PersonRow } from '@portal/contract/people/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { AssignRoles } from './assign-roles.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the roles that the form began with are sent with those that are chosen', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)))
    return new Response(JSON.stringify({ code: 0, message: '', data: method === 'PUT' ? null : [] }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const of = { id: 7, roles: [{ id: 5, name: '财务人员', code: 'FINANCE' }] } as unknown as PersonRow
  const element = <AssignRoles of={of} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /保存角色/ }))
  await waitFor(() => expect(sent).toEqual([{ roleIds: [5], seen: [5] }]))
})

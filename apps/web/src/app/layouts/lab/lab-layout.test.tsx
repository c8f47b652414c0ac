import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { LabLayout } from './lab-layout.tsx'

const roles = {
  lab_director: false,
  lab_admin: false,
  lab_member: true,
  reviewer: false,
  system_admin: false,
}
/** The status and the data of the server's answers about roles. */
let answer: { status: number; data: typeof roles | null }
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { status, data } = address.includes('/get_role') ? answer : { status: 404, data: null }
    return new Response(JSON.stringify({ code: status === 200 ? 0 : 'REFUSED', message: '没有答复', data }), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  // the only fields that the frame reads
  session.know({ uid: 1, roles: [], permissions: ['LABORATORY_BASE_EDIT'] } as unknown as CurrentUser)
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/lab/manage?serialId=LAB404']}>
        <Routes>
          <Route Component={LabLayout}>
            <Route path="/lab/manage" element={<p>管理页</p>} />
          </Route>
          <Route path="/401" element={<p>没有访问该页面的权限</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the management of a lab that does not exist is opened, because the page itself says so', async () => {
  answer = { status: 404, data: null }
  show()
  expect(await screen.findByText('管理页')).toBeTruthy()
})

test('roles that did not arrive are asked for again; without one the page stays closed', async () => {
  answer = { status: 500, data: null }
  show()
  const again = await screen.findByRole('button', { name: '重试' })
  expect(screen.queryByText('管理页')).toBeNull()
  answer = { status: 200, data: roles }
  fireEvent.click(again)
  expect(await screen.findByText('没有访问该页面的权限')).toBeTruthy()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { questions } from '../../../lib/tell.ts'
import RolesPage from './roles.page.tsx'

const role = { id: 5, code: 'FINANCE', name: '财务人员', description: null, builtin: false, people: 2 }
const supplier = { ...role, id: 6, code: 'SUPPLIER', name: '供应商' }
const roles = { items: [role, supplier].map((r) => ({ ...r, can: [] })), total: 2 }
beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/backend/api/roles') ? roles : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  questions.set([])
  vi.unstubAllGlobals()
})

const open = async (...permissions: string[]) => {
  session.begin('t', { uid: 1, roles: [], permissions } as unknown as CurrentUser, false)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <RolesPage /> }])} />
    </QueryClientProvider>,
  )
  await screen.findAllByText('财务人员')
}

test('who looks at roles alone is led to no list of people, and changes nothing', async () => {
  await open('ROLES_SELECT')
  expect(screen.getAllByText('权限').length).toBeGreaterThan(0)
  expect(screen.queryAllByText('修改')).toEqual([])
  expect(screen.queryAllByRole('link', { name: '成员' })).toEqual([])
})
test('who looks at people too is, each time to the list in which they are', async () => {
  await open('ROLES_SELECT', 'USER_SELECT')
  const links = screen.getAllByRole('link', { name: '成员' }).map((a) => a.getAttribute('href'))
  expect(new Set(links)).toEqual(
    new Set(['/maintain/campus-user?roleId=5', '/maintain/campus-user?roleId=6&view=off']),
  )
})

test.each([
  ['权限', '/permissions/tree', { id: 9, code: 'ROLES_ALL', name: '角色管理', children: [] }],
  ['菜单', '/menus/tree', { path: '/maintain/roles', meta: { title: '角色管理' }, children: [] }],
])('%s: ticks that are not saved are asked about before the drawer shuts', async (word, trees, node) => {
  const mine = { ...role, can: ['change'] }
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/backend/api/roles/5')
      ? { ...mine, permissionIds: [], menus: [] }
      : address.includes('/backend/api/roles')
        ? { items: [mine], total: 1 }
        : address.includes(trees)
          ? [node]
          : []
    return Response.json({ code: 0, message: '', data, requestId: 'r' })
  })
  await open('ROLES_ALL')
  fireEvent.click(screen.getAllByRole('button', { name: word })[0] ?? document.body)
  await screen.findByText(/^角色管理（ROLES_ALL）$|^角色管理$/, { selector: '.ant-tree-title' })
  const shut = () =>
    act(async () => {
      fireEvent.click(document.querySelector('.ant-drawer-mask') ?? document.body)
      // The question appears only when the button is up.
      await new Promise((then) => setTimeout(then))
    })
  fireEvent.click(document.querySelector('.ant-tree-checkbox') ?? document.body)
  await shut()
  expect(questions.get().map(({ title }) => title)).toEqual(['要关闭窗口吗？'])
})

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { questions } from '../../../lib/tell.ts'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import RolesPage from './roles.page.tsx'

const role = { id: 5, code: 'FINANCE', name: '财务人员', description: null, builtin: false, people: 2 }
const supplier = { ...role, id: 6, code: 'SUPPLIER', name: '供应商' }
afterEach(() => questions.set([]))
const roles = [role, supplier].map((r) => ({ ...r, can: [] }))
const { answer } = stubCalls({ 'GET /backend/api/roles': makePage(roles), 'GET /api/v2/list-setting': [] })

const open = async (...permissions: string[]) => {
  signIn({ permissions })
  renderPage(<RolesPage />)
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

const drawers = [
  ['权限', '/permissions/tree', { id: 9, code: 'ROLES_ALL', name: '角色管理', children: [] }],
  ['菜单', '/menus/tree', { path: '/maintain/roles', meta: { title: '角色管理' }, children: [] }],
] as const
async function openDrawer(word: string, trees: string, node: object) {
  const mine = { ...role, can: ['change'] }
  answer({
    'GET /backend/api/roles/5': { ...mine, permissionIds: [], menus: [] },
    'GET /backend/api/roles': makePage([mine]),
    [`GET *${trees}`]: [node],
    'GET *': [],
  })
  await open('ROLES_ALL')
  fireEvent.click(screen.getAllByRole('button', { name: word })[0] ?? document.body)
  await screen.findByText(/^角色管理（ROLES_ALL）$|^角色管理$/, { selector: '.ant-tree-title' })
}
const shut = () =>
  act(async () => {
    fireEvent.click(document.querySelector('.ant-drawer-mask') ?? document.body)
    // The question appears only when the button is up.
    await new Promise((then) => setTimeout(then))
  })

test.each(drawers)(
  '%s: ticks that are not saved are asked about before the drawer shuts',
  async (...drawer) => {
    await openDrawer(...drawer)
    fireEvent.click(document.querySelector('.ant-tree-checkbox') ?? document.body)
    await shut()
    expect(questions.get().map(({ title }) => title)).toEqual(['要关闭窗口吗？'])
  },
)

test.each(drawers)('%s: a drawer in which nothing was ticked shuts without a question', async (...drawer) => {
  const isOpen = () => document.querySelector('.ant-drawer-open') !== null
  await openDrawer(...drawer)
  expect(isOpen()).toBe(true)
  await shut()
  expect(questions.get()).toEqual([])
  await waitFor(() => expect(isOpen()).toBe(false))
})

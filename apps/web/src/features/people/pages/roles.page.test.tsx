import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import RolesPage from './roles.page.tsx'

const role = { id: 5, code: 'FINANCE', name: '财务人员', description: null, builtin: false, people: 2 }
const supplier = { ...role, id: 6, code: 'SUPPLIER', name: '供应商' }
const roles = [role, supplier].map((r) => ({ ...r, can: [] }))
stubCalls({ 'GET /backend/api/roles': makePage(roles), 'GET /api/v2/list-setting': [] })

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

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import UsersPage from './users.page.tsx'

const { answer } = stubCalls({
  'GET /user/campus-list': makePage(),
  'GET /backend/api/roles/all': [],
  'GET /api/code/list': [],
  'GET /api/v2/dept/tree': { content: [] },
  'GET /api/v2/list-setting': [],
})

test('the members of a role are looked for on both tabs', async () => {
  signIn({ permissions: ['USER_SELECT'] })
  renderPage(<UsersPage />, { at: '/?roleId=5&keyword=li' })
  const tab = await screen.findByRole('link', { name: '校外用户' })
  expect(tab.getAttribute('href')).toBe('/?roleId=5&view=off')
})

test('a type that is no longer offered keeps its label in the list', async () => {
  const row = {
    id: 7,
    username: 't7',
    name: '王老师',
    phone: null,
    dept: null,
    userType: '2',
    roles: [],
    enabled: true,
    suspendedUntil: null,
    lastLoginAt: null,
    can: [],
  }
  answer({
    'GET /user/campus-list': makePage([row]),
    'GET /api/code/list': ({ query }) => (query.get('all') ? [{ value: '2', label: '教师' }] : []),
  })
  signIn({ permissions: ['USER_SELECT'] })
  renderPage(<UsersPage />)
  expect((await screen.findAllByText('教师')).length).toBeGreaterThan(0)
})

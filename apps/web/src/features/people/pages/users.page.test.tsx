import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import UsersPage from './users.page.tsx'

stubCalls({
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

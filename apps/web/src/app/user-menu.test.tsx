import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { session } from '../lib/session.ts'
import { UserMenu } from './user-menu.tsx'

afterEach(() => {
  cleanup()
  session.end()
})

it('leads to where the password is changed', () => {
  session.know({
    id: 1,
    name: '张三',
    username: 'zhang',
    roles: [],
    permissions: [],
  } as unknown as CurrentUser) // all that the menu looks at
  render(
    <MemoryRouter>
      <UserMenu />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^用户菜单/ }))
  expect(screen.getByRole('link', { name: '修改密码' }).getAttribute('href')).toBe(
    '/account/homepage?tab=security',
  )
})

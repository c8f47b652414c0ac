import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { UserMenu } from './user-menu.tsx'

vi.mock('../lib/session.ts', async (original) => ({
  ...(await original<typeof import('../lib/session.ts')>()),
  useUser: () => ({ id: 1, name: '张三', username: 'zhang', roles: [], permissions: [] }),
}))
afterEach(cleanup)

it('leads to where the password is changed', () => {
  render(
    <MemoryRouter>
      <UserMenu />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^用户菜单/ }))
  expect(screen.getByRole('link', { name: '修改密码' }).getAttribute('href')).toBe('/account/homepage?tab=security')
})

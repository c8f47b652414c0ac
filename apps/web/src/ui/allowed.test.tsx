import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { session } from '../lib/session.ts'
import { Allowed } from './allowed.tsx'

afterEach(() => {
  cleanup()
  session.end()
})
const as = (...permissions: string[]) =>
  session.begin(
    't',
    {
      uid: 1,
      username: 'a',
      name: 'a',
      avatar: null,
      email: null,
      phone: null,
      dept: null,
      userType: '1',
      tier: 'campus',
      onCampus: true,
      supervisor: null,
      enabled: true,
      mustChangePassword: false,
      createdTime: '',
      roles: [],
      permissions,
      menus: null,
    },
    false,
  )

it('shows its content to holders and to ADMIN only (§6)', () => {
  as('DEFAULT')
  expect(render(<Allowed codes={['USER_ALL']}>x</Allowed>).container.textContent).toBe('')
  as('USER_ALL')
  expect(render(<Allowed codes={['USER_ALL']}>x</Allowed>).container.textContent).toBe('x')
  as('ADMIN')
  expect(render(<Allowed codes={['USER_ALL']}>x</Allowed>).container.textContent).toBe('x')
})
it('refuses to be used without codes', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Allowed codes={[]}>x</Allowed>)).toThrow('Need roles!')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import PasswordBackPage from './pwdback.page.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 0, message: '', data: { username: 'li' } }), {
        headers: { 'content-type': 'application/json' },
      }),
  )
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a reset while signed in leads to the sign-in, without the session that it has ended', async () => {
  session.begin('t', { uid: 1, username: 'li', roles: [], permissions: [] } as unknown as CurrentUser, false)
  queryClient.setQueryData(['kept'], '李工')
  const routes = [
    { path: '/pwdback', element: <PasswordBackPage /> },
    { path: '/login', element: <p>登录页</p> },
  ]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/pwdback'] })} />
    </QueryClientProvider>,
  )
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('账号邮箱', 'li@campus.example')
  fill('邮箱验证码', '123456')
  fill('新密码', 'kept4secret')
  fill('确认新密码', 'kept4secret')
  fireEvent.click(screen.getByRole('button', { name: '重置密码' }))
  expect(await screen.findByText('登录页')).toBeTruthy()
  expect(session.token()).toBeNull()
  expect(session.user()).toBeNull()
  expect(queryClient.getQueryData(['kept'])).toBeUndefined()
})

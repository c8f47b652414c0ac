import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import PasswordBackPage from './pwdback.page.tsx'

stubCalls({ 'POST /api/v2/session/resetPassword': { username: 'li' } })

test('a reset while signed in leads to the sign-in, without the session that it has ended', async () => {
  signIn({ username: 'li' })
  queryClient.setQueryData(['kept'], '李工')
  renderPage(<PasswordBackPage />, {
    at: '/pwdback',
    others: [{ path: '/login', element: <p>登录页</p> }],
  })
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

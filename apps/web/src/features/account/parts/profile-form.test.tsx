import type { Profile } from '@portal/contract/account/account'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pending, refuse, stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { ProfileForm } from './profile-form.tsx'

// The only fields that the form reads.
const profile = {
  email: 'li@campus.example',
  phone: '0700-86000301',
  name: '李工',
  organization: null,
  onCampus: true,
  hasPassword: true,
} as unknown as Profile

const WRONG = '登录密码错误，请重新输入'
const wrong = [{ code: 'OWN_PASSWORD_WRONG', message: WRONG, field: 'password' }]
const { sent } = stubCalls({
  'POST /backend/api/code/resetEmail': { resendSeconds: 60, outbox: false },
  'POST /backend/api/v1/users/updateUserInfo': ({ body }) =>
    (body as { password?: string }).password === 'guessed'
      ? refuse(422, 'OWN_PASSWORD_WRONG', WRONG, wrong)
      : null,
  'GET /api/v2/user/current': pending,
})

const show = (more: Partial<Profile> = {}) => renderPage(<ProfileForm profile={{ ...profile, ...more }} />)
const read = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const save = async (times: number) => {
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(times))
  return sent.at(-1)
}

test('another mailbox asks for the password as well; a wrong one loses nothing that was typed', async () => {
  show()
  expect(screen.queryByLabelText('登录密码')).toBeNull()
  fill('联系电话', '0700-86000302')
  fill('邮箱', 'new@campus.example')
  fill('新邮箱验证码', '123456')
  expect(screen.queryByLabelText('原邮箱验证码')).toBeNull()
  fill('登录密码', 'guessed')
  await save(1)
  expect((await screen.findAllByText(WRONG)).length).toBeGreaterThan(0)
  expect(['联系电话', '邮箱', '新邮箱验证码'].map(read)).toEqual([
    '0700-86000302',
    'new@campus.example',
    '123456',
  ])
  fill('登录密码', 'known')
  expect(await save(2)).toMatchObject({ email: 'new@campus.example', code: '123456', password: 'known' })
})

test('so does no mailbox, which has no code; the present one asks for nothing', async () => {
  show()
  fill('邮箱', '')
  expect(screen.queryByLabelText('新邮箱验证码')).toBeNull()
  fill('登录密码', 'known')
  // Back at the present address, nothing that was typed for another one is sent.
  fill('邮箱', 'Li@campus.example')
  expect(screen.queryByLabelText('登录密码')).toBeNull()
  expect(await save(1)).toMatchObject({ email: 'Li@campus.example', password: null })
})

test('without a password the code goes to the mailbox before; a first mailbox needs its own code only', async () => {
  show({ hasPassword: false })
  fill('邮箱', 'new@campus.example')
  expect(screen.queryByLabelText('登录密码')).toBeNull()
  expect(screen.getByText(/发送到 li@campus\.example/)).toBeTruthy()
  const [, ofOld] = screen.getAllByRole('button', { name: '获取验证码' })
  if (!ofOld) throw new Error('a button for each of the two codes')
  fireEvent.click(ofOld)
  await waitFor(() => expect(sent[0]).toEqual({ email: 'li@campus.example', purpose: 'change' }))
  cleanup()
  show({ hasPassword: false, email: null })
  fill('邮箱', 'new@campus.example')
  expect(screen.getByLabelText('新邮箱验证码')).toBeTruthy()
  expect([screen.queryByLabelText('登录密码'), screen.queryByLabelText('原邮箱验证码')]).toEqual([null, null])
})

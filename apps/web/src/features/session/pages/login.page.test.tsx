import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { signIn } from '../session.queries.ts'
import LoginPage from './login.page.tsx'

vi.mock('../session.queries.ts', () => ({ signIn: vi.fn(), singleSignOn: vi.fn() }))
const refused = (message: string) => new Failure({ kind: 'refused', status: 401, message })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.mocked(signIn).mockReset()
})
const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/osp/home" element={<p>首页到了</p>} />
      </Routes>
    </MemoryRouter>,
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const question = () => screen.getByText(/等于多少/).textContent
const numerals = '零一二三四五六七八九'
const answer = () => {
  const [a = '', b = ''] = (/^(.)加(.)等于/.exec(question()) ?? []).slice(1)
  return String(numerals.indexOf(a) + numerals.indexOf(b))
}

it('after a refused sign-in the captcha is another one, empty and next to be filled in; the name stays', async () => {
  vi.mocked(signIn).mockRejectedValueOnce(refused('用户名或密码错误'))
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.1)
  open('/login')
  fireEvent.click(screen.getByRole('button', { name: '看不清？改用文字验证' }))
  const first = question()
  fill('用户名', 'booker')
  fill('密码', 'wrong')
  fill('验证码', answer())
  random.mockReturnValue(0.6)
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect((await screen.findByRole('alert')).textContent).toBe('用户名或密码错误')
  expect(question()).not.toBe(first)
  expect(field('验证码').value).toBe('')
  expect(document.activeElement).toBe(field('验证码'))
  expect(field('用户名').value).toBe('booker')
  random.mockRestore()
  fill('密码', 'right')
  fill('验证码', answer())
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('首页到了')).toBeTruthy()
})

it('a ticket that is not accepted says why, above the form that is left', async () => {
  vi.mocked(signIn).mockRejectedValueOnce(refused('统一身份认证未通过，请重新登录'))
  open('/login?ticket=ST-1')
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('统一身份认证未通过，请重新登录')
  expect(said.compareDocumentPosition(field('用户名')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ ticket: 'ST-1' }, false)
})

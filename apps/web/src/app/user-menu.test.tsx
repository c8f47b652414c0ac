import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { session } from '../lib/session.ts'
import { questions } from '../lib/tell.ts'
import { answerQuestion } from '../testing/hands.ts'
import { useLeaveQuestion, useLeaving } from '../ui/form/leave.ts'
import { UserMenu } from './user-menu.tsx'

afterEach(() => {
  cleanup()
  session.end()
  vi.unstubAllGlobals()
})

it('leads to where the password is changed', () => {
  session.know({
    id: 1,
    name: '张三',
    username: 'zhang',
    roles: [],
    permissions: [],
  } as unknown as CurrentUser) // the only fields that the menu reads
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

it('leads to the back office who may open something there, or holds the permission for the link', () => {
  const listOffices = (...permissions: string[]) => {
    const user = { id: 1, name: '张三', username: 'zhang', roles: [], permissions }
    session.know(user as unknown as CurrentUser) // the only fields that the menu reads
    render(
      <MemoryRouter>
        <UserMenu />
      </MemoryRouter>,
    )
    fireEvent.click(screen.getByRole('button', { name: /^用户菜单/ }))
    const links = screen.queryAllByRole('link', { name: '后台管理' }).map((a) => a.getAttribute('href'))
    cleanup()
    return links
  }
  const there = ['/maintain/index']
  expect([listOffices(), listOffices('SYSTEM_ADMIN'), listOffices('USER_SELECT')]).toEqual([[], there, there])
})

it('退出 asks about what was typed while he is still signed in, and once', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(
    async () => new Response(JSON.stringify({ code: 0, message: 'ok', data: null }), { status: 200 }),
  )
  vi.stubGlobal('fetch', fetch)
  const user = { id: 1, name: '张三', username: 'zhang', roles: [], permissions: [] }
  session.begin('secret', user as unknown as CurrentUser, false) // the only fields that the menu reads
  const typed = { current: true }
  function Page() {
    useLeaving()
    useLeaveQuestion(typed, false)
    return <UserMenu />
  }
  const router = createMemoryRouter([
    { path: '/', element: <Page /> },
    { path: '/login', element: <p>登录页</p> },
  ])
  render(<RouterProvider router={router} />)
  const press = () => {
    fireEvent.click(screen.getByRole('button', { name: /^用户菜单/ }))
    return act(async () => void fireEvent.click(screen.getByRole('button', { name: '退出' })))
  }
  await press()
  expect(questions.get().map(({ title, text, ok }) => [title, text, ok])).toEqual([
    ['要退出登录吗？', '填写的内容尚未提交，退出登录后将丢失。', '退出登录'],
  ])
  await answerQuestion(false)
  expect([fetch.mock.calls.length, session.token(), router.state.location.pathname]).toEqual([
    0,
    'secret',
    '/',
  ])
  await press()
  await answerQuestion(true)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect([session.token(), questions.get()]).toEqual([null, []])
})

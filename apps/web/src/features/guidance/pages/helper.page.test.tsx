import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import HelperPage from './helper.page.tsx'

const article = {
  id: 3,
  title: '怎样预约',
  body: '先找到仪器',
  bodyHtml: null,
  link: '/account/subscribe-list?state=draft',
  sort: 1,
  updatedAt: '2026-03-01T01:00:00.000Z',
}
beforeEach(() => {
  session.end()
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/guidance/3') ? article : { items: [], total: 0 }
    return Response.json({ code: 0, message: '', data, requestId: 'r' })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})

const show = (address: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <HelperPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const signIn = () =>
  session.begin('t', { uid: 1, roles: [], permissions: [] } as unknown as CurrentUser, false)

test('the help says to visitors which of its links ask for a sign-in', async () => {
  show('/osp/helper?keyword=x')
  for (const name of [
    '登录后在线咨询',
    '登录后提交咨询',
    '政策法规',
    '登录后联系我们',
    '登录后做一次使用环境检测',
  ])
    await screen.findByRole('link', { name })
  cleanup()
  show('/osp/helper?id=3')
  const link = await screen.findByRole('link', { name: '登录后办理' })
  expect(link.getAttribute('href')).toBe(article.link)
})

test('to whoever is signed in it says only where they lead', async () => {
  signIn()
  show('/osp/helper?keyword=x')
  for (const name of ['在线咨询', '提交咨询', '政策法规', '联系我们', '做一次使用环境检测'])
    await screen.findByRole('link', { name })
  cleanup()
  show('/osp/helper?id=3')
  await screen.findByRole('link', { name: '前往办理' })
})

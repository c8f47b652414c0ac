import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
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
const { answer } = stubCalls({ 'GET /api/v2/guidance/3': article, 'GET *': makePage() })

const show = (address: string) => renderPage(<HelperPage />, { at: address })

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

test('an old address of a page that is gone opens the last page', async () => {
  answer({
    'GET /api/v2/guidance*': ({ query }) => ({
      items: query.get('page') === '1' ? [article] : [],
      total: 21,
    }),
  })
  const { router } = show('/?page=9')
  await screen.findByText('怎样预约')
  expect(router.state.location.search).toBe('?page=2')
})

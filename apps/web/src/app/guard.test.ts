import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenPaths, screens, type ScreenPath } from '@portal/contract/screens'
import type { CurrentUser } from '@portal/contract/session/session'
import { safeRedirect } from '../lib/paths.ts'
import { session } from '../lib/session.ts'
import { changeSite, useSite } from '../lib/site.ts'
import { messages } from '../lib/tell.ts'
import { guard, judgeRights, judgeVisit } from './guard.ts'
import { visitorMenu } from './menu.ts'

const visit = (path: keyof typeof screens, hasToken: boolean, search = '', visitors = false) =>
  judgeVisit({ pathname: path, search }, screens[path].access, { hasToken, visitors })

describe('route guard (§6)', () => {
  it('sends who is signed in from /login to /osp', () => {
    expect(visit('/login', true)).toEqual({ to: '/osp' })
    expect(visit('/login', false)).toBe('enter')
  })
  it('lets everybody into the public routes and the allow-list', () => {
    for (const path of [
      '/login',
      '/gate-monitor',
      '/register',
      '/osp/home',
      '/cas',
      '/osp/helper',
      '/osp/policy',
      '/pwdback',
      '/infoPrefect',
      '/osp/storage/providerActive',
      '/401',
      '/404',
    ] as const)
      expect(visit(path, false)).toBe('enter')
  })
  it('sends everybody else to /login with the way back, query and all', () => {
    const closed = screenPaths.filter((p) => screens[p].access !== 'public')
    expect(closed.length).toBeGreaterThan(120)
    for (const path of closed)
      expect(visit(path, false)).toEqual({ to: `/login?redirect=${encodeURIComponent(path)}` })
    expect(visit('/osp/notice-detail', false, '?id=3')).toEqual({
      to: '/login?redirect=%2Fosp%2Fnotice-detail%3Fid%3D3',
    })
  })
  it('lets visitors into what is for them, and nowhere else, while the site says so', () => {
    const entered = screenPaths.filter(
      (p) => screens[p].access !== 'public' && visit(p, false, '', true) === 'enter',
    )
    expect(entered.toSorted()).toEqual([
      '/dashboard/device-rank',
      '/dashboard/deviceDetail',
      '/deviceopen/deviceopenDetail',
      '/osp/device-rank',
      '/osp/notice',
      '/osp/notice-center',
      '/osp/notice-detail',
      '/osp/share-platform',
    ])
    for (const path of entered) expect(visit(path, true, '', true)).toBe('ask-user')
    expect(visitorMenu.filter((m) => visit(m.path, false, '', true) !== 'enter')).toEqual([])
  })
  it('asks who it is before a screen that needs to know', () =>
    expect(visit('/account/finance', true)).toBe('ask-user'))
  it('keeps from an address what the menu keeps from a role', () => {
    const clerk = { permissions: ['FINANCIAL_VIEW'], roles: [], menus: ['/open-sharing/financial'] }
    expect(judgeRights('/open-sharing/financial', clerk)).toBe('enter')
    expect(judgeRights('/maintain/build', clerk)).toEqual({ to: '/401' })
    // Pages that are not menu entries stay open: the landing page, and pages that a row links to.
    expect(judgeRights('/maintain/index', clerk)).toBe('enter')
    expect(judgeRights('/maintain/lab/maintainInfo', clerk)).toBe('enter')
    expect(judgeRights('/maintain/build', { ...clerk, menus: null })).toBe('enter')
  })
  it('keeps back-office screens for their permissions; ADMIN passes', () => {
    const may = (path: keyof typeof screens, ...permissions: string[]) =>
      judgeRights(path, { permissions, roles: [] })
    expect(may('/open-sharing/financial', 'DEFAULT')).toEqual({ to: '/401' })
    expect(may('/open-sharing/financial', 'FINANCIAL_VIEW')).toBe('enter')
    expect(may('/maintain/deviceAdd', 'DEVICE_MANEGE_VIEW')).toEqual({ to: '/401' })
    expect(may('/monitor/icons', 'ADMIN')).toBe('enter')
    expect(may('/maintain/department', 'DEFAULT')).toBe('enter')
    expect(judgeRights('/osp/storage/providerDevice', { permissions: [], roles: ['SUPPLIER'] })).toBe('enter')
    expect(judgeRights('/osp/storage/providerDevice', { permissions: [], roles: ['TEACHER'] })).toEqual({
      to: '/401',
    })
  })
  it('opens the ministry’s report as the server does: by permission, or by the role of a head', () => {
    for (const path of ['/report/ministry', '/report/ministry/table'] as const) {
      const may = (permissions: string[], ...roles: string[]) => judgeRights(path, { permissions, roles })
      expect([may(['DEVICE_ALL']), may([], 'DEPT_HEAD'), may(['ADMIN'])]).toEqual(['enter', 'enter', 'enter'])
      expect(may(['DEPART_OVERVIEW_EDIT'], 'TEACHER')).toEqual({ to: '/401' })
    }
  })
})

describe('with a token that has expired', () => {
  const STAYS = ['info', '登录状态已过期，您可以继续留在该页面，或者重新登录']
  const LEAVES = ['error', '验证失效，请重新登录']
  const { result, unmount } = renderHook(useSite)
  unmount()
  const site = result.current
  beforeEach(() => {
    messages.set([])
    const refused = JSON.stringify({ code: 'UNAUTHENTICATED', message: '未授权，请登录', data: null })
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => new Response(refused, { status: 401 })),
    )
    session.begin('expired', {} as CurrentUser, false) // the page was loaded with the cookie alone
    vi.spyOn(session, 'user').mockReturnValue(null)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    changeSite(site)
    session.end()
    messages.set([])
  })
  const enter = async (path: ScreenPath) => {
    const answer = await guard(path, new Request(`http://localhost${path}`))
    await waitFor(() => expect(session.token()).toBeNull())
    return [answer?.headers.get('Location') ?? path, ...messages.get().map((m) => [m.tone, m.text])]
  }

  it('a public page stays open, and says that one may stay', async () =>
    expect(await enter('/osp/home')).toEqual(['/osp/home', STAYS]))
  it('a page for visitors stays open while the site lets them in', async () => {
    changeSite({ ...site, visitorsMayBrowse: true })
    expect(await enter('/osp/notice-center')).toEqual(['/osp/notice-center', STAYS])
  })
  it('every other page leads to /login', async () => {
    expect(await enter('/osp/notice-center')).toEqual(['/login?redirect=%2Fosp%2Fnotice-center', LEAVES])
  })
})

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  null,
  '/login?redirect=/x',
  '/\t/evil',
])('never follows a redirect off the site: %s', (wanted) => expect(safeRedirect(wanted)).toBe('/osp/home'))
it('follows one within the site', () =>
  expect(safeRedirect('/account/finance?page=2')).toBe('/account/finance?page=2'))

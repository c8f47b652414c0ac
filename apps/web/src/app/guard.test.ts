import { describe, expect, it } from 'vitest'
import { screenPaths, screens } from '@portal/contract/screens'
import { safeRedirect } from '../lib/paths.ts'
import { judgeRights, judgeVisit } from './guard.ts'
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

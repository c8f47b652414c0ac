import { expect, test } from 'vitest'
import { permissionCodes } from '../kernel/permissions.ts'
import { backOfficeMenu, menuFor, menuPaths, wholeMenu, type Menu, type MenuNode } from './menus.ts'

const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((m) => [m, ...flat(m.children ?? [])])
const paths = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((n) => (n.children.length ? paths(n.children) : [n.path]))
const holder = (...permissions: string[]) => ({ permissions, roles: [] })

test('asks for codes that exist, and leads nowhere twice', () => {
  const asked = flat(backOfficeMenu).flatMap((m) => m.auth ?? [])
  expect(asked.filter((code) => !permissionCodes.includes(code))).toEqual([])
  expect(new Set(menuPaths).size).toBe(menuPaths.length)
})

test('ADMIN sees all of it; nobody’s permissions still open what asks for none', () => {
  expect(paths(menuFor(holder('ADMIN'), null))).toEqual([...menuPaths])
  expect(paths(wholeMenu())).toEqual([...menuPaths])
  expect(paths(menuFor(holder(), null))).toEqual(
    menuPaths.filter(
      (path) =>
        /^\/(maintain\/|statistic|report|settings\/(?!data-screen)|form-create|bpm)/.test(path) &&
        !flat(backOfficeMenu).find((m) => m.path === path)?.auth,
    ),
  )
})

test('a group with nothing left goes', () => {
  expect(
    menuFor(holder('USER_ALL'), new Set(['/maintain/campus-user', '/maintain/roles'])).map((g) => [
      g.path,
      paths([g]),
    ]),
  ).toEqual([['/maintain', ['/maintain/campus-user']]])
})

test('leads nowhere that is not built, nor where the server would refuse', () => {
  expect(menuPaths.filter((path) => /gate-monitor/.test(path))).toEqual(['/open-sharing/gate-monitor'])
  const iot = (...codes: string[]) =>
    paths(menuFor(holder(...codes), null)).filter((path) => path.startsWith('/iot/'))
  expect([iot(), iot('SYSTEM_ADMIN'), iot('GATE_MONITOR_EDIT'), iot('GATE_MONITOR_ALL')]).toEqual([
    [],
    [],
    ['/iot/door-access', '/iot/air-switch'],
    ['/iot/iot-device', '/iot/door-access', '/iot/air-switch'],
  ])
  const settings = (...codes: string[]) =>
    paths(menuFor(holder(...codes), null)).filter((path) => path.startsWith('/settings/'))
  expect([settings(), settings('SYSTEM_ADMIN'), settings('ADMIN')]).toEqual([
    ['/settings/carousel', '/settings/email', '/settings/audit'],
    ['/settings/carousel', '/settings/email', '/settings/audit'],
    ['/settings/carousel', '/settings/email', '/settings/data-screen', '/settings/audit'],
  ])
})

test('the ministry’s report is for its office and for heads, by their role', () => {
  const report = (permissions: string[], ...roles: string[]) =>
    paths(menuFor({ permissions, roles }, null)).filter((path) => path.startsWith('/report/'))
  const [others, all] = [['/report/largeDevice'], ['/report/ministry', '/report/largeDevice']]
  expect([report(['DEVICE_ALL']), report([], 'DEPT_HEAD'), report(['ADMIN'])]).toEqual([all, all, all])
  expect([report([]), report(['DEPART_OVERVIEW_EDIT'], 'TEACHER')]).toEqual([others, others])
})

test('the permission for the link to the back office opens no entry', () =>
  expect(paths(menuFor(holder('SYSTEM_ADMIN'), null))).toEqual(paths(menuFor(holder(), null))))

test('a section opens for its code and for what opens one of its entries', () => {
  const monitor = (...codes: string[]) =>
    paths(menuFor(holder(...codes), null)).filter((path) => path.startsWith('/monitor/'))
  expect([monitor(), monitor('MONITOR_PAGE'), monitor('OPERATE_LOG_ALL')]).toEqual([
    [],
    ['/monitor/platform'],
    ['/monitor/operate-log'],
  ])
  // An entry for everybody opens no section: people without a permission of 共享预约 find their reports
  // elsewhere.
  const sharing = (...codes: string[]) =>
    paths(menuFor(holder(...codes), null)).filter((path) => path.startsWith('/open-sharing/'))
  expect([sharing(), sharing('OPEN_SHARE_PAGE'), sharing('TEST_ORDER_VIEW')]).toEqual([
    [],
    ['/open-sharing/finance-report'],
    ['/open-sharing/testManage', '/open-sharing/finance-report'],
  ])
  expect(paths(menuFor(holder('CONTENT_MANAGE_PAGE'), null))).toContain('/content/policy-item')
})

test('everybody has figures to look at: the overview and the tables stand together', () => {
  expect(
    menuFor(holder(), null)
      .find((m) => m.meta.title === '统计报表')
      ?.children.map((m) => m.path),
  ).toEqual([
    '/statistics',
    '/statistic/device-statistic',
    '/statistic/lab-statistic',
    '/statistic/pivot',
    '/statistic/benefit',
  ])
})

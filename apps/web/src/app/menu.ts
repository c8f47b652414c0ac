import { holdsAny, view, type Permission } from '@portal/contract/kernel/permissions'
import {
  backOfficeMenu,
  menuPaths,
  opensFor,
  sectionOpensFor,
  type Menu,
} from '@portal/contract/people/menus'
import { screens, type ScreenAccess, type ScreenPath } from '@portal/contract/screens'
import type { IconName } from '../ui/icon.tsx'

// What the menus hold and in which order (§2). Words and rights come from the table of screens.

export interface MenuItem {
  path: ScreenPath
  title: string
  icon?: IconName
  /** Left out of the sidebar (§2); the landing page of the back office still leads there. */
  hidden?: true
  /** Whom its section lets in because of it. */
  auth?: readonly Permission[]
  /** Shown only to who may do something there. */
  needs?: readonly Permission[]
  /** Not built yet: no menu leads there. */
  later?: true
}
export interface MenuGroup {
  key: string
  title: string
  icon: IconName
  items: readonly MenuItem[]
}
/** Who looks at a menu. `labRoles` is the role map of the lab in view. */
export interface Viewer {
  permissions: readonly string[]
  roles: readonly string[]
  /** The entries of the back office that an administrator keeps him to; none: all that his rights open. */
  menus?: readonly string[] | null
  labRoles?: Readonly<Record<string, boolean>>
}

const item = (path: ScreenPath, title?: string, icon?: IconName): MenuItem => ({
  path,
  title: title ?? screens[path].title,
  ...(icon && { icon }),
})
const items = (...paths: ScreenPath[]): MenuItem[] => paths.map((p) => item(p))

export const frontMenu: readonly MenuItem[] = [
  item('/osp/home'),
  ...items('/osp/department', '/osp/notice', '/osp/laboratory', '/osp/share-platform'),
  // Not in §2's list: by when there is time, and by where it stands.
  item('/osp-test/subscribe'),
  item('/osp/device-map', '仪器地图'),
  item('/osp/open-setting', undefined, 'gear'),
  item('/osp/download'),
]
/** For whom buying is a daily work: in the main menu too, not only behind the name. */
const offices: Permission[] = ['PURCHASE_ALL', 'TENDER_ALL', ...view('FINANCIAL')]
export function frontMenuFor(who: Viewer | null): readonly MenuItem[] {
  if (!who) return frontMenu
  const [sharing] = sharingMenuFor(who)
  return [
    ...frontMenu,
    ...(holdsAny(who.permissions, offices) ? [item('/osp/subscribe/list', '设备采购', 'box')] : []),
    ...(sharing ? [item(sharing.path, '共享管理', 'flow')] : []),
  ]
}
/** Of a visitor: only doors that open without signing in. */
export const visitorMenu: readonly MenuItem[] = items(
  '/osp/home',
  '/osp/notice',
  '/osp/share-platform',
  '/osp/device-rank',
  '/osp/policy',
  '/osp/helper',
)
export const accountMenu = [
  ...items(
    '/account/homepage',
    '/account/subscribe-list',
    '/account/audit-list',
    '/account/measure-list',
    '/account/lab',
    '/account/devices',
    '/account/use-entries',
    '/account/backfill',
    '/account/results',
    '/account/forms',
    '/account/workflows',
    '/account/finance',
  ),
  // A screen of the back office, but everybody has at least his own figures there.
  item('/statistics', '使用统计'),
]
export const labMenu: readonly MenuItem[] = [
  item('/lab/homepage', '首页'),
  item('/lab/describtion', '简介'),
  ...items('/lab/trends', '/lab/opens', '/lab/reference', '/lab/contact'),
  item('/lab/manage', '管理'),
]
export const shareMenu = items(
  '/share/homepage',
  '/share/device-map',
  '/share/open-setting',
  '/share/subscribe',
  '/share/audit',
  '/share/policies',
  '/share/contact',
)

interface BackGroup extends MenuGroup {
  hidden?: true
  /** The section's own code; one of an entry's opens it, too. */
  auth?: readonly Permission[]
  later?: true
}
const findItem = ({
  path,
  hidden,
  auth,
  needs,
  later,
}: Pick<Menu, 'path' | 'hidden' | 'auth' | 'needs' | 'later'>): MenuItem => ({
  ...item(path as ScreenPath),
  ...(hidden && { hidden }),
  ...(auth && { auth }),
  ...(needs && { needs }),
  ...(later && { later }),
})
/** From the contract, which the server answers from too. */
export const backMenu: readonly BackGroup[] = backOfficeMenu.map(
  ({ path, title, icon, hidden, auth, later, children = [] }) => ({
    key: path.slice(1),
    title,
    icon: icon as IconName,
    ...(hidden && { hidden }),
    ...(auth && { auth }),
    ...(later && { later }),
    items: (children.length ? children : [{ path, title }]).map(findItem),
  }),
)

/** Does the viewer meet all that a screen asks for? Unknown lab roles are no roles. */
export function meets(access: ScreenAccess, who: Viewer): boolean {
  if (typeof access === 'string') return true
  if (access.anyOf && !holdsAny(who.permissions, access.anyOf)) return false
  if (access.roles && !who.permissions.includes('ADMIN') && !access.roles.some((r) => who.roles.includes(r)))
    return false
  if (access.labRoles && !access.labRoles.some((r) => who.labRoles?.[r] === true)) return false
  return true
}
/** An entry of the back office that the viewer's roles are not kept to: neither menu nor address opens it. */
export const isKeptFrom = (path: string, { menus }: Viewer): boolean =>
  Boolean(menus) && menuPaths.includes(path) && !menus?.includes(path)
/** What a menu shows, its link opens. */
const opens = (m: MenuItem, who: Viewer): boolean =>
  meets(screens[m.path].access, who) &&
  !m.later &&
  opensFor(who.permissions, { needs: m.needs ?? screens[m.path].needs }) &&
  !isKeptFrom(m.path, who)
export const visible = (menu: readonly MenuItem[], who: Viewer): MenuItem[] =>
  menu.filter((m) => opens(m, who))

/** One page may have a second address for other rights (办事指南): the menu leads to it once. */
const isFirstDoor = (m: MenuItem, at: number, all: readonly MenuItem[]): boolean =>
  all.findIndex((other) => screens[other.path].page === screens[m.path].page) === at

interface Shown {
  /** Also what the sidebar leaves out. */
  hidden?: boolean
}
/** The sidebar: only what the viewer may open; a group with nothing left in it goes. */
export function visibleGroups(
  groups: readonly BackGroup[],
  who: Viewer,
  { hidden = false }: Shown = {},
): MenuGroup[] {
  return groups
    .filter((g) => (hidden || !g.hidden) && !g.later && sectionOpensFor(who.permissions, g, g.items))
    .map((g) => ({
      ...g,
      items: visible(g.items, who)
        .filter((m) => hidden || !m.hidden)
        .filter(isFirstDoor),
    }))
    .filter((g) => g.items.length > 0)
}

/**
 * The screens of 共享预约, which the sidebar leaves out (§2), for who does something there: what awaits finance
 * or a lab's leaders first.
 */
export function sharingMenuFor(who: Viewer): MenuItem[] {
  const all =
    visibleGroups(backMenu, who, { hidden: true }).find((g) => g.key === 'open-sharing')?.items ?? []
  const first = (['/open-sharing/financial', '/open-sharing/subscribes'] as const).find((path) =>
    all.some((m) => m.path === path),
  )
  return all.toSorted((a, b) => Number(b.path === first) - Number(a.path === first))
}

export type MenuKind = 'front' | 'account' | 'lab'
/** Which menu the header shows (§2): by path and by the lab id in the query. */
export function menuKind(pathname: string, search: string): MenuKind {
  if (pathname === '/account' || pathname.startsWith('/account/')) return 'account'
  return findLabId(pathname, search) ? 'lab' : 'front'
}
/** The lab a page is about: `serialId` or `labId` holding LAB, on a lab page. */
export function findLabId(pathname: string, search: string): string | null {
  if (pathname !== '/lab' && !pathname.includes('lab/')) return null
  const query = new URLSearchParams(search)
  return [query.get('serialId'), query.get('labId')].find((v) => v?.includes('LAB')) ?? null
}

/** Where a back-office page stands: group and title for the breadcrumb. */
export function findTrail(pathname: string): { group?: MenuGroup; title?: string } {
  if (pathname === '/maintain/index') return {} // the front door of them all
  const head = pathname.split('/')[1] ?? ''
  const key = { statistics: 'statistic', 'iot-device': 'iot' }[head] ?? head
  const group = backMenu.find((g) => g.key === key)
  const title = (screens as Record<string, { title: string } | undefined>)[pathname]?.title
  return { ...(group && { group }), ...(title && { title }) }
}

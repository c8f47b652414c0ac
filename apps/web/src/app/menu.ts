import { holdsAny, isAdmitted, view, type Permission } from '@portal/contract/kernel/permissions'
import {
  backOfficeMenu,
  menuPaths,
  opensFor,
  sectionOpensFor,
  type Menu,
} from '@portal/contract/people/menus'
import { screens, type ScreenAccess, type ScreenPath } from '@portal/contract/screens'
import type { IconName } from '../ui/icon.tsx'

// The menus and their order. Titles and rights come from the table of screens.

export interface MenuItem {
  path: ScreenPath
  title: string
  icon?: IconName
  /** Not in the sidebar; the landing page of the back office still links to it. */
  hidden?: true
  /** Permissions for which its section opens because of this entry. */
  auth?: readonly Permission[]
  /** Roles for which it opens, too. */
  orRoles?: readonly string[]
  /** Permissions, one of which is needed to see the entry. */
  needs?: readonly Permission[]
  /** Not built yet: not in any menu. */
  later?: true
}
export interface MenuGroup {
  key: string
  title: string
  icon: IconName
  items: readonly MenuItem[]
}
/** The person for whom a menu is drawn. `labRoles` are the roles in the lab in view. */
export interface Viewer {
  permissions: readonly string[]
  roles: readonly string[]
  /**
   * The back-office entries to which an administrator has limited this person; without it, all that the
   * rights open.
   */
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
  // Two more searches for instruments: by free time, and by place.
  item('/osp-test/subscribe'),
  item('/osp/device-map', '仪器地图'),
  item('/osp/open-setting', undefined, 'gear'),
  item('/osp/download'),
]
/**
 * Offices that buy daily get the purchase entry in the main menu, not only in the user menu. `LIFECYCLE_PAGE`
 * opens it as `OPEN_SHARE_PAGE` opens its section.
 */
const offices: Permission[] = ['LIFECYCLE_PAGE', 'PURCHASE_ALL', 'TENDER_ALL', ...view('FINANCIAL')]
export function frontMenuFor(who: Viewer | null): readonly MenuItem[] {
  if (!who) return frontMenu
  const [sharing] = sharingMenuFor(who)
  return [
    ...frontMenu,
    ...(holdsAny(who.permissions, offices) ? [item('/osp/subscribe/list', '设备采购', 'box')] : []),
    ...(sharing ? [item(sharing.path, '共享管理', 'flow')] : []),
  ]
}
/** The menu of a visitor: only pages that open without signing in. */
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
  // A back-office screen, but everyone may see their own figures there.
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
  /** The section's own permissions; those of an entry open it, too. */
  auth?: readonly Permission[]
  later?: true
}
const findItem = ({
  path,
  hidden,
  auth,
  orRoles,
  needs,
  later,
}: Pick<Menu, 'path' | 'hidden' | 'auth' | 'orRoles' | 'needs' | 'later'>): MenuItem => ({
  ...item(path as ScreenPath),
  ...(hidden && { hidden }),
  ...(auth && { auth }),
  ...(orRoles && { orRoles }),
  ...(needs && { needs }),
  ...(later && { later }),
})
/** Built from the contract, because the server reads the same table. */
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

/** Whether the viewer meets all conditions of a screen. Unknown lab roles count as none. */
export function meets(access: ScreenAccess, who: Viewer): boolean {
  if (typeof access === 'string') return true
  if (access.anyOf && !isAdmitted(who, access.anyOf, access.orRoles)) return false
  if (access.roles && !who.permissions.includes('ADMIN') && !access.roles.some((r) => who.roles.includes(r)))
    return false
  if (access.labRoles && !access.labRoles.some((r) => who.labRoles?.[r] === true)) return false
  return true
}
/** Whether the viewer's roles exclude this back-office entry; then neither menu nor address opens it. */
export const isKeptFrom = (path: string, { menus }: Viewer): boolean =>
  Boolean(menus) && menuPaths.includes(path) && !menus?.includes(path)
/** A menu shows an entry only if its link opens. */
const opens = (m: MenuItem, who: Viewer): boolean =>
  meets(screens[m.path].access, who) &&
  !m.later &&
  opensFor(who, { needs: m.needs ?? screens[m.path].needs }) &&
  !isKeptFrom(m.path, who)
export const visible = (menu: readonly MenuItem[], who: Viewer): MenuItem[] =>
  menu.filter((m) => opens(m, who))

/** One page may have a second address for other rights (办事指南): the menu leads to it once. */
const isFirstDoor = (m: MenuItem, at: number, all: readonly MenuItem[]): boolean =>
  all.findIndex((other) => screens[other.path].page === screens[m.path].page) === at

interface Shown {
  /** Include what the sidebar leaves out. */
  hidden?: boolean
}
/** The sidebar's groups with the entries that the viewer may open; empty groups are dropped. */
export function visibleGroups(
  groups: readonly BackGroup[],
  who: Viewer,
  { hidden = false }: Shown = {},
): MenuGroup[] {
  return groups
    .filter((g) => (hidden || !g.hidden) && !g.later && sectionOpensFor(who, g, g.items))
    .map((g) => ({
      ...g,
      items: visible(g.items, who)
        .filter((m) => hidden || !m.hidden)
        .filter(isFirstDoor),
    }))
    .filter((g) => g.items.length > 0)
}

/**
 * The screens of 共享预约 that the viewer may open; the sidebar leaves them out. The screen where finance or lab
 * leaders have tasks comes first.
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
/** Which menu the header shows, by path and by the lab id in the query. */
export function menuKind(pathname: string, search: string): MenuKind {
  if (pathname === '/account' || pathname.startsWith('/account/')) return 'account'
  return findLabId(pathname, search) ? 'lab' : 'front'
}
/** The lab that a page is about: the `serialId` or `labId` that contains LAB, on a lab page. */
export function findLabId(pathname: string, search: string): string | null {
  if (pathname !== '/lab' && !pathname.includes('lab/')) return null
  const query = new URLSearchParams(search)
  return [query.get('serialId'), query.get('labId')].find((v) => v?.includes('LAB')) ?? null
}

/** Group and title of a back-office page for the breadcrumb. */
export function findTrail(pathname: string): { group?: MenuGroup; title?: string } {
  if (pathname === '/maintain/index') return {} // the landing page
  const head = pathname.split('/')[1] ?? ''
  const key = { statistics: 'statistic', 'iot-device': 'iot' }[head] ?? head
  const group = backMenu.find((g) => g.key === key)
  const title = (screens as Record<string, { title: string } | undefined>)[pathname]?.title
  return { ...(group && { group }), ...(title && { title }) }
}

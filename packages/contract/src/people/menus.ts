import { z } from 'zod'
import { holdsAny, isAdmitted, type Holder, type Permission } from '../kernel/permissions.ts'
import { screenAt, screens, type Screen, type ScreenPath } from '../screens.ts'

// The back office's menu: its sections and the permissions that open them. The table of screens defines the
// entries of each section.

export interface Menu {
  path: string
  title: string
  icon?: string
  /** Reached from other screens and not shown in the menu. */
  hidden?: true
  /** Permissions that open it; without any, every signed-in person may open it. */
  auth?: readonly Permission[]
  /** People with one of these roles need none of the permissions in `auth`. */
  orRoles?: readonly string[]
  /**
   * Every signed-in person may open the page, but the server lets only holders of these permissions act
   * there, so the menu shows it only to them.
   */
  needs?: readonly Permission[]
  /** Planned, not built: the address says so, and no menu links there. */
  later?: true
  children?: readonly Menu[]
}

const makeEntry = (path: string, { title, access, menu, needs, page }: Screen): Menu => ({
  path,
  title,
  ...(typeof access === 'object' && access.anyOf && { auth: access.anyOf }),
  ...(typeof access === 'object' && access.orRoles && { orRoles: access.orRoles }),
  ...(menu === 'index' && { hidden: true }),
  ...(needs && { needs }),
  ...(page === null && { later: true }),
})
/**
 * A section's screens are those below its path, and one with another path (`also`). A section without screens
 * is a screen itself. A section is `later` if none of its screens is built.
 */
function section(
  path: string,
  title: string,
  icon: string,
  { also, ...more }: Pick<Menu, 'hidden' | 'auth'> & { also?: ScreenPath } = {},
): Menu {
  const children = Object.entries<Screen>(screens).flatMap(([below, screen]) =>
    screen.menu && (below.startsWith(`${path}/`) || below === also) ? [makeEntry(below, screen)] : [],
  )
  const built = children.length > 0 ? children.some((c) => !c.later) : screenAt(path)?.page
  return { path, title, icon, ...more, children, ...(!built && { later: true }) }
}

export const backOfficeMenu: readonly Menu[] = [
  section('/open-sharing', '共享预约', 'device', { hidden: true, auth: ['OPEN_SHARE_PAGE'] }),
  section('/content', '内容管理', 'file', { auth: ['CONTENT_MANAGE_PAGE'] }),
  section('/maintain', '数据维护', 'box'),
  section('/statistic', '统计报表', 'chart', { also: '/statistics' }),
  section('/report', '数据上报', 'upload'),
  section('/settings', '系统配置', 'gear'),
  section('/iot', '智能监控', 'wifi'),
  section('/monitor', '系统监控', 'eye', { auth: ['MONITOR_PAGE'] }),
  section('/form-create', '表单管理', 'form'),
  section('/bpm', '流程管理', 'flow'),
]

const leaves = (menus: readonly Menu[]): Menu[] =>
  menus.flatMap((m) => (m.later ? [] : m.children?.length ? leaves(m.children) : [m]))
/** The entries to which a role can be limited; sections are not among them. */
export const menuPaths: readonly string[] = leaves(backOfficeMenu).map((m) => m.path)

/** A menu item as sent to the browser. `index` is the full path, here equal to the path. */
export interface MenuNode {
  name: string
  index: string
  path: string
  icon: string | null
  component: string
  meta: { icon: string | null; title: string; homeHidden: boolean }
  hidden: boolean
  backHidden: boolean
  subHidden: boolean
  auth: string[]
  roles: string[]
  children: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode> = z.object({
  name: z.string(),
  index: z.string(),
  path: z.string(),
  icon: z.string().nullable(),
  component: z.string(),
  meta: z.object({ icon: z.string().nullable(), title: z.string(), homeHidden: z.boolean() }),
  hidden: z.boolean(),
  backHidden: z.boolean(),
  subHidden: z.boolean(),
  auth: z.array(z.string()),
  roles: z.array(z.string()),
  get children() {
    return z.array(menuNode)
  },
})

const findNode = (m: Menu, children: MenuNode[]): MenuNode => ({
  name: m.path.slice(1).replaceAll('/', '-'),
  index: m.path,
  path: m.path,
  icon: m.icon ?? null,
  component: m.path,
  meta: { icon: m.icon ?? null, title: m.title, homeHidden: true },
  hidden: m.hidden ?? false,
  backHidden: m.hidden ?? false,
  subHidden: false,
  auth: [...(m.auth ?? [])],
  roles: [...(m.orRoles ?? [])],
  children,
})

type Asked = Pick<Menu, 'auth' | 'orRoles' | 'needs'>

/** Does the menu show the entry to this person? */
export const opensFor = (who: Holder, { auth, orRoles, needs }: Asked): boolean =>
  (!auth || isAdmitted(who, auth, orRoles)) && (!needs || holdsAny(who.permissions, needs))

/**
 * A section opens with its own permission, and with what opens any of its entries, so that people with only
 * one entry's permission or role can find it. An entry open to everybody does not open a section that
 * requires a permission.
 */
export const sectionOpensFor = (
  who: Holder,
  { auth }: Pick<Menu, 'auth'>,
  entries: readonly Asked[],
): boolean =>
  !auth ||
  holdsAny(who.permissions, auth) ||
  entries.some((e) => (e.auth ?? e.needs) !== undefined && opensFor(who, e))

/**
 * The menu for a person. `keptTo`: the entries to which their roles are limited; null: no limit. A section
 * shows its visible entries; a section without any is left out.
 */
export function menuFor(
  who: Holder,
  keptTo: ReadonlySet<string> | null,
  menus: readonly Menu[] = backOfficeMenu,
): MenuNode[] {
  return menus.flatMap((m) => {
    if (m.later) return []
    if (m.children?.length) {
      if (!sectionOpensFor(who, m, m.children)) return []
      const children = menuFor(who, keptTo, m.children)
      return children.length ? [findNode(m, children)] : []
    }
    return opensFor(who, m) && (!keptTo || keptTo.has(m.path)) ? [findNode(m, [])] : []
  })
}
export const wholeMenu = (menus: readonly Menu[] = backOfficeMenu): MenuNode[] =>
  menus.filter((m) => !m.later).map((m) => findNode(m, wholeMenu(m.children ?? [])))

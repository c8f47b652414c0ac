import { z } from 'zod'
import { holdsAny, view, type Permission } from '../kernel/permissions.ts'

// The back office's menu (§2): entries, their order, and which permissions open them (§6). An entry without any is for everybody signed in.

export interface Menu {
  path: string
  title: string
  icon?: string
  /** Reached from elsewhere, not drawn in the menu. */
  hidden?: true
  auth?: readonly Permission[]
  /** Its page opens for everybody signed in (§6), but the server lets only these do anything there: shown to them alone. */
  needs?: readonly Permission[]
  /** Planned, not built: its address says so, and no menu leads there. */
  later?: true
  children?: readonly Menu[]
}
const group = (
  path: string,
  title: string,
  icon: string,
  children: readonly Menu[],
  more: Pick<Menu, 'hidden' | 'auth' | 'later'> = {},
): Menu => ({
  path,
  title,
  icon,
  children,
  ...more,
})
const entry = (path: string, title: string, auth?: readonly Permission[], hidden?: true): Menu => ({
  path,
  title,
  ...(auth && { auth }),
  ...(hidden && { hidden }),
})

export const backOfficeMenu: readonly Menu[] = [
  group(
    '/open-sharing',
    '共享预约',
    'device',
    [
      entry('/open-sharing/open-set', '开放设置', view('OPEN_SETTING')),
      entry('/open-sharing/subscribes', '预约单管理', view('SUBSCRIBE_ORDER')),
      entry('/open-sharing/testManage', '测试单管理', view('TEST_ORDER')),
      entry('/open-sharing/settles', '结算单管理', view('SETTLE_ORDER')),
      entry('/open-sharing/financial', '财务管理', view('FINANCIAL')),
      { ...entry('/open-sharing/gate-monitor', '门禁监控', view('GATE_MONITOR')), later: true },
      entry('/open-sharing/share-contact', '联系我们', view('SHARE_CONTACT')),
    ],
    { hidden: true, auth: ['OPEN_SHARE_PAGE'] },
  ),
  group('/content', '内容管理', 'file', [
    entry('/content/notice', '通知公告', view('NOTICE_MSG')),
    entry('/content/policy-item', '政策与指南', ['CONTENT_MANAGE_PAGE']),
    entry('/content/department-overview', '部门概况', view('DEPART_OVERVIEW')),
    entry('/content/download-center', '下载中心', view('DOWNLOAD')),
  ]),
  group('/maintain', '数据维护', 'box', [
    entry('/maintain/campus-user', '用户管理', ['USER_ALL', 'USER_SELECT']),
    entry('/maintain/roles', '角色管理', ['ROLES_ALL', 'ROLES_SELECT']),
    entry('/maintain/permission', '权限管理', ['PERMISSION_ALL', 'PERMISSION_SELECT']),
    entry('/maintain/postInfo', '岗位管理', ['USER_SYSTEM_PAGE']),
    entry('/maintain/laboratory', '实验室管理'),
    entry('/maintain/order', '订单管理'),
    entry('/maintain/deviceInfo', '仪器管理', ['DEVICE_ALL', 'DEVICE_MANEGE_VIEW']),
    entry('/maintain/deviceCategory', '仪器分类', ['DEVICE_CATEGORY_ALL']),
    entry('/maintain/department', '部门管理'),
    entry('/maintain/build', '楼宇管理'),
    entry('/maintain/dictionaries', '字典管理'),
  ]),
  group('/statistics', '统计报表', 'chart', [], { later: true }),
  group('/report', '国家平台上报', 'up', [entry('/report/largeDevice', '单台大型仪器')], { later: true }),
  group('/settings', '系统配置', 'gear', [
    { ...entry('/settings/carousel', '轮播图管理'), needs: ['SYSTEM_ADMIN', 'CONTENT_MANAGE_PAGE'] },
    { ...entry('/settings/email', '系统邮箱'), needs: ['ADMIN'] },
    { ...entry('/settings/audit', '审核配置'), needs: ['ADMIN'] },
  ]),
  group(
    '/iot',
    '智能监控',
    'wifi',
    [
      entry('/iot/iot-device', '物联设备'),
      entry('/iot/door-access', '门禁管理'),
      entry('/iot/air-switch', '空气开关'),
    ],
    { later: true },
  ),
  group(
    '/monitor',
    '系统监控',
    'eye',
    [
      entry('/monitor/operate-log', '操作日志', ['OPERATE_LOG_ALL', 'OPERATE_LOG_EDIT']),
      entry('/monitor/exception-log', '异常日志', ['EXCEPTION_LOG_ALL', 'EXCEPTION_LOG_EDIT']),
      entry('/monitor/system-cache', '系统缓存', ['CACHE_ALL', 'CACHE_EDIT']),
      entry('/monitor/crontab-task', '定时任务', ['CRONTAB_ALL', 'CRONTAB_EDIT'], true),
      entry('/monitor/icons', '图标', ['ICON_ALL'], true),
    ],
    { auth: ['MONITOR_PAGE'] },
  ),
  group('/form-create', '表单管理', 'menu', [entry('/form-create/form-design', '表单设计')], { later: true }),
  group(
    '/bpm',
    '流程管理',
    'flow',
    [
      entry('/bpm/bpm-list', '流程列表'),
      entry('/bpm/bpm-design', '流程设计'),
      entry('/bpm/create-process', '发起流程'),
    ],
    { later: true },
  ),
]

const leaves = (menus: readonly Menu[]): Menu[] =>
  menus.flatMap((m) => (m.later ? [] : m.children?.length ? leaves(m.children) : [m]))
/** What a role can be kept to: entries, not groups. */
export const menuPaths: readonly string[] = leaves(backOfficeMenu).map((m) => m.path)

/** On the wire (§3, menu item). `index` is the full path, which here is the path. */
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

const nodeOf = (m: Menu, children: MenuNode[]): MenuNode => ({
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
  roles: [],
  children,
})

/** Does it stand in the menu of who holds these? */
export const opensFor = (
  permissions: readonly string[] | ReadonlySet<string>,
  { auth, needs }: Pick<Menu, 'auth' | 'needs'>,
): boolean => (!auth || holdsAny(permissions, auth)) && (!needs || holdsAny(permissions, needs))

/**
 * What somebody with these permissions finds in the menu. `keptTo`: the entries his roles are kept to, null when they are not.
 * A group keeps its visible children; one with nothing left goes.
 */
export function menuFor(
  permissions: readonly string[] | ReadonlySet<string>,
  keptTo: ReadonlySet<string> | null,
  menus: readonly Menu[] = backOfficeMenu,
): MenuNode[] {
  return menus.flatMap((m) => {
    if (m.later || !opensFor(permissions, m)) return []
    if (m.children?.length) {
      const children = menuFor(permissions, keptTo, m.children)
      return children.length ? [nodeOf(m, children)] : []
    }
    return !keptTo || keptTo.has(m.path) ? [nodeOf(m, [])] : []
  })
}
export const wholeMenu = (menus: readonly Menu[] = backOfficeMenu): MenuNode[] =>
  menus.filter((m) => !m.later).map((m) => nodeOf(m, wholeMenu(m.children ?? [])))

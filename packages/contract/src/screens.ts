import { view, type Permission } from './kernel/permissions.ts'

// Every screen of the portal, one row each (docs/decisions/061). Links, rights, menus, lazy pages, preloads
// and early requests are derived from this table: a new screen is a new row.

/** The frame that surrounds a screen. */
export type Area = 'standalone' | 'front' | 'lab' | 'share' | 'account' | 'back' | 'equipment'

/**
 * Who may open a screen. `visitors`: every signed-in person, and everybody while the site lets visitors
 * browse (decision 103). `anyOf`: holders of one of these permissions; `ADMIN` passes. `orRoles`: people with
 * one of these roles need none of these permissions. `roles`: people with one of these roles. `labRoles`:
 * people with one of these roles in the lab of the query, which the lab frame looks up. Apart from `orRoles`,
 * all given conditions must hold.
 */
export type ScreenAccess =
  | 'public'
  | 'visitors'
  | 'signed-in'
  | {
      anyOf?: readonly Permission[]
      orRoles?: readonly string[]
      roles?: readonly string[]
      labRoles?: readonly string[]
    }

/** May people without a session open the screen while the site lets visitors browse? */
export const opensToVisitors = (access: ScreenAccess): boolean => access === 'public' || access === 'visitors'

/** `notice/manage` is features/notice/pages/manage.page.tsx; `app/…` are pages of the frames themselves. */
export type PageName = `${string}/${string}`

/**
 * The data a screen requests while its program is still loading; a key in the browser's boot/first-data.ts.
 */
export type FirstData = 'home' | 'devices' | 'device' | 'labs' | 'notices' | 'bookings' | 'inbox'

export interface Screen {
  title: string
  area: Area
  /** Null: planned. The address says so, and no menu links there. */
  page: PageName | null
  access: ScreenAccess
  /** The page uses no antd components, so it is not wrapped in antd's frame and does not load antd. */
  light?: true
  first?: FirstData
  /** Whether the back office links to it from its sidebar and index page, or from the index page only. */
  menu?: 'sidebar' | 'index'
  /**
   * Every signed-in person may open the page, but the server lets only holders of these permissions act
   * there. Menus show it only to them and to people with a task waiting there.
   */
  needs?: readonly Permission[]
}

const screen =
  (area: Area, menu?: Screen['menu']) =>
  (
    title: string,
    page: PageName | null,
    access: ScreenAccess,
    more: Pick<Screen, 'light' | 'first' | 'needs'> = {},
  ): Screen => ({ title, area, page, access, ...(menu && { menu }), ...more })
const alone = screen('standalone')
const front = screen('front')
const lab = screen('lab')
const share = screen('share')
const account = screen('account')
const back = screen('back')
const backMenu = screen('back', 'sidebar')
const backIndex = screen('back', 'index')
const equipment = screen('equipment')

const light = true
const anyOf = (...codes: Permission[]): ScreenAccess => ({ anyOf: codes })
const family = (name: Parameters<typeof view>[0]): ScreenAccess => ({ anyOf: view(name) })
/** Permissions of the offices that choose the university's suppliers. */
const buyers: readonly Permission[] = ['PURCHASE_ALL', 'TENDER_ALL']
const supplier: ScreenAccess = { roles: ['SUPPLIER'] }
/** The equipment office; heads, whom the server knows by their role, keep the rows of their colleges. */
const ministry: ScreenAccess = { anyOf: ['DEVICE_ALL'], orRoles: ['DEPT_HEAD'] }
const labManagement: ScreenAccess = {
  labRoles: ['lab_admin', 'lab_director', 'system_admin'],
  anyOf: [
    'LABORATORY_ALL',
    'LABORATORY_BASE_EDIT',
    'LABORATORY_INTRO_EDIT',
    'LABORATORY_DEVICE_EDIT',
    'LABORATORY_ROOM_EDIT',
    'LABORATORY_ADMIN_EDIT',
    'LABORATORY_AUDIT_EDIT',
  ],
}

/** The menu of the back office lists its screens in this order. */
export const screens = {
  '/': alone('首页', 'home/home', 'public', { light, first: 'home' }),
  '/login': alone('登录', 'session/login', 'public', { light }),
  '/401': alone('没有权限', 'session/denied', 'public', { light }),
  '/404': alone('页面不存在', 'session/missing', 'public', { light }),
  '/cas': alone('统一身份认证', 'session/cas', 'public', { light }),
  '/gate-monitor': alone('门禁监控', 'gate-monitor/wall', 'public', { light }),
  '/data-screen': alone('数据大屏', 'statistics/hall', 'public', { light }),

  '/register': front('校外用户注册', 'account/register', 'public'),
  '/pwdback': front('找回密码', 'account/pwdback', 'public'),
  '/infoPrefect': front('完善个人信息', 'account/info-prefect', 'public'),
  '/constant/fill': front('固定资产填报', 'asset-report/fill', 'signed-in'),
  '/constant/history': front('填报记录', 'asset-report/history', 'signed-in'),
  '/dashboard/deviceDetail': front('仪器详情', 'device/device-detail', 'visitors', {
    light,
    first: 'device',
  }),
  '/dashboard/device-rank': front('仪器排行', 'device/device-rank', 'visitors', { light }),
  '/osp': front('首页', 'home/home', 'signed-in', { light, first: 'home' }),
  '/osp/home': front('首页', 'home/home', 'public', { light, first: 'home' }),
  '/osp/department': front('部门概况', 'dept/department', 'signed-in', { light }),
  '/osp/notice': front('通知公告', 'notice/notices', 'visitors', { light, first: 'notices' }),
  '/osp/laboratory': front('实验室平台', 'lab/laboratory', 'signed-in', { first: 'labs' }),
  '/osp/share-platform': front('科研仪器', 'device/share-platform', 'visitors', { light, first: 'devices' }),
  '/osp/open-setting': front('开放设置', 'opening/open-settings', 'signed-in'),
  '/osp/download': front('下载中心', 'download/download', 'signed-in', { light }),
  '/osp/helper': front('帮助中心', 'guidance/helper', 'public', { light }),
  '/osp/policy': front('政策法规', 'download/policies', 'public', { light }),
  '/osp/device-rank': front('仪器排行', 'device/device-rank', 'visitors', { light }),
  '/osp/device-map': front('仪器共享', 'building/device-map', 'signed-in'),
  '/osp/notice-center': front('公告中心', 'notice/notice-center', 'visitors', { light }),
  '/osp/notice-detail': front('公告详情', 'notice/notice-detail', 'visitors', { light }),
  '/osp/consulting': front('咨询服务', 'consulting/consulting', 'signed-in'),
  '/osp/priceProofDetail': front('价格论证详情', 'price-plan/proof', 'signed-in'),
  '/osp/priceListFill': front('价格清单填报', 'price-plan/fill', 'signed-in'),
  '/osp/develop': front('待开发', 'app/develop', 'signed-in', { light }),
  '/osp/test': front('使用环境检测', 'home/self-test', 'signed-in', { light }),
  '/osp/printPayOrder': front('打印结算单', 'settlement/print', 'signed-in'),
  '/osp-test/subscribe': front('仪器预约', 'booking/subscribe', 'signed-in'),
  '/deviceopen/deviceopenDetail': front('开放仪器详情', 'device/opened-detail', 'visitors', { light }),
  '/deviceopen/apply': front('送样预约', 'booking/apply', 'signed-in'),
  '/deviceopen/applyTime': front('选择预约时间', 'booking/apply-time', 'signed-in'),
  '/deviceopen/delay': front('预约延时', 'booking/delay', 'signed-in'),
  '/appointment/orderDetail': front('预约单详情', 'booking/order-detail', 'signed-in'),
  '/system/persons': front('人员', 'people/persons', 'signed-in'),

  '/share/homepage': share('仪器共享', 'device/share-home', 'signed-in', { light }),
  '/share/device-map': share('仪器地图', 'building/device-map', 'signed-in'),
  '/share/open-setting': share('开放设置', 'opening/open-settings', 'signed-in'),
  '/share/subscribe': share('预约', 'booking/my-bookings', 'signed-in', { light }),
  '/share/audit': share('审核任务', 'approval/inbox', 'signed-in'),
  '/share/policies': share('政策法规', 'download/policies', 'signed-in', { light }),
  '/share/contact': share('联系我们', 'lab/contacts', 'signed-in'),

  '/lab': lab('实验室首页', 'lab-page/lab-home', 'signed-in', { light }),
  '/lab/homepage': lab('实验室首页', 'lab-page/lab-home', 'signed-in', { light }),
  '/lab/describtion': lab('实验室简介', 'lab-page/description', 'signed-in', { light }),
  '/lab/trends': lab('通知公告', 'lab-page/trends', 'signed-in', { light }),
  '/lab/opens': lab('开放共享', 'lab-page/opens', 'signed-in'),
  '/lab/reference': lab('相关下载', 'lab-page/reference', 'signed-in', { light }),
  '/lab/contact': lab('联系我们', 'lab-page/contact', 'signed-in', { light }),
  '/lab/manage': lab('实验室管理', 'lab-page/manage', labManagement),
  '/lab/chamberInfo': lab('房间信息', 'lab-page/rooms', 'signed-in', { light }),
  '/lab/editDynamic': lab('编辑动态', 'lab-page/edit-news', 'signed-in'),
  '/lab/deviceDetail': lab('仪器详情', 'device/device-detail', 'signed-in', { light }),
  '/lab/notice-detail': lab('公告详情', 'lab-page/news', 'signed-in', { light }),

  '/account': account('个人首页', 'account/home', 'signed-in'),
  '/account/homepage': account('个人首页', 'account/home', 'signed-in'),
  '/account/subscribe-list': account('我的预约', 'booking/my-bookings', 'signed-in', {
    light,
    first: 'bookings',
  }),
  '/account/audit-list': account('审核任务', 'approval/inbox', 'signed-in', { first: 'inbox' }),
  '/account/absences': account('不在岗代理', 'approval/absences', 'signed-in'),
  '/account/measure-list': account('结算事项', 'test-order/measure-list', 'signed-in'),
  '/account/lab': account('我的实验室', 'lab/my-labs', 'signed-in', { light }),
  '/account/devices': account('我的仪器', 'device/my-devices', 'signed-in'),
  '/account/use-entries': account('使用登记', 'use-entry/entries', 'signed-in'),
  '/account/backfill': account('使用补录', 'booking/backfill', 'signed-in'),
  '/account/results': account('成果登记', 'device-record/results', 'signed-in'),
  '/account/forms': account('填写表单', 'form/open-forms', 'signed-in'),
  '/account/form': account('填写表单', 'form/fill', 'signed-in'),
  '/account/form-answer': account('填写记录', 'form/answer', 'signed-in'),
  '/account/workflows': account('我的流程', 'workflow/my-workflows', 'signed-in'),
  '/account/finance': account('我的经费', 'fund-card/finance', 'signed-in'),
  '/account/finance-report': account('费用报表', 'finance-report/reports', 'signed-in'),
  '/account/measureInfo': account('填写测试单', 'test-order/measure-info', 'signed-in'),
  '/account/orderDetail': account('测试单详情', 'test-order/order-detail', 'signed-in'),
  '/account/payOrderDetail': account('结算单详情', 'settlement/pay-order', 'signed-in'),
  '/account/personalDeviceDetail': account('仪器详情', 'device/my-device', 'signed-in'),

  '/open-sharing/open-set': backMenu('开放设置', 'opening/open-set', family('OPEN_SETTING')),
  '/open-sharing/subscribes': backMenu('预约单管理', 'booking/back-bookings', family('SUBSCRIBE_ORDER')),
  '/open-sharing/testManage': backMenu('测试单管理', 'test-order/test-manage', family('TEST_ORDER')),
  '/open-sharing/settles': backMenu('结算单管理', 'settlement/settles', family('SETTLE_ORDER')),
  '/open-sharing/financial': backMenu('财务管理', 'settlement/financial', family('FINANCIAL')),
  '/open-sharing/finance-report': backMenu('财务报表', 'finance-report/reports', 'signed-in'),
  '/open-sharing/month-close': backMenu('月结', 'finance-report/months', family('FINANCIAL')),
  '/open-sharing/fee-demonstrate': backMenu('收费测算', 'price-plan/demonstrate', family('FEE_DEMONSTRATE')),
  '/open-sharing/gate-monitor': backMenu('门禁监控', 'gate-monitor/monitor', family('GATE_MONITOR')),
  '/open-sharing/share-contact': backMenu('联系我们', 'share-contact/contacts', family('SHARE_CONTACT')),
  '/content/notice': backMenu('通知公告', 'notice/manage', family('NOTICE_MSG')),
  '/content/notice-add': back('编辑公告', 'notice/edit', family('NOTICE_MSG')),
  '/content/policy-item': backMenu('政策与指南', 'guidance/policy-item', anyOf('CONTENT_MANAGE_PAGE')),
  // GUIDE is the permission for guides alone, without all other content.
  '/content/guide': backMenu('办事指南', 'guidance/policy-item', family('GUIDE')),
  '/content/department-overview': backMenu('部门概况', 'dept/overview', family('DEPART_OVERVIEW')),
  // TEAM_BUILD is the permission for the posts of a dept's overview and the people who hold them.
  '/content/team-build': backMenu('团队建设', 'dept/team', family('TEAM_BUILD')),
  '/content/download-center': backMenu('下载中心', 'download/manage', family('DOWNLOAD')),
  '/maintain/index': back('后台首页', 'app/back-index', 'signed-in', { light }),
  '/maintain/campus-user': backMenu('用户管理', 'people/users', anyOf('USER_ALL', 'USER_SELECT')),
  '/maintain/roles': backMenu('角色管理', 'people/roles', anyOf('ROLES_ALL', 'ROLES_SELECT')),
  '/maintain/permission': backMenu(
    '权限管理',
    'people/permissions',
    anyOf('PERMISSION_ALL', 'PERMISSION_SELECT'),
  ),
  '/maintain/postInfo': backMenu('岗位管理', 'people/posts', anyOf('USER_SYSTEM_PAGE')),
  '/maintain/user-post': back('岗位人员', 'people/user-posts', anyOf('USER_SYSTEM_PAGE')),
  '/maintain/laboratory': backMenu('实验室管理', 'lab/back-labs', 'signed-in'),
  '/maintain/lab/maintainInfo': back('实验室资料', 'lab/back-lab', 'signed-in'),
  '/maintain/lab/manages': back('实验室管理员', 'lab/back-managers', 'signed-in'),
  '/maintain/order': backMenu('订单管理', 'settlement/orders', 'signed-in'),
  '/maintain/deviceInfo': backMenu(
    '仪器管理',
    'device/manage-list',
    anyOf('DEVICE_ALL', 'DEVICE_MANEGE_VIEW'),
  ),
  '/maintain/deviceAdd': back('新增仪器', 'device/device-add', anyOf('DEVICE_ALL')),
  '/maintain/deviceEdit': back('编辑仪器', 'device/device-edit', anyOf('DEVICE_ALL')),
  '/maintain/deviceDetail': back('仪器详情', 'device/device-file', anyOf('DEVICE_ALL', 'DEVICE_MANEGE_VIEW')),
  '/maintain/deviceCategory': backMenu('仪器分类', 'device/categories', anyOf('DEVICE_CATEGORY_ALL')),
  '/maintain/department': backMenu('部门管理', 'dept/departments', 'signed-in'),
  '/maintain/build': backMenu('楼宇管理', 'building/buildings', 'signed-in'),
  '/maintain/dictionaries': backMenu('字典管理', 'dictionary/dictionaries', 'signed-in'),
  '/statistics': backMenu('统计报表', 'statistics/overview', 'signed-in'),
  '/statistic/device-statistic': backMenu('仪器统计', 'statistics/device-statistic', 'signed-in'),
  '/statistic/lab-statistic': backMenu('实验室统计', 'statistics/lab-statistic', 'signed-in'),
  // People open it from a link in the mail, without signing in.
  '/statistic/stop-mail': front('退订统计邮件', 'statistics/stop-mail', 'public', { light }),
  '/statistic/pivot': backMenu('交叉分析', 'statistics/pivot', 'signed-in'),
  '/statistic/benefit': backMenu('效益评价', 'benefit/benefit', 'signed-in'),
  '/report/ministry': backMenu('教育部报表', 'ministry-report/years', ministry),
  '/report/ministry/table': back('教育部报表明细', 'ministry-report/table', ministry),
  '/report/largeDevice': backMenu('单台大型仪器', 'national-report/reports', 'signed-in'),
  '/report/deviceList': back('上报仪器', 'national-report/devices', 'signed-in'),
  '/report/deviceEdit': back('编辑上报仪器', 'national-report/edit', 'signed-in'),
  // Everybody may read these; people without the right to change them see no button.
  '/settings/carousel': backMenu('轮播图管理', 'carousel/carousel', 'signed-in'),
  '/settings/email': backMenu('系统邮箱', 'mail/email', 'signed-in'),
  '/settings/data-screen': backMenu('数据大屏', 'statistics/hall-setting', 'signed-in', { needs: ['ADMIN'] }),
  '/settings/audit': backMenu('审核配置', 'approval/policy', 'signed-in'),
  '/iot/iot-device': backMenu('物联设备', 'iot/gateways', 'signed-in', {
    needs: ['GATE_MONITOR_ALL'],
  }),
  '/iot/door-access': backMenu('门禁管理', 'iot/door-access', 'signed-in', {
    needs: view('GATE_MONITOR'),
  }),
  '/iot/air-switch': backMenu('空气开关', 'iot/air-switch', 'signed-in', {
    needs: view('GATE_MONITOR'),
  }),
  '/iot-device/iot-sub-device': back('网关子设备', 'iot/units', 'signed-in'),
  '/monitor/operate-log': backMenu(
    '操作日志',
    'monitor/operate-log',
    anyOf('OPERATE_LOG_ALL', 'OPERATE_LOG_EDIT'),
  ),
  '/monitor/exception-log': backMenu(
    '异常日志',
    'monitor/exception-log',
    anyOf('EXCEPTION_LOG_ALL', 'EXCEPTION_LOG_EDIT'),
  ),
  '/monitor/platform': backMenu('平台监控', 'monitor/platform', anyOf('MONITOR_PAGE')),
  '/monitor/system-cache': backMenu('系统缓存', 'monitor/system-cache', anyOf('CACHE_ALL', 'CACHE_EDIT')),
  '/monitor/crontab-task': backIndex(
    '定时任务',
    'monitor/crontab-task',
    anyOf('CRONTAB_ALL', 'CRONTAB_EDIT'),
  ),
  '/monitor/icons': backIndex('图标', 'monitor/icons', anyOf('ICON_ALL')),
  '/form-create/form-design': backMenu('表单设计', 'form/form-design', 'signed-in'),
  '/form-create/answers': back('填写记录', 'form/answers', 'signed-in'),
  '/form-create/sources': backIndex('数据接口', 'form/sources', anyOf('ADMIN')),
  '/bpm/bpm-list': backMenu('流程列表', 'workflow/bpm-list', 'signed-in'),
  '/bpm/bpm-design': backMenu('流程设计', 'workflow/bpm-design', 'signed-in'),
  '/bpm/create-process': backMenu('发起流程', 'workflow/create-process', 'signed-in'),
  // The target of the inbox's task links.
  '/bpm/instance': back('流程详情', 'workflow/instance', 'signed-in'),
  '/bpm/instances': backMenu('流程实例', 'workflow/instances', anyOf('WORKFLOW_ALL')),

  '/osp/subscribe/list': equipment('申购单查询', 'purchase/list', 'signed-in'),
  '/osp/subscribe/subscribeHint': equipment('申购填报', 'purchase/hint', 'signed-in'),
  '/osp/subscribe/subscribeFill': equipment('申购单', 'purchase/fill', 'signed-in'),
  '/osp/subscribe/preciousDeviceVerify': equipment('贵重仪器论证', 'panel/precious', 'signed-in'),
  '/osp/subscribe/entranceVerifyList': equipment('进口设备论证汇总', 'panel/import-list', 'signed-in'),
  '/osp/subscribe/entranceVerifyFill': equipment('进口设备论证表', 'panel/import', 'signed-in'),
  '/osp/subscribe/invitation': equipment('招标采购', 'tender/invitation', 'signed-in'),
  '/osp/subscribe/purchase': equipment('一般采购', 'purchase/buy', 'signed-in'),
  '/osp/storage/list': equipment('验收入库单', 'stock-in/list', 'signed-in'),
  '/osp/storage/providerOpen': equipment('开通供应商账号', 'supplier/provider-open', 'signed-in', {
    needs: buyers,
  }),
  '/osp/storage/providerInfo': equipment('供应商工作台', 'supplier/provider-info', 'signed-in'),
  '/osp/storage/providerAuditList': equipment('供应商信息审核', 'supplier/audit-list', 'signed-in', {
    needs: buyers,
  }),
  '/osp/storage/invitationAuditInfo': equipment('设备信息核对', 'delivery/check', 'signed-in'),
  '/osp/storage/forwardStoreInfo': equipment('预入库', 'stock-in/order', 'signed-in'),
  '/osp/storage/acceptanceAutoInfo': equipment('小型设备自行验收', 'acceptance/acceptance', 'signed-in'),
  '/osp/storage/acceptanceAcademyInfo': equipment('大中型设备学院验收', 'acceptance/acceptance', 'signed-in'),
  '/osp/storage/acceptanceAuditInfo': equipment('设备处审核验收', 'acceptance/audit', 'signed-in', {
    needs: ['PURCHASE_ALL'],
  }),
  '/osp/storage/finance': equipment('财务报销入库单', 'stock-in/order', 'signed-in'),
  '/osp/storage/storageFinish': equipment('正式入库', 'stock-in/finish', 'signed-in'),
  '/osp/storage/providerAuditInfo': equipment('企业信息审核', 'supplier/audit-info', supplier),
  // Opened from a mail by a supplier who has no account yet (docs/decisions/041).
  '/osp/storage/providerActive': equipment('激活账号', 'supplier/active', 'public'),
  '/osp/storage/providerNotice': equipment('通知', 'supplier/notice', supplier),
  '/osp/storage/providerDevice': equipment('填写设备信息', 'delivery/provider-device', supplier),
  '/osp/storage/providerAccount': equipment('供应商账号', 'supplier/account', supplier),
  '/osp/asset/label': equipment('仪器标签', 'asset/label', 'signed-in'),
  '/osp/asset/transfers': equipment('仪器调拨', 'asset/transfers', 'signed-in'),
  '/osp/asset/maintenance': equipment('维护保养', 'asset/maintenance', 'signed-in'),
  '/osp/asset/repairs': equipment('报修维修', 'asset/repairs', 'signed-in'),
  '/osp/asset/scraps': equipment('报废处置', 'asset/scraps', 'signed-in'),
  '/osp/asset/scrapVerify': equipment('报废论证', 'panel/scrap', 'signed-in'),
  '/osp/asset/stocktakes': equipment('年度盘点', 'asset/stocktakes', 'signed-in'),
} satisfies Record<string, Screen>

export type ScreenPath = keyof typeof screens
// The table has exactly these keys: nothing is added at run time.
export const screenPaths = Object.keys(screens) as ScreenPath[]

/** The screen at a path. A trailing slash is ignored. */
export const screenAt = (pathname: string): Screen | undefined =>
  (screens as Record<string, Screen | undefined>)[pathname.replace(/(?!^)\/+$/, '')]

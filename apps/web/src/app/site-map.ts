import { view, type Permission } from '@portal/contract/kernel/permissions'
import type { ScreenPath } from '../lib/screen-paths.ts'

/** Which frame stands around a screen. */
export type Area = 'standalone' | 'front' | 'lab' | 'share' | 'account' | 'back' | 'equipment'

/**
 * Who may open a screen (§6). `anyOf`: one of these permissions, `ADMIN` passes. `roles`: one of these roles.
 * `labRoles`: one of these on the lab in the query, looked up by the lab frame. All that is given must hold.
 */
export type ScreenAccess =
  | 'public'
  | 'signed-in'
  | { anyOf?: readonly Permission[]; roles?: readonly string[]; labRoles?: readonly string[] }

export interface Screen {
  title: string
  area: Area
  access: ScreenAccess
}

const screen =
  (area: Area) =>
  (title: string, access: ScreenAccess = 'signed-in'): Screen => ({ title, area, access })
const alone = screen('standalone')
const front = screen('front')
const lab = screen('lab')
const share = screen('share')
const account = screen('account')
const back = screen('back')
const equipment = screen('equipment')
const anyOf = (...codes: Permission[]): ScreenAccess => ({ anyOf: codes })
const family = (name: Parameters<typeof view>[0]): ScreenAccess => ({ anyOf: view(name) })
const supplier: ScreenAccess = { roles: ['SUPPLIER'] }

/** Every screen of the portal: its title, its frame, its rights. A path missing here does not compile. */
export const siteMap: Record<ScreenPath, Screen> = {
  '/': alone('首页', 'public'),
  '/login': alone('登录', 'public'),
  '/401': alone('没有权限', 'public'),
  '/404': alone('页面不存在', 'public'),
  '/cas': alone('统一身份认证', 'public'),
  '/gate-monitor': alone('门禁监控', 'public'),

  '/register': front('校外用户注册', 'public'),
  '/pwdback': front('找回密码', 'public'),
  '/infoPrefect': front('完善个人信息', 'public'),
  '/constant/fill': front('固定资产填报'),
  '/constant/history': front('填报记录'),
  '/dashboard/deviceDetail': front('仪器详情'),
  '/dashboard/device-rank': front('仪器排行'),
  '/osp': front('首页'),
  '/osp/home': front('首页', 'public'),
  '/osp/department': front('部门概况'),
  '/osp/notice': front('通知公告'),
  '/osp/laboratory': front('实验室平台'),
  '/osp/share-platform': front('科研仪器'),
  '/osp/open-setting': front('开放设置'),
  '/osp/download': front('下载中心'),
  '/osp/helper': front('帮助中心', 'public'),
  '/osp/policy': front('政策法规', 'public'),
  '/osp/device-rank': front('仪器排行'),
  '/osp/device-map': front('仪器共享'),
  '/osp/notice-center': front('公告中心'),
  '/osp/notice-detail': front('公告详情'),
  '/osp/consulting': front('咨询服务'),
  '/osp/priceProofDetail': front('价格论证详情'),
  '/osp/priceListFill': front('价格清单填报'),
  '/osp/develop': front('待开发'),
  '/osp/test': front('按需页面'),
  '/osp/printPayOrder': front('打印结算单'),
  '/osp-test/subscribe': front('仪器预约'),
  '/deviceopen/deviceopenDetail': front('开放仪器详情'),
  '/deviceopen/apply': front('送样预约'),
  '/deviceopen/applyTime': front('选择预约时间'),
  '/deviceopen/delay': front('预约延时'),
  '/appointment/orderDetail': front('预约单详情'),
  '/system/persons': front('人员'),

  '/share/homepage': share('仪器共享'),
  '/share/device-map': share('仪器地图'),
  '/share/open-setting': share('开放设置'),
  '/share/subscribe': share('预约'),
  '/share/audit': share('审核任务'),
  '/share/policies': share('政策法规'),
  '/share/contact': share('联系我们'),

  '/lab': lab('实验室首页'),
  '/lab/homepage': lab('实验室首页'),
  '/lab/describtion': lab('实验室简介'),
  '/lab/trends': lab('通知公告'),
  '/lab/opens': lab('开放共享'),
  '/lab/reference': lab('相关下载'),
  '/lab/contact': lab('联系我们'),
  '/lab/manage': lab('实验室管理', {
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
  }),
  '/lab/chamberInfo': lab('房间信息'),
  '/lab/editDynamic': lab('编辑动态'),
  '/lab/deviceDetail': lab('仪器详情'),
  '/lab/notice-detail': lab('公告详情'),

  '/account': account('个人首页'),
  '/account/homepage': account('个人首页'),
  '/account/subscribe-list': account('我的预约'),
  '/account/audit-list': account('审核任务'),
  '/account/measure-list': account('结算事项'),
  '/account/lab': account('我的实验室'),
  '/account/devices': account('我的仪器'),
  '/account/finance': account('我的经费'),
  '/account/measureInfo': account('填写测试单'),
  '/account/orderDetail': account('测试单详情'),
  '/account/payOrderDetail': account('结算单详情'),
  '/account/personalDeviceDetail': account('仪器详情'),

  '/open-sharing/open-set': back('开放设置', family('OPEN_SETTING')),
  '/open-sharing/subscribes': back('预约单管理', family('SUBSCRIBE_ORDER')),
  '/open-sharing/testManage': back('测试单管理', family('TEST_ORDER')),
  '/open-sharing/settles': back('结算单管理', family('SETTLE_ORDER')),
  '/open-sharing/financial': back('财务管理', family('FINANCIAL')),
  '/open-sharing/gate-monitor': back('门禁监控', family('GATE_MONITOR')),
  '/open-sharing/share-contact': back('联系我们', family('SHARE_CONTACT')),
  '/content/notice': back('通知公告', family('NOTICE_MSG')),
  '/content/notice-add': back('编辑公告', family('NOTICE_MSG')),
  '/content/policy-item': back('政策与指南', anyOf('CONTENT_MANAGE_PAGE')),
  '/content/department-overview': back('部门概况', family('DEPART_OVERVIEW')),
  '/content/download-center': back('下载中心', family('DOWNLOAD')),
  '/maintain/index': back('后台首页'),
  '/maintain/campus-user': back('用户管理', anyOf('USER_ALL', 'USER_SELECT')),
  '/maintain/roles': back('角色管理', anyOf('ROLES_ALL', 'ROLES_SELECT')),
  '/maintain/permission': back('权限管理', anyOf('PERMISSION_ALL', 'PERMISSION_SELECT')),
  '/maintain/postInfo': back('岗位管理', anyOf('USER_SYSTEM_PAGE')),
  '/maintain/user-post': back('岗位人员', anyOf('USER_SYSTEM_PAGE')),
  '/maintain/laboratory': back('实验室管理'),
  '/maintain/lab/maintainInfo': back('实验室资料'),
  '/maintain/lab/manages': back('实验室管理员'),
  '/maintain/order': back('订单管理'),
  '/maintain/deviceInfo': back('仪器管理', anyOf('DEVICE_ALL', 'DEVICE_MANEGE_VIEW')),
  '/maintain/deviceAdd': back('新增仪器', anyOf('DEVICE_ALL')),
  '/maintain/deviceEdit': back('编辑仪器', anyOf('DEVICE_ALL')),
  '/maintain/deviceDetail': back('仪器详情', anyOf('DEVICE_ALL', 'DEVICE_MANEGE_VIEW')),
  '/maintain/deviceCategory': back('仪器分类', anyOf('DEVICE_CATEGORY_ALL')),
  '/maintain/department': back('部门管理'),
  '/maintain/build': back('楼宇管理'),
  '/maintain/dictionaries': back('字典管理'),
  '/statistics': back('统计报表'),
  '/statistic/device-statistic': back('仪器统计'),
  '/statistic/lab-statistic': back('实验室统计'),
  '/report/largeDevice': back('单台大型仪器'),
  '/report/deviceList': back('上报仪器'),
  '/report/deviceEdit': back('编辑上报仪器'),
  '/settings/carousel': back('轮播图管理'),
  '/settings/email': back('系统邮箱'),
  '/settings/audit': back('审核配置'),
  '/iot/iot-device': back('物联设备'),
  '/iot/door-access': back('门禁管理'),
  '/iot/air-switch': back('空气开关'),
  '/iot-device/iot-sub-device': back('网关子设备'),
  '/monitor/operate-log': back('操作日志', anyOf('OPERATE_LOG_ALL', 'OPERATE_LOG_EDIT')),
  '/monitor/exception-log': back('异常日志', anyOf('EXCEPTION_LOG_ALL', 'EXCEPTION_LOG_EDIT')),
  '/monitor/system-cache': back('系统缓存', anyOf('CACHE_ALL', 'CACHE_EDIT')),
  '/monitor/crontab-task': back('定时任务', anyOf('CRONTAB_ALL', 'CRONTAB_EDIT')),
  '/monitor/icons': back('图标', anyOf('ICON_ALL')),
  '/form-create/form-design': back('表单设计'),
  '/bpm/bpm-list': back('流程列表'),
  '/bpm/bpm-design': back('流程设计'),
  '/bpm/create-process': back('发起流程'),

  '/osp/subscribe/list': equipment('申购单查询'),
  '/osp/subscribe/subscribeHint': equipment('申购填报'),
  '/osp/subscribe/subscribeFill': equipment('申购单'),
  '/osp/subscribe/preciousDeviceVerify': equipment('贵重仪器论证'),
  '/osp/subscribe/entranceVerifyList': equipment('进口设备论证汇总'),
  '/osp/subscribe/entranceVerifyFill': equipment('进口设备论证表'),
  '/osp/subscribe/invitation': equipment('招标采购'),
  '/osp/subscribe/purchase': equipment('一般采购'),
  '/osp/storage/list': equipment('验收入库单'),
  '/osp/storage/providerOpen': equipment('开通供应商账号'),
  '/osp/storage/providerInfo': equipment('供应商工作台'),
  '/osp/storage/providerAuditList': equipment('供应商信息审核'),
  '/osp/storage/invitationAuditInfo': equipment('设备信息核对'),
  '/osp/storage/forwardStoreInfo': equipment('预入库'),
  '/osp/storage/acceptanceAutoInfo': equipment('小型设备自行验收'),
  '/osp/storage/acceptanceAcademyInfo': equipment('大中型设备学院验收'),
  '/osp/storage/acceptanceAuditInfo': equipment('设备处审核验收'),
  '/osp/storage/finance': equipment('财务报销入库单'),
  '/osp/storage/storageFinish': equipment('正式入库'),
  '/osp/storage/providerAuditInfo': equipment('企业信息审核', supplier),
  // Opened from the mail, by somebody who has no account yet (docs/decisions/041).
  '/osp/storage/providerActive': equipment('激活账号', 'public'),
  '/osp/storage/providerNotice': equipment('通知', supplier),
  '/osp/storage/providerDevice': equipment('填写设备信息', supplier),
  '/osp/storage/providerAccount': equipment('供应商账号', supplier),
  '/osp/asset/label': equipment('仪器标签'),
  '/osp/asset/transfers': equipment('仪器调拨'),
  '/osp/asset/maintenance': equipment('维护保养'),
  '/osp/asset/repairs': equipment('报修维修'),
  '/osp/asset/scraps': equipment('报废处置'),
  '/osp/asset/scrapVerify': equipment('报废论证'),
  '/osp/asset/stocktakes': equipment('年度盘点'),
}

/** Trailing slashes are the same screen. */
export const screenAt = (pathname: string): Screen | undefined =>
  (siteMap as Record<string, Screen | undefined>)[pathname.replace(/(?!^)\/+$/, '')]

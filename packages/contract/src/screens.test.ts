import { expect, it } from 'vitest'
import { permissionCodes } from './kernel/permissions.ts'
import { screens, type Screen, type ScreenAccess } from './screens.ts'

/**
 * Every required screen under its frame, with its audience: everybody, signed-in people, suppliers, or
 * holders of a permission of that family.
 */
const promised = `
  # standalone
  / public
  /login public
  /401 public
  /404 public
  /cas public
  /gate-monitor public
  # front
  /register public
  /pwdback public
  /infoPrefect public
  /constant/fill signed in
  /constant/history signed in
  /dashboard/deviceDetail signed in
  /dashboard/device-rank signed in
  /osp signed in
  /osp/home public
  /osp/department signed in
  /osp/notice signed in
  /osp/laboratory signed in
  /osp/share-platform signed in
  /osp/open-setting signed in
  /osp/download signed in
  /osp/helper public
  /osp/policy public
  /osp/device-rank signed in
  /osp/device-map signed in
  /osp/notice-center signed in
  /osp/notice-detail signed in
  /osp/consulting signed in
  /osp/priceProofDetail signed in
  /osp/priceListFill signed in
  /osp/develop signed in
  /osp/test signed in
  /osp/printPayOrder signed in
  /osp-test/subscribe signed in
  /deviceopen/deviceopenDetail signed in
  /deviceopen/apply signed in
  /deviceopen/applyTime signed in
  /deviceopen/delay signed in
  /appointment/orderDetail signed in
  /system/persons signed in
  # share
  /share/homepage signed in
  /share/device-map signed in
  /share/open-setting signed in
  /share/subscribe signed in
  /share/audit signed in
  /share/policies signed in
  /share/contact signed in
  # lab
  /lab signed in
  /lab/homepage signed in
  /lab/describtion signed in
  /lab/trends signed in
  /lab/opens signed in
  /lab/reference signed in
  /lab/contact signed in
  /lab/manage LABORATORY
  /lab/chamberInfo signed in
  /lab/editDynamic signed in
  /lab/deviceDetail signed in
  /lab/notice-detail signed in
  # account
  /account signed in
  /account/homepage signed in
  /account/subscribe-list signed in
  /account/audit-list signed in
  /account/measure-list signed in
  /account/lab signed in
  /account/devices signed in
  /account/finance signed in
  /account/measureInfo signed in
  /account/orderDetail signed in
  /account/payOrderDetail signed in
  /account/personalDeviceDetail signed in
  # back
  /open-sharing/open-set OPEN_SETTING
  /open-sharing/subscribes SUBSCRIBE_ORDER
  /open-sharing/testManage TEST_ORDER
  /open-sharing/settles SETTLE_ORDER
  /open-sharing/financial FINANCIAL
  /open-sharing/gate-monitor GATE_MONITOR
  /open-sharing/share-contact SHARE_CONTACT
  /content/notice NOTICE_MSG
  /content/notice-add NOTICE_MSG
  /content/policy-item CONTENT_MANAGE_PAGE
  /content/department-overview DEPART_OVERVIEW
  /content/download-center DOWNLOAD
  /maintain/index signed in
  /maintain/campus-user USER
  /maintain/roles ROLES
  /maintain/permission PERMISSION
  /maintain/postInfo USER_SYSTEM_PAGE
  /maintain/user-post USER_SYSTEM_PAGE
  /maintain/laboratory signed in
  /maintain/lab/maintainInfo signed in
  /maintain/lab/manages signed in
  /maintain/order signed in
  /maintain/deviceInfo DEVICE
  /maintain/deviceAdd DEVICE_ALL
  /maintain/deviceEdit DEVICE_ALL
  /maintain/deviceDetail DEVICE
  /maintain/deviceCategory DEVICE_CATEGORY_ALL
  /maintain/department signed in
  /maintain/build signed in
  /maintain/dictionaries signed in
  /statistics signed in
  /statistic/device-statistic signed in
  /statistic/lab-statistic signed in
  /report/largeDevice signed in
  /report/deviceList signed in
  /report/deviceEdit signed in
  /settings/carousel signed in
  /settings/email signed in
  /settings/audit signed in
  /iot/iot-device signed in
  /iot/door-access signed in
  /iot/air-switch signed in
  /iot-device/iot-sub-device signed in
  /monitor/operate-log OPERATE_LOG
  /monitor/exception-log EXCEPTION_LOG
  /monitor/system-cache CACHE
  /monitor/crontab-task CRONTAB
  /monitor/icons ICON_ALL
  /form-create/form-design signed in
  /bpm/bpm-list signed in
  /bpm/bpm-design signed in
  /bpm/create-process signed in
  # equipment
  /osp/subscribe/list signed in
  /osp/subscribe/subscribeHint signed in
  /osp/subscribe/subscribeFill signed in
  /osp/subscribe/preciousDeviceVerify signed in
  /osp/subscribe/entranceVerifyList signed in
  /osp/subscribe/entranceVerifyFill signed in
  /osp/subscribe/invitation signed in
  /osp/subscribe/purchase signed in
  /osp/storage/list signed in
  /osp/storage/providerOpen signed in
  /osp/storage/providerInfo signed in
  /osp/storage/providerAuditList signed in
  /osp/storage/invitationAuditInfo signed in
  /osp/storage/forwardStoreInfo signed in
  /osp/storage/acceptanceAutoInfo signed in
  /osp/storage/acceptanceAcademyInfo signed in
  /osp/storage/acceptanceAuditInfo signed in
  /osp/storage/finance signed in
  /osp/storage/storageFinish signed in
  /osp/storage/providerAuditInfo supplier
  /osp/storage/providerActive supplier
  /osp/storage/providerNotice supplier
  /osp/storage/providerDevice supplier
  /osp/storage/providerAccount supplier
`
interface Promised {
  area: string
  path: string
  whom: string
}
function parsed(): Promised[] {
  let area = ''
  return promised.split('\n').flatMap((text) => {
    const line = text.trim()
    if (line.startsWith('#')) area = line.slice(2)
    const [, path, whom] = /^(\/\S*) (.+)$/.exec(line) ?? []
    return path && whom ? [{ area, path, whom }] : []
  })
}
const specified = parsed()
const have: Partial<Record<string, Screen>> = screens

/** Names the audience in the words of the list above. */
function findWhom(access: ScreenAccess, wanted: string): string {
  if (access === 'public') return 'public'
  // Screens for visitors stay closed to them until an administrator opens the site.
  if (access === 'signed-in' || access === 'visitors') return 'signed in'
  if (access.roles) return access.roles.join().toLowerCase()
  // A code outside the family would let in people who must stay out.
  return access.anyOf?.every((code) => code.startsWith(wanted)) ? wanted : String(access.anyOf)
}

it('is 147 screens, none twice', () => {
  expect(specified).toHaveLength(147)
  expect(new Set(specified.map((s) => s.path)).size).toBe(147)
})
it('has every one of them, in its frame', () => {
  expect(specified.map(({ path, area }) => ({ path, area, there: have[path]?.area }))).toEqual(
    specified.map(({ path, area }) => ({ path, area, there: area })),
  )
})
it('opens a screen to whoever looks at a family’s content', () => {
  const asked = new Set(
    Object.values(have).flatMap((s) =>
      s && typeof s.access === 'object' ? [...(s.access.anyOf ?? [])] : [],
    ),
  )
  expect(permissionCodes.filter((code) => code.endsWith('_VIEW') && !asked.has(code))).toEqual([])
})
it('for those it says', () => {
  const other = specified
    .filter(({ path, whom }) => findWhom(have[path]?.access ?? 'public', whom) !== whom)
    .map((s) => s.path)
  // An invited supplier opens the account from the mail, before any account exists (docs/decisions/041).
  expect(other).toEqual(['/osp/storage/providerActive'])
})

// Constants of a booking: its states, events, roles and refusals. Requests are in body.ts, replies in row.ts,
// the calls in calls.ts.

/** Named for the person awaited; the last five are ends other than success. */
export const bookingStates = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
  'awaiting_use',
  'in_use',
  'awaiting_test_order',
  'done',
  'refused',
  'cancelled',
  'no_show',
  'expired',
  'revoked',
] as const
export type BookingState = (typeof bookingStates)[number]
export const bookingStateWords: Record<BookingState, string> = {
  awaiting_payer: '待付款人确认',
  awaiting_reviewer: '待设备审核',
  awaiting_director: '待主任审核',
  awaiting_use: '待使用',
  in_use: '使用中',
  awaiting_test_order: '待填测试单',
  done: '已完成',
  refused: '已驳回',
  cancelled: '已取消',
  no_show: '爽约',
  expired: '已过期',
  revoked: '已撤销',
}
/** States that hold their time: no two such bookings may overlap on one seat. */
export const liveStates = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
  'awaiting_use',
  'in_use',
] as const satisfies readonly BookingState[]
/** States that wait for an approval. */
export const awaitingStates = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
] as const satisfies readonly BookingState[]
/** States before the use has begun. */
export const beforeUseStates = [...awaitingStates, 'awaiting_use'] as const satisfies readonly BookingState[]

/** Setting one of these aside lets a person use an instrument without a lasting qualification. */
export const qualificationReasons = ['QUALIFICATION_MISSING', 'QUALIFICATION_EXPIRED'] as const

/** Events of a booking: the words in `can` and in its history. */
export const bookingEvents = [
  'create',
  'approve',
  'refuse',
  'change',
  'extend',
  'reschedule',
  'cancel',
  'revoke',
  'start',
  'finish',
  'hand_over',
  'fault',
  'complete',
  'expire',
  'miss',
  'lose_payment',
  'name_payer',
  'take_over',
] as const
export type BookingEvent = (typeof bookingEvents)[number]
export const bookingEventWords: Record<BookingEvent, string> = {
  create: '提交预约',
  approve: '审核通过',
  refuse: '驳回',
  change: '修改预约',
  extend: '延长时间',
  reschedule: '调整时间',
  cancel: '取消预约',
  revoke: '撤销预约',
  start: '开始使用',
  finish: '结束使用',
  hand_over: '交接机位',
  fault: '报告故障并结束',
  complete: '完成',
  expire: '过期失效',
  miss: '记为爽约',
  lose_payment: '付款失效',
  name_payer: '更换付款人',
  take_over: '更换预约人',
}

/** How a use ended. For `system` nobody saw the end, so the reviewer confirms it in the test order. */
export const useEnds = ['finished', 'handed_over', 'fault', 'system'] as const
export type UseEnd = (typeof useEnds)[number]
export const useEndWords: Record<UseEnd, string> = {
  finished: '使用人结束',
  handed_over: '审核员交接',
  fault: '因故障结束',
  system: '系统代结束，待核实',
}

export const bookingKinds = ['self_operated', 'sample_delivery'] as const
export type BookingKind = (typeof bookingKinds)[number]
export const bookingKindWords: Record<BookingKind, string> = {
  self_operated: '自主上机',
  sample_delivery: '送样',
}

/**
 * `immediate` freezes the estimate on the payer's fund card at the last approval; `post` is settled after the
 * use.
 */
export const payModes = ['immediate', 'post'] as const
export type PayMode = (typeof payModes)[number]
export const payModeWords: Record<PayMode, string> = { immediate: '即时付款', post: '后付款' }
/** Does this way of paying require a fund card? The server asks for none where the use costs nothing. */
export const asksCard = (payMode: PayMode, fundCardRequired: boolean): boolean =>
  payMode === 'immediate' || fundCardRequired

/** Why a person is offered as payer. */
export const payerKinds = ['supervisor', 'last', 'self'] as const
export const payerKindWords: Record<(typeof payerKinds)[number], string> = {
  supervisor: '导师',
  last: '上次付款人',
  self: '本人',
}

export const sampleStates = ['declared', 'received', 'tested', 'returned', 'kept'] as const
export type SampleState = (typeof sampleStates)[number]
export const sampleStateWords: Record<SampleState, string> = {
  declared: '已登记',
  received: '已收样',
  tested: '已测试',
  returned: '已退还',
  kept: '已留存',
}
export const sampleEvents = ['receive', 'test', 'return', 'keep'] as const
export type SampleEvent = (typeof sampleEvents)[number]
export const sampleEventWords: Record<SampleEvent, string> = {
  receive: '收样',
  test: '完成测试',
  return: '退还',
  keep: '留存',
}

/**
 * The roles of people in a booking. `admin` is a lab administrator or system administrator; `namer` may name
 * a new payer after the payer left; `system` acts when a deadline passes.
 */
export const bookingRoles = [
  'booker',
  'experimenter',
  'payer',
  'reviewer',
  'director',
  'admin',
  'namer',
  'system',
] as const
export type BookingRole = (typeof bookingRoles)[number]

/**
 * By how many percent an extension by others may exceed the amount the payer agreed to, without asking the
 * payer again (decision 078).
 */
export const EXTENSION_PERCENT = 50

/** Shown on a booking whose time was closed after it was made. */
export const HOURS_CLOSED = '该时段已暂停开放'

/** Why a booking is refused. A judgement carries all reasons that apply, with details in the message. */
export const bookingRefusals = {
  NOT_BOOKABLE: '该仪器尚未开放预约',
  LAB_DISABLED: '所属实验室已停用，不接受预约',
  KIND_NOT_OFFERED: '该仪器不接受这种预约方式',
  DEVICE_BROKEN: '仪器故障，暂停预约',
  DEVICE_MAINTENANCE: '仪器维护中，暂停预约',
  DEVICE_SCRAPPED: '仪器已报废',
  TIER_NOT_ADMITTED: '该仪器不对您这类用户开放',
  USER_TYPE_NOT_ADMITTED: '该仪器不对您的用户类型开放',
  SUSPENDED: '您的预约资格已暂停',
  QUALIFICATION_MISSING: '使用该仪器须先取得上机资格：请联系该仪器的审核员或实验室负责人，培训考核后由其授予',
  QUALIFICATION_EXPIRED: '上机资格已过期：请联系该仪器的审核员或实验室负责人续期',
  NOT_OPEN: '所选时段不在开放时间内',
  CLOSED: '所选时段暂停开放',
  OVERLAPS: '所选时段已被预约',
  TOO_SHORT: '预约时长过短',
  TOO_LONG: '预约时长过长',
  OFF_GRID: '起止时间须对齐预约刻度',
  PAST: '开始时间已过',
  NOTICE: '须提前预约',
  HORIZON: '超出可提前预约的天数',
  QUOTA_DAY: '超出每日可预约时长',
  QUOTA_WEEK: '超出每周可预约时长',
  QUOTA_RUNNING: '未完成的预约数已达上限',
  SEAT_UNKNOWN: '没有该机位',
  PAY_MODE: '该仪器不支持所选付款方式',
  PRICE_MISSING: '该仪器没有适用于您的收费标准',
  FUND_CARD_MISSING: '请选择经费卡',
  PAYER_WITHOUT_CARD: '学生没有可用的经费卡时，须由导师等他人付款',
  PERSON_UNKNOWN: '所选人员不存在或已停用',
  SAMPLES_MISSING: '请填写样品',
  SAMPLES_IN_LAB: '实验室已收的样品，其登记内容不能修改或删除',
  NOT_OVERRIDABLE: '您无权忽略该限制',
  NOT_YET: '还不能开始使用',
  NOT_LATER: '新的结束时间须晚于原结束时间',
  PERIOD_MISSING: '请安排测试时间',
  CARD_OF_PAYER: '经费卡由付款人在确认时选择',
  CARD_NOT_PAYERS: '付款人不是该经费卡的持有人，也未获得授权',
  CARD_LOST: '付款人所选的经费卡已不能使用，已请其另选；付款人确认后，再由您审核',
  SEAT_IN_USE: '机位正在使用，暂不能开始',
  SEAT_RESERVED: '机位上一时段的预约尚未结束，暂不能提前开始',
  PAYER_AGREED_LESS: '延长后的费用超出付款人同意的范围',
  SAMPLES_ONLY: '只有送样预约可以调整时间；自主上机的时段由预约人决定',
  CANCEL_TOO_LATE: '已到开始时间，不能取消',
  CANCEL_LATE: '页面显示的取消条件已变化，请确认后再取消',
  START_TOO_LATE: '已过开始时间的宽限，不能开始使用',
  ONE_BY_ONE: '送样预约需逐条安排测试时间',
  FUNDING_SOURCE_UNKNOWN: '没有该经费来源，请从列表中选择',
  DISCIPLINE_UNKNOWN: '没有该学科领域，请从列表中选择',
  SERVICE_MODE_UNKNOWN: '没有该服务方式，请从列表中选择',
  SURVEY_NOT_USER: '只有预约人和实验人可以填写使用反馈',
  SURVEY_NOT_USED: '使用结束后才能填写使用反馈',
  SURVEY_NOT_ASKED: '该仪器现在不收集使用反馈',
  SURVEY_GIVEN: '该次使用的反馈已经填写',
  TOO_MANY_FEEDS: '您的日历订阅链接已达上限，请先停用不再需要的链接',
} as const
export type BookingRefusal = keyof typeof bookingRefusals

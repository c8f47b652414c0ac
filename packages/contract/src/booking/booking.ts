import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { reason } from '../kernel/envelope.ts'
import {
  at,
  day,
  flag,
  id,
  idParams,
  instant,
  keptLine,
  keptText,
  keyword,
  line,
  opinion,
  optionalLine,
  requiredText,
  text,
} from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { priceTiers, quote } from '../price-plan/price-plan.ts'
import { useNatures } from '../use-ledger/use-ledger.ts'

// ── Words ────────────────────────────────────────────────────────────────────

/** Named for who is awaited; the last five are ends other than success. */
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
/** These hold their time: no two of them may overlap on one seat. */
export const liveStates = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
  'awaiting_use',
  'in_use',
] as const satisfies readonly BookingState[]
/** These wait for somebody's yes or no. */
export const awaitingStates = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
] as const satisfies readonly BookingState[]
/** These have not begun. */
export const beforeUseStates = [...awaitingStates, 'awaiting_use'] as const satisfies readonly BookingState[]

/** What can be done to a booking: the words in `can` and in its history. */
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

/**
 * How a use ended. Nobody saw the end of one that the system ended: the reviewer confirms it in the test
 * order.
 */
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
 * `immediate` freezes the estimate on the payer's fund card when the last approval is given; `post` is
 * settled afterwards.
 */
export const payModes = ['immediate', 'post'] as const
export type PayMode = (typeof payModes)[number]
export const payModeWords: Record<PayMode, string> = { immediate: '即时付款', post: '后付款' }
/** Does this way of paying ask for a fund card? Not where it costs nothing, which the server knows. */
export const asksCard = (payMode: PayMode, fundCardRequired: boolean): boolean =>
  payMode === 'immediate' || fundCardRequired

/** Why somebody is offered as payer. */
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
 * The people a booking knows. `admin` is a lab administrator or system administrator; `namer` says who is to
 * pay instead of somebody who left; `system` acts when time runs out.
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
 * By how much a use may cost more than its payer agreed to, when others extend it without asking him
 * (decision 078).
 */
export const EXTENSION_PERCENT = 50

/** Why a booking is turned down. A judgement carries all that apply, with the details in the message. */
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
  NOT_OVERRIDABLE: '您无权忽略该限制',
  NOT_YET: '还不能开始使用',
  NOT_LATER: '新的结束时间须晚于原结束时间',
  PERIOD_MISSING: '请安排测试时间',
  CARD_OF_PAYER: '经费卡由付款人在确认时选择',
  SEAT_IN_USE: '机位正在使用，暂不能开始',
  SEAT_RESERVED: '机位上一时段的预约尚未结束，暂不能提前开始',
  PAYER_AGREED_LESS: '延长后的费用超出付款人同意的范围',
  SAMPLES_ONLY: '只有送样预约可以调整时间；自主上机的时段由预约人决定',
  CANCEL_TOO_LATE: '已到开始时间，不能取消',
  START_TOO_LATE: '已过开始时间的宽限，不能开始使用',
  ONE_BY_ONE: '送样预约需逐条安排测试时间',
  FUNDING_SOURCE_UNKNOWN: '没有该经费来源，请从列表中选择',
  DISCIPLINE_UNKNOWN: '没有该学科领域，请从列表中选择',
  SERVICE_MODE_UNKNOWN: '没有该服务方式，请从列表中选择',
} as const
export type BookingRefusal = keyof typeof bookingRefusals

// ── Pieces ───────────────────────────────────────────────────────────────────

/** Kinds of samples one booking registers. */
export const SAMPLES_MAX = 50
export const SAMPLES_TOO_MANY = `一次最多登记 ${SAMPLES_MAX} 种样品`
export const sampleFields = z.object({
  name: line('样品名称', 100),
  count: z
    .number({ error: '请填写样品数量' })
    .int('样品数量应为整数')
    .min(1, '样品数量至少为 1')
    .max(100_000, '样品数量过大'),
  /** 形态：粉末、块体、溶液…… */
  form: optionalLine('样品形态', 50),
  /** 危险性：无、易燃、有毒、腐蚀…… */
  hazard: optionalLine('危险性', 100),
  returnWanted: z.boolean().default(false),
  wishes: text('测试要求', 1000),
})
export type SampleInput = z.input<typeof sampleFields>

const periodFields = { startAt: instant, endAt: instant }
/** The longest of any period a request may name; devices allow less. */
const MAX_PERIOD_MS = 31 * 86_400_000
const isPeriod = (p: { startAt?: string | null; endAt?: string | null }) => {
  if (!p.startAt && !p.endAt) return true
  if (!p.startAt || !p.endAt) return false
  const ms = Date.parse(p.endAt) - Date.parse(p.startAt)
  return ms > 0 && ms <= MAX_PERIOD_MS
}
const badPeriod = { error: '结束时间须晚于开始时间，且不超过 31 天', path: ['endAt'] }

/** What the booker wants, as far as it can be judged and priced. */
const wish = {
  deviceId: deviceRef,
  kind: z.enum(bookingKinds, { error: '请选择预约方式' }),
  startAt: instant.nullish(),
  endAt: instant.nullish(),
  /** Left out: the server takes a free one. */
  seat: z.number().int().min(1).max(200).nullish(),
  experimenterId: id.nullish(),
  /** Left out: the booker's supervisor, or himself if he has none. */
  payerId: id.nullish(),
  payMode: z.enum(payModes, { error: '请选择付款方式' }).default('post'),
  /** The card of a booker who pays himself. Another payer names his card when he agrees. */
  fundCardId: id.nullish(),
}
/** Disciplines of one use. */
export const DISCIPLINES_MAX = 4
/**
 * What a use is for, as it is reported later: free to say. Sources, disciplines and modes are codes of the
 * dictionaries {@link purposeLists}.
 */
const reported = {
  project: keptLine('课题名称', 200),
  projectNumber: keptLine('课题编号', 50),
  nature: z.enum(useNatures, { error: '请选择用途类别' }).nullish(),
  fundingSource: keptLine('经费来源'),
  disciplines: z
    .array(line('学科领域'))
    .max(DISCIPLINES_MAX, `学科领域最多选 ${DISCIPLINES_MAX} 个`)
    .transform((codes) => [...new Set(codes)])
    .optional(),
  serviceMode: keptLine('服务方式'),
}
export const purposeLists = {
  fundingSource: 'funding_source',
  disciplines: 'discipline',
  serviceMode: 'service_mode',
} as const
const details = {
  ...reported,
  purpose: requiredText('预约用途', 500),
  phone: keptLine('联系电话', 30),
  remark: keptText('备注', 1000),
  samples: z.array(sampleFields).max(SAMPLES_MAX, SAMPLES_TOO_MANY).default([]),
  /** Files uploaded before with `attach`, still hanging on nothing. */
  attachmentIds: z.array(z.uuid('附件编号不正确')).max(10, '最多 10 个附件').default([]),
}
const bothOrNone = (b: { kind: BookingKind; startAt?: string | null }) =>
  b.kind === 'sample_delivery' || !!b.startAt
const noPeriod = { error: '请选择预约时段', path: ['startAt'] }

const slot = z.object({ startAt: at, endAt: at, seat: z.number() })
export type Slot = z.output<typeof slot>

/** The help that goes with a refused period (`data` of the failure). */
export const slotHelp = z.object({ alternatives: z.array(slot) })
export type SlotHelp = z.output<typeof slotHelp>

export const bookingRow = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  stateAt: at,
  kind: z.enum(bookingKinds),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  seat: z.number(),
  /** How many seats the device has: a seat is worth showing from 2 on. */
  capacity: z.number(),
  startAt: at.nullable(),
  endAt: at.nullable(),
  booker: ref,
  experimenter: ref,
  payer: ref,
  purpose: z.string(),
  payMode: z.enum(payModes),
  estimateFen: z.number(),
  /** Asked for because it was cancelled too late; paid by a test order of its own. */
  feeFen: z.number(),
  sampleCount: z.number(),
  createdAt: at,
  /** Whoever was to pay has left: somebody else is to be named. */
  payerGone: z.boolean(),
  can: z.array(z.enum(bookingEvents)),
})
export type BookingRow = z.output<typeof bookingRow>

const sampleRow = z.object({
  id: z.number(),
  name: z.string(),
  count: z.number(),
  form: z.string().nullable(),
  hazard: z.string().nullable(),
  returnWanted: z.boolean(),
  wishes: z.string().nullable(),
  state: z.enum(sampleStates),
  can: z.array(z.enum(sampleEvents)),
})
export type SampleRow = z.output<typeof sampleRow>

/** An entry of a dictionary: what is sent, and what it is called, also where it is offered no more. */
export const coded = z.object({ value: z.string(), label: z.string() })
export type Coded = z.output<typeof coded>

/** What was said of a project last, as far as it can still be said: a form is filled from it. */
const saidPurpose = z.object({
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  nature: z.enum(useNatures).nullable(),
  fundingSource: z.string().nullable(),
  disciplines: z.array(z.string()),
  serviceMode: z.string().nullable(),
})
export type SaidPurpose = z.output<typeof saidPurpose>

export const bookingDetail = bookingRow.extend({
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  nature: z.enum(useNatures).nullable(),
  fundingSource: coded.nullable(),
  disciplines: z.array(coded),
  serviceMode: coded.nullable(),
  phone: z.string().nullable(),
  remark: z.string().nullable(),
  /** Why it was refused, cancelled or revoked. */
  reason: z.string().nullable(),
  /** Refusals that a director or administrator set aside. */
  overridden: z.array(z.string()),
  quote,
  /** The card's number and name for those who pay or approve; for others only that there is one. */
  fundCard: z
    .object({ id: z.number(), number: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  /** Frozen on the card now. */
  heldFen: z.number(),
  startedAt: at.nullable(),
  finishedAt: at.nullable(),
  /** How the use ended; null: it has not, or before that was written down. */
  endKind: z.enum(useEnds).nullable(),
  /**
   * Who holds the seat now that this booking's time has come: in words for everybody, the booking for those
   * who may see it.
   */
  occupied: z.object({ text: z.string(), bookingId: z.number().nullable() }).nullable(),
  samples: z.array(sampleRow),
  attachments: z.array(attachment),
  /** Keys: create, payer, reviewer, director, use, test_order, end. */
  progress: z.array(progressStep),
  history: z.array(historyEntry),
  /** Why the device cannot be used now, while the booking is to come; null: it can. */
  deviceDown: z.string().nullable(),
  /** What cancelling now would cost; null when it cannot be cancelled by anybody any more. */
  cancelTerms: z
    .object({
      freeUntil: at.nullable(),
      late: z.boolean(),
      feeFen: z.number(),
      violation: z.boolean(),
      text: z.string(),
    })
    .nullable(),
  /** What staying away costs, in one sentence; null where nobody is held to it. */
  missText: z.string().nullable(),
  /** From when to when `start` works; null where there is no time yet. */
  startWindow: z
    .object({ from: at, /** Null: without end, the lab has the samples. */ until: at.nullable() })
    .nullable(),
  /** Furthest end `extend` could reach now, for those who may extend. */
  extendUntil: at.nullable(),
  gridMinutes: z.number(),
  /**
   * What belongs to a yes in this state: when delivered samples are tested, which card pays; `payment`: it is
   * the booker's own.
   */
  asks: z.object({ time: z.boolean(), card: z.boolean(), payment: z.boolean() }),
})
export type BookingDetail = z.output<typeof bookingDetail>

export const bookingScopes = ['mine', 'experimenter', 'payer', 'lab', 'all'] as const
export type BookingScope = (typeof bookingScopes)[number]
/**
 * `lab`: everything of the labs and devices I direct, administer or review. `all` is for the back office,
 * within the holder's labs.
 */
export const bookingScopeWords: Record<BookingScope, string> = {
  mine: '我预约的',
  experimenter: '我实验的',
  payer: '我付款的',
  lab: '我管理的',
  all: '全部',
}
/**
 * `agenda`: what waits for me, what is in use, what is to come (soonest first), what is over (latest first).
 */
export const bookingSorts = ['id', 'agenda', 'startAt', 'stateAt', 'estimateFen'] as const

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (v) => (v === undefined || v === '' ? undefined : Array.isArray(v) ? v : String(v).split(',')),
    z.array(item).max(20).optional(),
  )

/** Without gaps; closed ones say why if an exception closed them. */
const stretches = z.array(
  z.object({ startAt: at, endAt: at, open: z.boolean(), reason: z.string().nullable() }),
)
/** Taken time. `id`, `state` and `who` only for those who may see the booking. */
const busy = z.array(
  z.object({
    startAt: at,
    endAt: at,
    seat: z.number(),
    mine: z.boolean(),
    id: z.number().nullable(),
    state: z.enum(bookingStates).nullable(),
    who: z.string().nullable(),
  }),
)

const listFilters = z.object({
  scope: z.enum(bookingScopes).default('mine'),
  state: oneOrMore(z.enum(bookingStates)),
  kind: z.enum(bookingKinds).optional(),
  deviceId: deviceRef.optional(),
  labId: labRef.optional(),
  /** Days on which the booked time starts, campus calendar, both included. */
  fromDay: day.optional(),
  toDay: day.optional(),
  /** A booking's number, or part of the device's or a person's name. */
  keyword,
  /** Only what waits for my yes or no. */
  awaitingMe: flag,
})
export type BookingFilters = z.output<typeof listFilters>
/** An export ends after so many rows, and says so in its last line. */
export const EXPORT_MAX = 100_000

// ── Calls ────────────────────────────────────────────────────────────────────

const visible = {
  onRow: '预约人、实验人、付款人，该仪器的审核员，所属实验室的主任和管理员，有预约订单权限者',
}
const stateSeen = z.enum(bookingStates, { error: '请刷新后重试' })
/** The row after a step: what a list or page needs to go on without asking again. */
const stepped = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  startAt: at.nullable(),
  endAt: at.nullable(),
  seat: z.number(),
  estimateFen: z.number(),
})

export const bookingCalls = {
  /**
   * Filters are and-ed. `order_by` is one of {@link bookingSorts}; without it the newest come first and
   * `next`, handed back as `after`, goes on from there however deep the list is. `total` is exact up to
   * 10,000; beyond, `totalExact` is false.
   */
  list: call({
    method: 'GET',
    path: '/api/orders/appointment',
    summary: '预约列表',
    access: 'signed-in',
    query: pageQuery.extend({ ...listFilters.shape, after: id.optional() }),
    reply: z.object({
      items: z.array(bookingRow),
      total: z.number().int(),
      totalExact: z.boolean(),
      next: z.number().nullable(),
    }),
  }),

  /** What the list would show on all its pages, newest first, as Excel. */
  export: call({
    method: 'GET',
    path: '/api/v2/booking/export',
    summary: '导出预约',
    access: 'signed-in',
    query: listFilters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),

  /** What a calendar draws between two instants at most five weeks apart. */
  week: call({
    method: 'GET',
    path: '/api/v2/booking/week',
    summary: '仪器日程',
    access: 'signed-in',
    query: z.object({ deviceId: deviceRef, from: instant, to: instant }).refine(
      (q) => {
        const ms = Date.parse(q.to) - Date.parse(q.from)
        return ms > 0 && ms <= 36 * 86_400_000
      },
      { error: '一次最多查看五周', path: ['to'] },
    ),
    reply: z.object({
      device: z.object({
        id: z.number(),
        serialId: z.string(),
        name: z.string(),
        lab: ref,
        categoryId: z.number().nullable(),
        /** Why nobody, or not the one who asks, can book it at all just now. */
        closed: z.string().nullable(),
      }),
      /** The campus zone: what the calendar's hours mean. */
      zone: z.string(),
      now: at,
      /** Null when the device was never opened for booking. */
      opening: z
        .object({
          selfOperated: z.boolean(),
          sampleDelivery: z.boolean(),
          capacity: z.number(),
          gridMinutes: z.number(),
          minMinutes: z.number(),
          maxMinutes: z.number(),
          horizonDays: z.number(),
          noticeMinutes: z.number(),
          cancelLimitMinutes: z.number(),
          cancelFeeFen: z.number(),
          payModes: z.array(z.enum(payModes)),
          fundCardRequired: z.boolean(),
          qualificationRequired: z.boolean(),
          notes: z.string().nullable(),
        })
        .nullable(),
      stretches,
      busy,
    }),
  }),

  /**
   * Who is offered as payer before anybody is looked for, and whom the form begins with; null: the booker has
   * to name somebody.
   */
  payers: call({
    method: 'GET',
    path: '/api/v2/booking/payers',
    summary: '常用付款人',
    access: 'signed-in',
    reply: z.object({
      payer: ref.nullable(),
      /** Who pays where the booking names nobody. */
      unnamedId: z.number(),
      offered: z.array(ref.extend({ why: z.enum(payerKinds) })),
    }),
  }),

  /** What the one who asks booked for last, newest first, each project once: nobody types it twice. */
  purposes: call({
    method: 'GET',
    path: '/api/v2/booking/purposes',
    summary: '最近的课题',
    access: 'signed-in',
    reply: z.array(saidPurpose),
  }),

  /** One day of every device of a lab that can be booked, by name. */
  labDay: call({
    method: 'GET',
    path: '/api/v2/booking/lab-day',
    summary: '实验室仪器日程',
    access: 'signed-in',
    query: z.object({ labId: labRef, day }),
    reply: z.object({
      now: at,
      /** The campus day, from midnight to midnight. */
      startAt: at,
      endAt: at,
      devices: z.array(
        z.object({
          id: z.number(),
          serialId: z.string(),
          name: z.string(),
          status: z.string(),
          selfOperated: z.boolean(),
          sampleDelivery: z.boolean(),
          capacity: z.number(),
          gridMinutes: z.number(),
          minMinutes: z.number(),
          stretches,
          busy,
        }),
      ),
    }),
  }),

  /**
   * The price and every refusal while choosing; nothing is written. With `bookingId`, as a change or
   * extension of that booking.
   */
  judge: call({
    method: 'POST',
    path: '/api/v2/booking/judge',
    summary: '预约试算',
    access: 'signed-in',
    writes: false,
    body: z
      .object({
        ...wish,
        bookingId: id.nullish(),
        sampleCount: z.number().int().min(0).max(5_000_000).default(0),
      })
      .refine(isPeriod, badPeriod),
    reply: z.object({
      /** Null: no price for this person. */
      quote: quote.nullable(),
      tier: z.enum(priceTiers),
      reasons: z.array(reason),
      /** May this person set the overridable ones aside? */
      mayOverride: z.boolean(),
      /** The seat that would be taken. */
      seat: z.number().nullable(),
      /** Nearest free slots of the same length, when the one asked for cannot be had. */
      alternatives: z.array(slot),
      /** Who would have to agree, in order. */
      approvals: z.array(z.enum(['payer', 'reviewer', 'director'])),
    }),
  }),

  create: call({
    method: 'POST',
    path: '/api/v2/booking',
    summary: '提交预约',
    access: 'signed-in',
    idempotent: true,
    body: z
      .object({
        ...wish,
        ...details,
        /** Codes of refusals to set aside. */ override: z.array(z.string().max(40)).max(20).default([]),
      })
      .refine(isPeriod, badPeriod)
      .refine(bothOrNone, noPeriod)
      .refine((b) => b.kind !== 'sample_delivery' || b.samples.length > 0, {
        error: '请至少填写一种样品',
        path: ['samples'],
      }),
    reply: stepped,
  }),

  get: call({
    method: 'GET',
    path: '/api/v2/booking/{id}',
    summary: '预约详情',
    access: visible,
    params: idParams,
    reply: bookingDetail,
  }),

  /**
   * By the booker while nobody's last word has been given: the round of approvals starts again. Phone, remark
   * and what it is for stay as they were where they are left out.
   */
  change: call({
    method: 'PUT',
    path: '/api/v2/booking/{id}',
    summary: '修改预约',
    access: visible,
    params: idParams,
    body: z
      .object({ ...wish, ...details, override: z.array(z.string().max(40)).max(20).default([]) })
      .omit({ deviceId: true, kind: true })
      .refine(isPeriod, badPeriod),
    reply: stepped,
  }),

  extend: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/extend',
    summary: '延长预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ endAt: instant }),
    reply: stepped,
  }),

  cancel: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/cancel',
    summary: '取消预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ reason: text('原因', 500) }),
    reply: stepped,
  }),

  start: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/start',
    summary: '开始使用',
    access: visible,
    params: idParams,
    reply: stepped,
  }),
  finish: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/finish',
    summary: '结束使用',
    access: visible,
    params: idParams,
    reply: stepped,
  }),
  /**
   * The reviewer ends a use that is in somebody's way: the next may start then, and whoever used it is told
   * why.
   */
  handOver: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/hand-over',
    summary: '交接机位',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ reason: requiredText('交接原因', 500) }),
    reply: stepped,
  }),
  /** The device failed during the use: it ends here, and costs what was used of it. */
  fault: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/fault',
    summary: '报告故障并结束使用',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ reason: requiredText('故障情况', 500) }),
    reply: stepped,
  }),
  /** The reviewer gives delivered samples another time. */
  reschedule: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/reschedule',
    summary: '调整送样测试时间',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z
      .object({
        ...periodFields,
        seat: z.number().int().min(1).max(200).nullish(),
        reason: requiredText('调整原因', 500),
      })
      .refine(isPeriod, badPeriod),
    reply: stepped,
  }),

  /**
   * `state` is the state the person saw: nobody agrees to a step he has not seen. `assign` is the reviewer's
   * time for delivered samples.
   */
  approve: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/approve',
    summary: '审核通过预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({
      state: stateSeen,
      /** Its `stateAt` as seen: a change in between is noticed too. */
      stateAt: instant.nullish(),
      reason: opinion,
      /** The payer's card, named when he agrees; without one the booking's card stays. */
      fundCardId: id.nullish(),
      assign: z
        .object({ ...periodFields, seat: z.number().int().min(1).max(200).nullish() })
        .refine(isPeriod, badPeriod)
        .nullish(),
    }),
    reply: stepped,
  }),

  /**
   * Whose payer left: the booker or the lab's director names another one, who agrees; the booker who pays
   * himself names his card here.
   */
  namePayer: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/payer',
    summary: '更换预约付款人',
    access: visible,
    params: idParams,
    body: z.object({
      payerId: id,
      fundCardId: id.nullish(),
      /** The booking as it was seen: whoever comes second hears who was first. */
      stateAt: instant.nullish(),
    }),
    reply: stepped,
    idempotent: true,
  }),

  refuse: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/refuse',
    summary: '驳回预约',
    access: visible,
    params: idParams,
    body: z.object({ state: stateSeen, reason: requiredText('驳回原因', 500) }),
    reply: stepped,
  }),

  /** Forty at once: each stands for itself, and its verdict says what became of it. */
  decide: call({
    method: 'POST',
    path: '/api/v2/booking/decide',
    summary: '批量审核预约',
    access: 'signed-in',
    idempotent: true,
    body: z
      .object({
        event: z.enum(['approve', 'refuse']),
        reason: opinion,
        items: batchItems(bookingStates),
      })
      .refine((b) => b.event === 'approve' || b.reason, { error: '请填写驳回原因', path: ['reason'] }),
    reply: z.object({ verdicts: z.array(verdict) }),
  }),

  /** By the director or an administrator: an instrument that broke, an abuse. */
  revoke: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/revoke',
    summary: '撤销预约',
    access: visible,
    params: idParams,
    body: z.object({ reason: requiredText('撤销原因', 500) }),
    reply: stepped,
  }),

  samples: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/samples',
    summary: '登记样品去向',
    access: visible,
    params: idParams,
    body: z.object({
      event: z.enum(['receive', 'return', 'keep']),
      sampleIds: z.array(id).min(1, '请选择样品').max(50),
    }),
    reply: z.object({ samples: z.array(sampleRow) }),
  }),

  /** Pick a time, see what is free. `seats` are the free ones. */
  free: call({
    method: 'GET',
    path: '/api/v2/booking/free',
    summary: '按时间找空闲仪器',
    access: 'signed-in',
    query: z
      .object({
        ...periodFields,
        keyword,
        labId: labRef.optional(),
        deptId: id.optional(),
        categoryId: id.optional(),
        after: id.optional(),
        size: z.coerce.number<number | string>().int().min(1).max(50).default(20),
      })
      .refine(isPeriod, badPeriod),
    reply: z.object({
      items: z.array(
        z.object({
          id: z.number(),
          serialId: z.string(),
          name: z.string(),
          model: z.string().nullable(),
          lab: ref,
          freeSeats: z.number(),
          capacity: z.number(),
        }),
      ),
      next: z.number().nullable(),
    }),
  }),

  /**
   * Files for a booking not yet sent; those nobody claims are removed after eight days, a day later than the
   * draft that has them.
   */
  attach: call({
    method: 'POST',
    path: '/api/v2/booking/attachment',
    summary: '上传预约附件',
    access: 'signed-in',
    upload: {
      field: 'files',
      maxFiles: 10,
      maxBytes: 20_000_000,
      accept: ['image', 'pdf', 'office', 'text', 'zip'],
    },
    reply: z.array(attachment),
  }),
}

import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { amountFen, at, flag, id, idParams, ifAsked, keyword } from '../kernel/fields.ts'
import { edit, type Permission } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// One inbox for the tasks of all businesses, and the policy that sets the steps of each business.

/** The steps of each business that wait for a person. */
export const approvalSteps = {
  booking: { payer: '付款人确认', reviewer: '设备审核', director: '主任审核' },
  test_order: {
    fill: '填写测试单',
    director: '主任审核',
    booker: '预约人确认',
    payer: '付款人确认',
    new_payer: '新付款人确认',
    write_off: '核销审批',
  },
  settlement: { card_owner: '卡主审批', remittance: '汇款登记', finance: '财务处理', reversal: '冲正审批' },
  purchase: {
    panel: '组建专家组',
    dept_head: '院系审批',
    finance: '经费审核',
    equip_office: '设备处审批',
    sourcing: '采购',
    contract: '登记合同',
  },
  panel: { sign: '专家签署' },
  tender: { prepare: '编制公告', evaluate: '报价评审', sign: '签署评审意见' },
  supplier: { papers: '完善企业资料', audit: '企业资料审核' },
  delivery: { entry: '填写设备信息', check: '核对设备信息' },
  acceptance: { fill: '验收', sign: '会签', dept_head: '院系审核', audit: '设备处审核' },
  stock_in: { info: '预入库', card_owner: '卡主同意', finance: '财务报销', store: '正式入库' },
  transfer: { giver: '调出方同意', receiver: '调入方同意' },
  repair: { assign: '派单', repair: '维修' },
  violation: { appeal: '违约申诉' },
  use_finding: { judge: '用机核查' },
  scrap: {
    panel: '组建专家组',
    dept_head: '院系审批',
    finance: '财务会签',
    equip_office: '设备处审批',
    dispose: '登记处置',
  },
  benefit: { fill: '填报效益评价', review: '审核效益评价' },
  // Processes designed by an office have their own steps; the task's title names them.
  workflow: { act: '办理流程', refill: '修改后重新提交' },
} as const
export type Business = keyof typeof approvalSteps
export type StepOf<B extends Business> = keyof (typeof approvalSteps)[B] & string
export type ApprovalStep = { [B in Business]: StepOf<B> }[Business]

/**
 * Steps at which a person does work rather than reviews, with the word for the waiting work. All other steps
 * are reviews.
 */
const toDo: { [B in Business]?: Partial<Record<StepOf<B>, string>> } = {
  test_order: { fill: '待填写', booker: '待确认' },
  settlement: { remittance: '待办理', finance: '待办理' },
  purchase: { panel: '待办理', sourcing: '待采购', contract: '待办理' },
  panel: { sign: '待签署' },
  tender: { prepare: '待编制', evaluate: '待评审', sign: '待签署' },
  supplier: { papers: '待填写' },
  delivery: { entry: '待填写', check: '待核对' },
  acceptance: { fill: '待验收', sign: '待会签' },
  stock_in: { info: '待填写', finance: '待报销', store: '待入库' },
  repair: { assign: '待派单', repair: '待维修' },
  scrap: { panel: '待办理', dispose: '待办理' },
  benefit: { fill: '待填报' },
  use_finding: { judge: '待核查' },
  workflow: { act: '待办理', refill: '待修改' },
}
/** The word for a waiting step, in messages and the inbox; 待审核 for reviews. */
export const waitingWord = (of: Business, step: string): string =>
  (toDo[of] as Partial<Record<string, string>> | undefined)?.[step] ?? '待审核'

export const businessWords: Record<Business, string> = {
  booking: '预约',
  test_order: '测试单',
  settlement: '结算单',
  purchase: '申购',
  panel: '专家论证',
  tender: '采购项目',
  supplier: '供应商',
  delivery: '供货',
  acceptance: '验收',
  stock_in: '入库',
  transfer: '调拨',
  repair: '报修',
  violation: '违约',
  use_finding: '用机核查',
  scrap: '报废',
  benefit: '效益评价',
  workflow: '流程',
}

/** Businesses of an instrument's life, whose rules and flow limit what the policy may set. */
export const boundBusinesses = ['purchase', 'acceptance', 'scrap'] as const satisfies readonly Business[]
export type BoundBusiness = (typeof boundBusinesses)[number]
/** Businesses whose steps are set on the screen 审核配置. */
export const policyBusinesses = [
  'booking',
  'test_order',
  'settlement',
  ...boundBusinesses,
] as const satisfies readonly Business[]
export type PolicyBusiness = (typeof policyBusinesses)[number]
export const isBound = (business: PolicyBusiness): business is BoundBusiness =>
  boundBusinesses.some((b) => b === business)

export interface StepBound {
  /** The policy may omit the step, or require it only from an amount on. */
  omit: boolean
  /** The policy may name a deputy for the step; false where people act for themselves. */
  deputy: boolean
  /** Why the step cannot be omitted, or what it is for. */
  why: string
}
const stays = (why: string, deputy = false): StepBound => ({ omit: false, deputy, why })
const free = (why: string): StepBound => ({ omit: true, deputy: true, why })
const stepBounds: { readonly [B in BoundBusiness]: Record<StepOf<B>, StepBound> } & {
  readonly [B in PolicyBusiness]?: Partial<Record<StepOf<B>, StepBound>>
} = {
  booking: { payer: stays('为他人预约付款须经付款人本人同意，不能省略；本人付款的不另询问') },
  test_order: { payer: stays('费用调高须经付款人本人同意，不能省略') },
  settlement: { card_owner: stays('使用他人的经费卡须经持有人本人同意，不能省略；使用本人的卡不另询问') },
  purchase: {
    panel: stays('贵重仪器和进口设备须经专家论证，起点金额和人数在数据字典中设置'),
    dept_head: free('可以省略，或达到金额起点时才需要'),
    finance: free('默认不需要；启用后由财务人员在设备处审批前核对经费'),
    equip_office: stays('设备处审批后才能进入采购，不能省略', true),
    sourcing: stays('供应商须经比价、谈判或招标确定，不能省略'),
    contract: stays('合同是供货、验收和报销的依据，不能省略'),
  },
  acceptance: {
    fill: stays('到货设备须由验收人逐台核对，不能省略'),
    sign: stays('验收人不能独自验收，会签人数在数据字典中设置'),
    dept_head: free('默认不需要；启用后会签完成再由院系负责人审核'),
    audit: stays('审核通过即确认设备入校，不能省略', true),
  },
  scrap: {
    panel: stays('达到论证起点的须经专家鉴定，起点金额和人数在数据字典中设置'),
    dept_head: free('可以省略，或原值达到金额起点时才需要'),
    finance: free('默认不需要；启用后由财务人员在设备处审批前核对账面'),
    equip_office: stays('国有资产处置须经设备处审批，不能省略', true),
    dispose: stays('处置去向和残值须登记在案，不能省略', true),
  },
}
/** The limits of what the policy may set at a step; null: no limits. */
export const findBound = (business: PolicyBusiness, name: string): StepBound | null =>
  (stepBounds[business] as Partial<Record<string, StepBound>> | undefined)?.[name] ?? null

/**
 * The role that a step asks for. If nobody has the role any more, the lab's directors act, and then the
 * system administrators. This does not apply to the payer of a booking or the owner of a card, because nobody
 * else may spend their money.
 */
export const actorWords = {
  person: '指定人员',
  reviewer: '设备审核员',
  lab_director: '实验室主任',
  finance: '财务人员',
  dept_head: '院系负责人',
  equip_office: '设备处',
  tender_office: '招标办',
  sysadmin: '系统管理员',
} as const
export type ActorRole = keyof typeof actorWords
export type AskedRole = Exclude<ActorRole, 'sysadmin'>

export const outcomeWords = { approved: '已通过', refused: '已退回', withdrawn: '已撤回' } as const
export type Outcome = keyof typeof outcomeWords

export const timeoutWords = { remind: '提醒', approve: '自动通过', refuse: '自动退回' } as const
export type OnTimeout = keyof typeof timeoutWords

/** Offices that are asked as such: the holders of one of these permissions. */
export const offices = {
  finance: edit('FINANCIAL'),
  equip_office: ['PURCHASE_ALL'],
  tender_office: ['TENDER_ALL'],
} as const satisfies Partial<Record<ActorRole, readonly Permission[]>>

/**
 * Steps at which people decide about their own money: no answer never means consent, and nobody else may
 * decide.
 */
export const ownMoney: { readonly [B in Business]?: readonly StepOf<B>[] } = {
  booking: ['payer'],
  test_order: ['payer', 'new_payer'],
  settlement: ['card_owner'],
  stock_in: ['card_owner'],
}
const silenceAgrees = (of: Business, step: string): boolean =>
  !(ownMoney[of] as readonly string[] | undefined)?.includes(step)

type Silence = Exclude<OnTimeout, 'remind'>
const either = ['approve', 'refuse'] as const
/**
 * Outcomes that a timeout may have at a step; each is a transition of `system` in the business's flow table.
 * At steps not listed only people act.
 */
const silences: { readonly [B in PolicyBusiness]?: { readonly [S in StepOf<B>]?: readonly Silence[] } } = {
  booking: { payer: ['refuse'], reviewer: either, director: either },
  test_order: {
    director: either,
    booker: either,
    payer: ['refuse'],
    new_payer: ['refuse'],
    write_off: ['refuse'],
  },
  settlement: { card_owner: ['refuse'], remittance: ['refuse'], reversal: ['refuse'] },
}
/** Timeout actions that the policy may set at a step. */
export const timeoutsAt = (of: PolicyBusiness, step: string): readonly OnTimeout[] => [
  'remind',
  ...((silences[of] as Partial<Record<string, readonly Silence[]>> | undefined)?.[step] ?? []),
]
/** Why some timeout actions are not available at a step, in Chinese; null if all are. */
export function timeoutLimits(of: PolicyBusiness, step: string): string | null {
  const left = timeoutsAt(of, step)
  if (!silenceAgrees(of, step)) return '付款须由本人确认，不能自动通过'
  if (isBound(of)) return '该业务须由人办理，超时只能提醒'
  if (left.length === 1) return '该环节须由人办理，超时只能提醒'
  return left.includes('approve') ? null : '该环节须由人同意，不能自动通过'
}

const listKeys = <T extends object>(words: T) =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
export const businesses = listKeys(businessWords)
const business = z.enum(businesses, { error: '请选择业务' })
const policyBusiness = z.enum(policyBusinesses, { error: '请选择业务' })
const stepNames = Object.values(approvalSteps).flatMap((steps) => Object.keys(steps)) as [
  ApprovalStep,
  ...ApprovalStep[],
]
const step = z.enum(stepNames, { error: '请选择审核环节' })

/** The Chinese words for a step of a business. */
export const stepWords = (of: Business, name: ApprovalStep): string =>
  (approvalSteps[of] as Partial<Record<ApprovalStep, string>>)[name] ?? name

export const taskRow = z.object({
  id: z.number(),
  business,
  /** Id of the row of the business, for example of the booking, test order or settlement. */
  rowId: z.number(),
  step,
  role: z.enum(listKeys(actorWords)),
  title: z.string(),
  amountFen: z.number().nullable(),
  /** A yes has to name more (a time, a card), so it is given on the task itself, not in a batch. */
  single: z.boolean(),
  requester: ref.nullable(),
  lab: ref.nullable(),
  device: ref.nullable(),
  /** Since when the task has been waiting. */
  since: at,
  dueAt: at.nullable(),
  /** For a finished task: its outcome, when it was decided and the reason; null while it waits. */
  outcome: z.enum(listKeys(outcomeWords)).nullable(),
  actedAt: at.nullable(),
  reason: z.string().nullable(),
})
export type Task = z.output<typeof taskRow>

/** Exact up to 1,000 for each role; beyond that a lower bound. */
const counts = z.array(z.object({ business, step, count: z.number().int() }))

/** Tasks on one page of the inbox. */
export const INBOX_SIZE = 20

export const policyRow = z.object({
  id: z.number(),
  business: policyBusiness,
  step,
  device: ref.nullable(),
  lab: ref.nullable(),
  dept: ref.nullable(),
  userType: z.string().nullable(),
  fromAmountFen: z.number(),
  required: z.boolean(),
  /** False: the row is kept but ignored. */
  enabled: z.boolean(),
  timeoutHours: z.number().nullable(),
  onTimeout: z.enum(listKeys(timeoutWords)).nullable(),
  /** A person who may act at the step besides the people of its role. */
  deputy: ref.nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: at,
})
export type Policy = z.output<typeof policyRow>

const policyBody = z
  .object({
    business: policyBusiness,
    step,
    /** At most one of the three places; none means the whole campus. */
    deviceId: deviceRef.nullish(),
    labId: labRef.nullish(),
    deptId: id.nullish(),
    /** Limits the row to this user type (dictionary campus_user_type). */
    userType: z
      .string()
      .trim()
      .max(50, '用户类型不正确')
      .nullish()
      .transform((t) => t || null),
    fromAmountFen: amountFen.default(0),
    required: z.boolean({ error: '请选择是否需要该环节' }).default(true),
    enabled: z.boolean({ error: '请选择是否启用' }).default(true),
    timeoutHours: z
      .number({ error: '超时时间不正确' })
      .int('超时时间应为整数小时')
      .min(1, '超时时间至少 1 小时')
      .max(8760, '超时时间不能超过一年')
      .nullish()
      .transform((h) => h ?? null),
    onTimeout: z
      .enum(listKeys(timeoutWords), { error: '请选择超时后的处理' })
      .nullish()
      .transform((t) => t ?? null),
    deputyId: id.nullish().transform((d) => d ?? null),
  })
  .superRefine((b, ctx) => {
    const say = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    const known = b.step in approvalSteps[b.business]
    if (!known) say('step', '该业务没有这个审核环节')
    if ([b.deviceId, b.labId, b.deptId].filter((p) => p != null).length > 1)
      say('deviceId', '仪器、实验室、单位只能选择一个')
    if (b.timeoutHours === null && b.onTimeout !== null) say('timeoutHours', '请填写超时时间')
    if (b.timeoutHours !== null && b.onTimeout === null) say('onTimeout', '请选择超时后的处理')
    if (known && b.onTimeout !== null && !timeoutsAt(b.business, b.step).includes(b.onTimeout))
      say('onTimeout', timeoutLimits(b.business, b.step) ?? '该业务没有这种处理')
    const bound = findBound(b.business, b.step)
    if (!bound) return
    if (!bound.omit && !b.required) say('required', bound.why)
    if (!bound.omit && b.fromAmountFen > 0) say('fromAmountFen', bound.why)
    if (isBound(b.business) && b.deviceId != null && b.business !== 'scrap')
      say('deviceId', '设备尚未入库，请按实验室或单位配置')
  })
export type PolicyBody = z.output<typeof policyBody>

/** A step as it would be for a certain booking, with the people who would be awaited. */
const previewStep = z.object({
  step,
  required: z.boolean(),
  timeoutHours: z.number().nullable(),
  onTimeout: z.enum(listKeys(timeoutWords)).nullable(),
  /** The policy row that decides; null: the built-in rule. */
  policyId: z.number().nullable(),
  role: z.enum(listKeys(actorWords)),
  names: z.array(z.string()),
  people: z.number().int(),
})

export const approvalCalls = {
  /** The caller's oldest tasks, and the number of tasks of each kind. */
  wait: call({
    method: 'GET',
    path: '/api/auditFlow/wait',
    summary: '待我审核',
    access: 'signed-in',
    reply: z.object({ total: z.number().int(), counts, items: z.array(taskRow) }),
  }),
  tasks: call({
    method: 'GET',
    path: '/api/v2/approval/tasks',
    summary: '审核待办',
    access: 'signed-in',
    query: z.object({
      state: z.enum(['waiting', 'done']).default('waiting'),
      business: ifAsked(business),
      step: ifAsked(step),
      keyword,
      labId: ifAsked(labRef),
      /** Tasks of all people; administrators only. */
      all: flag,
      /** `next` of the previous page. */
      after: ifAsked(z.string().regex(/^\d{1,15}(_\d{1,15})?$/, '翻页位置不正确')),
      size: z.coerce.number<number | string>().int().min(1).max(100).default(INBOX_SIZE),
    }),
    reply: z.object({ items: z.array(taskRow), next: z.string().nullable() }),
  }),
  /**
   * Every signed-in person may read the steps in force, without the names of people. People from outside the
   * university do not see purchases, acceptances and scrapping.
   */
  policies: call({
    method: 'GET',
    path: '/api/v2/approval/policy',
    summary: '审核配置',
    access: 'signed-in',
    query: z.object({
      business: ifAsked(policyBusiness),
      step: ifAsked(step),
      deptId: ifAsked(id),
      labId: ifAsked(labRef),
      deviceId: ifAsked(deviceRef),
    }),
    /** `defaults`: the built-in rules that apply where no row says otherwise. */
    reply: z.object({
      can: z.array(z.enum(['change'])),
      items: z.array(policyRow),
      defaults: z.array(
        policyRow.pick({ business: true, step: true, required: true, timeoutHours: true, onTimeout: true }),
      ),
    }),
  }),
  createPolicy: call({
    method: 'POST',
    path: '/api/v2/approval/policy',
    summary: '新增审核配置',
    access: { anyOf: ['ADMIN'] },
    body: policyBody,
    reply: z.object({ id: z.number() }),
  }),
  changePolicy: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/approval/policy/{id}',
    summary: '修改审核配置',
    access: { anyOf: ['ADMIN'] },
    params: idParams,
    body: policyBody,
    reply: done,
  }),
  removePolicy: call({
    method: 'DELETE',
    path: '/api/v2/approval/policy/{id}',
    summary: '删除审核配置',
    access: { anyOf: ['ADMIN'] },
    params: idParams,
    reply: done,
  }),
  /** For one booking, or for a device, a person and an amount. */
  previewPolicy: call({
    method: 'GET',
    path: '/api/v2/approval/policy/preview',
    summary: '预览审核环节和审核人',
    access: { anyOf: ['ADMIN'] },
    query: z
      .object({
        bookingId: ifAsked(id),
        deviceId: ifAsked(deviceRef),
        userId: ifAsked(id),
        amountFen: ifAsked(z.coerce.number<number | string>().pipe(amountFen)),
      })
      .refine((q) => q.bookingId !== undefined || q.deviceId !== undefined, {
        message: '请选择预约或仪器',
        path: ['bookingId'],
      }),
    reply: z.object({ steps: z.array(previewStep) }),
  }),
}

export const approvalRefusals = {
  POLICY_TWICE: '同一范围、环节和用户类型已有配置，请修改原有配置',
  POLICY_PLACE: '所选的仪器、实验室或单位不存在',
  POLICY_DEPUTY: '代理人须为在用的校内账号',
  DEPUTY_OWN: '该环节由本人办理，不能设置代理人',
  DEPUTY_NONE: '该业务不设代理人',
} as const

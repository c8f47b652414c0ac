import {
  APPEAL_DAYS,
  violationEventWords,
  violationKindWords,
  violationRefusals,
  violationStateWords,
  type ViolationEvent,
  type ViolationKind,
  type ViolationState,
  type violationCalls,
} from '@portal/contract/violation/violation'
import type { Parsed } from '@portal/contract/kernel/call'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, refuse } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { suspendedUntil, VIOLATIONS } from '../booking/timing.rules.ts'
import { liftSuspension, suspend } from '../people/people.service.ts'
import { waiveFee } from '../test-order/test-order.service.ts'
import { violationFlow, type ViolationRole } from './violation.flow.ts'
import * as store from './violation.store.ts'

const OF = 'violation'
const MINE = '/account/subscribe-list?scope=violations'

/** Writes down a no-show or a late cancellation; the last one too many suspends the booker for a while. */
export async function record(ctx: Ctx, bookingId: number, kind: ViolationKind): Promise<void> {
  const b = await store.booked(ctx.db, bookingId)
  if (!b || !(await store.add(ctx, b, kind))) return
  const recent = await recentOf(ctx, b.bookerId)
  const until = suspendedUntil(recent, ctx.now)
  if (!until) return
  await suspend(ctx, b.bookerId, until, `${VIOLATIONS.days} 天内违约 ${recent.length} 次`)
  await tell(ctx, {
    userIds: [b.bookerId],
    kind: 'booking',
    title: '预约资格已暂停',
    link: MINE,
    mail: true,
    body: `您在 ${VIOLATIONS.days} 天内违约 ${recent.length} 次，预约资格暂停至 ${shownAt(until, ctx.env.CAMPUS_TZ)}。如有异议，可在违约记录产生 ${APPEAL_DAYS} 天内申诉。`,
  })
}
const recentOf = (ctx: Ctx, userId: number) =>
  store.since(ctx, userId, addMinutes(ctx.now, -VIOLATIONS.days * 1440))

const appealUntil = (v: store.Row): Date => addMinutes(v.at, APPEAL_DAYS * 1440)
const seesAll = (ctx: Ctx): boolean => ctx.holds('ADMIN', 'SYSTEM_ADMIN')

interface Seen {
  keptLabs: readonly number[]
  devices: readonly number[]
}
const seenBy = async (ctx: Ctx): Promise<Seen> => ({
  keptLabs: await store.keptLabs(ctx),
  devices: await store.reviewedDevices(ctx),
})

/** Nobody strikes out or judges what he did himself. */
function rolesOf(ctx: Ctx, v: store.Row, seen: Seen, actable: boolean): Set<ViolationRole> {
  if (v.userId === ctx.me.id) return new Set(['person'])
  const roles = new Set<ViolationRole>()
  if (ctx.holds('ADMIN') || (v.labId !== null && seen.keptLabs.includes(v.labId))) roles.add('keeper')
  if (actable) roles.add('judge')
  return roles
}
const timely = (ctx: Ctx, v: store.Row, event: ViolationEvent) =>
  event !== 'appeal' || ctx.now <= appealUntil(v)

function rowOf(ctx: Ctx, v: store.Row, roles: ReadonlySet<ViolationRole>) {
  const { id, kind, state, stateAt, at, bookingId, appealReason, decisionReason, decidedBy } = v
  const named = (refId: number | null, name: string | null) =>
    refId === null ? null : { id: refId, name: name ?? '' }
  return {
    id,
    kind,
    state,
    stateAt,
    at,
    bookingId,
    appealReason,
    decisionReason,
    decidedBy,
    person: { id: v.userId, name: v.userName },
    device: named(v.deviceId, v.deviceName),
    lab: named(v.labId, v.labName),
    fee:
      v.orderId === null || !v.feeFen
        ? null
        : { testOrderId: v.orderId, amountFen: v.feeFen, settled: v.settled ?? false },
    appealUntil: appealUntil(v),
    can: violationFlow.can(state, roles).filter((event) => timely(ctx, v, event)),
  }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof violationCalls.list>) {
  const { scope } = query
  if (scope === 'all' && !seesAll(ctx)) throw forbidden('您只能查看自己和本实验室的违约记录')
  const seen = await seenBy(ctx)
  const places = scope === 'lab' ? { labIds: seen.keptLabs, deviceIds: seen.devices } : null
  const { items, total } = await store.list(
    ctx.db,
    { userId: scope === 'mine' ? ctx.me.id : null, places, state: query.state ?? null, id: query.id ?? null },
    query,
  )
  const actable = await approval.actableAmong(
    ctx,
    OF,
    items.map((v) => v.id),
  )
  return pageReply(
    items.map((v) => rowOf(ctx, v, rolesOf(ctx, v, seen, actable.has(v.id)))),
    total,
  )
}

/** A record, for its person and those who keep or look after what it is about; others learn nothing. */
async function load(ctx: Ctx, id: number): Promise<{ v: store.Row; roles: Set<ViolationRole> }> {
  // The record is read last: whoever comes second to a decision hears that it is taken, not that it was never his.
  const [seen, actable] = [await seenBy(ctx), await approval.mayAct(ctx, { business: OF, rowId: id })]
  const v = await store.find(ctx.db, id)
  const roles = v ? rolesOf(ctx, v, seen, actable) : new Set<ViolationRole>()
  if (!v || roles.size === 0) throw forbidden('您不能处理该违约记录')
  ctx.allow(true)
  ctx.target = `violation ${id}`
  return { v, roles }
}

async function take(
  ctx: Ctx,
  { v, roles }: { v: store.Row; roles: ReadonlySet<ViolationRole> },
  event: ViolationEvent,
  to: ViolationState,
  reason: string,
): Promise<void> {
  violationFlow.judge(v.state, event, roles, { reason, to })
  if (!(await store.step(ctx, v.id, v.state, to, reason))) throw await tooLate(ctx, OF, v.id)
  await logStep(ctx, { business: OF, rowId: v.id, event, from: v.state, to, reason })
  ctx.live(`user:${v.userId}`, 'inbox')
}
const whatOf = (ctx: Ctx, v: store.Row) =>
  `${v.deviceName ?? '仪器'}，${shownAt(v.at, ctx.env.CAMPUS_TZ)} ${violationKindWords[v.kind]}`

export async function appeal(ctx: Ctx, { params, body }: Parsed<typeof violationCalls.appeal>) {
  const loaded = await load(ctx, params.id)
  const { v } = loaded
  if (ctx.now > appealUntil(v)) throw refuse('APPEAL_TOO_LATE', violationRefusals.APPEAL_TOO_LATE)
  await take(ctx, loaded, 'appeal', 'appealed', body.reason)
  await approval.openTask(ctx, {
    business: OF,
    rowId: v.id,
    step: 'appeal',
    role: 'lab_director',
    labId: v.labId,
    deviceId: v.deviceId,
    requesterId: v.userId,
    title: `${v.userName} 申诉：${whatOf(ctx, v)}`,
    amountFen: v.feeFen,
  })
  await tell(ctx, {
    kind: 'booking',
    role: { role: 'lab_director', labId: v.labId },
    exceptUserId: v.userId,
    title: `${v.userName}对违约提出申诉`,
    body: `${whatOf(ctx, v)}\n申诉理由：${body.reason}`,
    link: '/account/audit-list',
    mail: true,
  })
  return null
}

export async function decide(
  ctx: Ctx,
  { params, body: { verdict, reason } }: Parsed<typeof violationCalls.decide>,
) {
  const loaded = await load(ctx, params.id)
  const { v } = loaded
  await take(ctx, loaded, verdict, verdict === 'revoke' ? 'revoked' : 'upheld', reason)
  await approval.closeTask(
    ctx,
    { business: OF, rowId: v.id },
    verdict === 'revoke' ? 'approved' : 'refused',
    reason,
  )
  const after = verdict === 'revoke' ? await revoked(ctx, v, reason) : []
  await tell(ctx, {
    userIds: [v.userId],
    kind: 'booking',
    title: `违约记录已${verdict === 'revoke' ? violationEventWords.revoke : violationStateWords.upheld}`,
    link: MINE,
    mail: true,
    body: [whatOf(ctx, v), `原因：${reason}`, ...after].join('\n'),
  })
  return null
}

/** It counts no more: the suspension and the fee that came of it go, as far as they can. Answers what the person is told of that. */
async function revoked(ctx: Ctx, v: store.Row, reason: string): Promise<string[]> {
  const lifted =
    !suspendedUntil(await recentOf(ctx, v.userId), ctx.now) &&
    (await liftSuspension(ctx, v.userId, `${VIOLATIONS.days} 天内违约`))
  const fee = v.bookingId === null ? 'none' : await waiveFee(ctx, v.bookingId, `违约已撤销：${reason}`)
  if (fee === 'in_settlement')
    throw refuse('FEE_IN_SETTLEMENT', violationRefusals.FEE_IN_SETTLEMENT, { status: 409 })
  const amount = formatYuan(v.feeFen ?? 0)
  if (fee === 'settled') {
    await tell(ctx, {
      kind: 'settlement',
      role: { role: 'finance' },
      title: '违约已撤销，费用待冲正',
      body: `${v.userName}：${whatOf(ctx, v)}\n费用 ${amount} 元已结算，请按结算单办理冲正。`,
      link: `/account/orderDetail?id=${v.orderId ?? ''}`,
      mail: true,
    })
  }
  return [
    ...(lifted ? ['预约资格已恢复。'] : []),
    ...(fee === 'waived'
      ? [`费用 ${amount} 元已免除。`]
      : fee === 'settled'
        ? [`费用 ${amount} 元已结算：付款人或实验室可在结算单中申请冲正，财务已收到通知。`]
        : []),
  ]
}

export const exportList = exported('违约记录', list, [
  { header: '时间', width: 18, value: (v) => v.at },
  { header: '人员', width: 14, value: (v) => v.person.name },
  { header: '类型', width: 12, value: (v) => violationKindWords[v.kind] },
  { header: '仪器', width: 30, value: (v) => v.device?.name },
  { header: '实验室', width: 26, value: (v) => v.lab?.name },
  { header: '费用（元）', money: true, value: (v) => v.fee && v.fee.amountFen / 100 },
  { header: '状态', width: 10, value: (v) => violationStateWords[v.state] },
  { header: '申诉理由', width: 40, value: (v) => v.appealReason },
  { header: '处理人', width: 14, value: (v) => v.decidedBy },
  { header: '处理说明', width: 40, value: (v) => v.decisionReason },
])

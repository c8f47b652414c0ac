import {
  acceptanceNumber,
  acceptanceStateWords,
  type AcceptanceEvent,
  type AcceptanceScale,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as delivery from '../delivery/delivery.service.ts'
import { acceptanceFlow, type AcceptanceRole } from './acceptance.flow.ts'
import { summaryOf } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'

// The steps of an acceptance: judge by the flow, write, say who is awaited next, tell them.

const OF = 'acceptance'
const linkTo = (id: number, scale: AcceptanceScale) =>
  `/osp/storage/${scale === 'small' ? 'acceptanceAutoInfo' : 'acceptanceAcademyInfo'}?id=${id}`

export async function again(ctx: Ctx, id: number): Promise<store.Acceptance> {
  const a = await store.find(ctx.db, id)
  if (!a) throw new Error('an acceptance is never removed')
  return a
}

/** What of it the policy goes by. */
export const caseOf = (a: store.Acceptance) => ({
  deviceId: null,
  labId: a.labId,
  deptId: a.deptId,
  userType: a.receiverType,
  amountFen: a.totalFen,
})

/** Somebody is awaited: tasks for them, and a message. */
export async function awaitNext(ctx: Ctx, id: number): Promise<void> {
  const a = await again(ctx, id)
  const what = `${acceptanceNumber(a.id)} ${a.title}`
  const task = { business: OF, rowId: a.id, amountFen: a.totalFen } as const
  const news = { kind: OF, exceptUserId: ctx.actor?.id ?? null, mail: true } as const
  if (a.state === 'draft') {
    await approval.openInTime(
      ctx,
      {
        ...task,
        step: 'fill',
        role: 'person',
        userId: a.receiverId,
        requesterId: null,
        title: `验收：${what}`,
      },
      caseOf(a),
    )
    const body = a.reason
      ? `${summaryOf(a)}，退回原因：${a.reason}`
      : `${summaryOf(a)}，设备信息已核对，请验收。`
    await tell(ctx, {
      ...news,
      userIds: [a.receiverId],
      title: a.reason ? '验收单被退回' : '设备已到货，请验收',
      body,
      link: linkTo(a.id, a.scale),
    })
  } else if (a.state === 'awaiting_signatures') {
    const userIds = (await store.members(ctx.db, a.id))
      .filter((m) => m.signedAt === null)
      .map((m) => m.userId)
    for (const userId of userIds)
      await approval.openInTime(
        ctx,
        {
          ...task,
          step: 'sign',
          role: 'person',
          userId,
          requesterId: a.receiverId,
          title: `会签验收：${what}`,
        },
        caseOf(a),
      )
    await tell(ctx, {
      ...news,
      userIds,
      title: '验收单待会签',
      body: `${a.receiver} 请您会签：${summaryOf(a)}。`,
      link: linkTo(a.id, a.scale),
    })
  } else if (a.state === 'awaiting_dept_head') {
    const head = { role: 'dept_head', deptId: a.deptId } as const
    await approval.openInTime(
      ctx,
      { ...task, ...head, step: 'dept_head', requesterId: a.receiverId, title: `院系审核验收：${what}` },
      caseOf(a),
    )
    await tell(ctx, {
      ...news,
      role: head,
      title: '验收单待院系审核',
      body: `${a.dept} ${a.receiver}：${summaryOf(a)}。`,
      link: linkTo(a.id, a.scale),
    })
  } else if (a.state === 'awaiting_audit') {
    await approval.openInTime(
      ctx,
      { ...task, step: 'audit', role: 'equip_office', requesterId: a.receiverId, title: `审核验收：${what}` },
      caseOf(a),
    )
    await tell(ctx, {
      ...news,
      role: { role: 'equip_office' },
      title: '验收单待审核',
      body: `${a.dept} ${a.receiver}：${summaryOf(a)}。`,
      link: `/osp/storage/acceptanceAuditInfo?id=${a.id}`,
    })
  }
}

export interface Taken {
  event: AcceptanceEvent
  to: AcceptanceState
  reason?: string | null
}
/** The reason that is shown with the acceptance, until something else happens. */
const kept: ReadonlySet<AcceptanceEvent> = new Set(['object', 'send_back', 'cancel'])
const outcomes: Partial<Record<AcceptanceEvent, 'refused' | 'withdrawn'>> = {
  object: 'refused',
  send_back: 'refused',
  recall: 'withdrawn',
  cancel: 'withdrawn',
}

/** Takes one step, and all that follows from it. Answers the acceptance as it is then. */
export async function takeStep(
  ctx: Ctx,
  a: store.Acceptance,
  roles: ReadonlySet<AcceptanceRole>,
  { event, to, reason = null }: Taken,
): Promise<store.Acceptance> {
  acceptanceFlow.judge(a.state, event, roles, { reason, to })
  if (
    !(await store.step(ctx, a.id, {
      from: a.state,
      to,
      reason: kept.has(event) ? reason : event === 'change' ? a.reason : null,
    }))
  )
    throw await tooLate(ctx, OF, a.id)
  await logStep(ctx, { business: OF, rowId: a.id, event, from: a.state, to, reason })
  ctx.live(...screensOf(a.receiverId))
  if (to === a.state) return again(ctx, a.id)
  await approval.closeTask(ctx, { business: OF, rowId: a.id }, outcomes[event] ?? 'approved', reason)
  if (to === 'accepted' || to === 'cancelled') await store.end(ctx, a.id)
  if (to === 'accepted') await takeOver(ctx, a)
  await awaitNext(ctx, a.id)
  return again(ctx, a.id)
}

const SYSTEM: ReadonlySet<AcceptanceRole> = new Set(['system'])
/** The contract has ended: what is not accepted by then is not accepted any more. */
export async function cancelOpen(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  for (const { id } of await store.open(ctx.db, purchaseId))
    await takeStep(ctx, await again(ctx, id), SYSTEM, {
      event: 'cancel',
      to: 'cancelled',
      reason: `合同已终止：${reason}`,
    })
}

/** What was accepted goes on to be stocked in, what was refused goes back to whoever delivered it. */
async function takeOver(ctx: Ctx, a: store.Acceptance): Promise<void> {
  const pieces = await store.pieces(ctx.db, a.id)
  const pieceIds = pieces.filter((p) => p.verdict === 'accept').map((p) => p.id)
  const refused = pieces.flatMap((p) =>
    p.verdict === 'refuse' ? [{ pieceId: p.id, reason: p.reason ?? '' }] : [],
  )
  if (pieceIds.length > 0) await delivery.setAccepted(ctx, pieceIds, a.id)
  if (refused.length > 0) await delivery.sendBack(ctx, a.purchaseId, refused)
  const back = refused.length > 0 ? `，其中 ${refused.length} 台（件）退回供应商` : ''
  await tell(ctx, {
    kind: OF,
    userIds: [a.receiverId],
    exceptUserId: ctx.actor?.id ?? null,
    title: acceptanceStateWords.accepted,
    body: `验收单 ${acceptanceNumber(a.id)} 已审核：${summaryOf(a)}${back}。`,
    link: linkTo(a.id, a.scale),
    mail: true,
  })
  if (pieceIds.length > 0)
    await announce(ctx, 'acceptance.accepted', { acceptanceId: a.id, purchaseId: a.purchaseId, pieceIds })
}

import { formatYuan } from '@portal/contract/kernel/money'
import {
  settlementNumber,
  settlementRefusals,
  settlementStateWords,
  type SettlementEvent,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { awaitedAt, flowOf, isAwaiting, noOf, yesOf, type SettlementRole } from './settlement.flow.ts'
import * as store from './settlement.store.ts'

// The steps of a settlement: judge by the flow, write, move the money, say who is awaited next, tell them.

export const SYSTEM: ReadonlySet<SettlementRole> = new Set(['system'])
const OF = 'settlement'

type Subject = Pick<store.SettlementDetail, 'id' | 'labId' | 'labDeptId' | 'payerUserType' | 'totalFen'>
export const stepsOf = (ctx: Ctx, s: Omit<Subject, 'id'>) =>
  approval.stepsFor(ctx, {
    business: OF,
    deviceId: null,
    labId: s.labId,
    deptId: s.labDeptId,
    userType: s.payerUserType,
    amountFen: s.totalFen,
  })

export const detailLink = (settlementId: number) => `/account/payOrderDetail?id=${settlementId}`

/** Somebody is awaited: tasks for them, and a message. `askerId` asked for what they are to agree to, and so never is the one to agree. */
export async function awaitNext(ctx: Ctx, s: store.SettlementDetail, askerId: number): Promise<void> {
  if (!isAwaiting(s.state)) return
  const { step } = awaitedAt[s.state]
  const { timeoutHours } = (await stepsOf(ctx, s))[step]
  const what = `${s.payerName} 的结算单 ${settlementNumber(s.id)}`
  // Without its lab: where nobody of finance is left, the administrators act, and not the lab that is paid.
  const task = {
    business: OF,
    rowId: s.id,
    step,
    requesterId: askerId,
    amountFen: s.totalFen,
    dueAt: timeoutHours === null ? null : addMinutes(ctx.now, timeoutHours * 60),
  } as const
  const news = { kind: OF, exceptUserId: ctx.actor?.id ?? null, link: detailLink(s.id), mail: true } as const
  const amount = `金额 ${formatYuan(s.totalFen)} 元`

  if (s.state === 'awaiting_card_owner') {
    const owners = await waitingOwners(ctx, s)
    for (const userId of owners)
      await approval.openTask(ctx, { ...task, role: 'person', userId, title: `审批经费卡支出：${what}` })
    await tell(ctx, {
      ...news,
      userIds: owners,
      title: '经费卡支出待审批',
      body: `${s.starterName} 用您的经费卡发起结算（${what}，${amount}），请审批。`,
    })
  } else if (s.state === 'awaiting_remittance') {
    // His own payment: here the step asks for nobody else.
    await approval.openTask(ctx, {
      ...task,
      role: 'person',
      userId: s.starterId,
      requesterId: null,
      title: `登记汇款：${what}`,
    })
    await tell(ctx, {
      ...news,
      userIds: [...new Set([s.starterId, s.payerId])],
      title: s.reason ? '汇款信息被退回' : '请汇款并登记凭证',
      body: s.reason ? `${what}：${s.reason}` : `${what}，${amount}，请汇款后登记凭证号并上传凭证。`,
    })
  } else if (s.state === 'awaiting_finance') {
    await approval.openTask(ctx, {
      ...task,
      role: 'finance',
      title: `${s.way === 'fund_card' ? '财务扣款' : '确认到账'}：${what}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'finance' },
      title: '结算单待财务处理',
      body: `${what}，${amount}，请处理。`,
    })
  } else {
    // Neither who asks for it nor who took the money.
    const { role } = await approval.openTask(ctx, {
      ...task,
      role: 'finance',
      barredId: s.settledById,
      title: `审批冲正：${what}`,
    })
    const alone =
      role === 'sysadmin'
        ? '。没有其他财务人员可以审批，请系统管理员另行指定一位财务人员（授予财务权限）'
        : ''
    const body = `${what}，${amount}，原因：${s.reason ?? ''}${alone}`
    await tell(ctx, {
      ...news,
      role: { role: role === 'sysadmin' ? 'sysadmin' : 'finance' },
      exceptUserId: askerId,
      title: '冲正申请待审批',
      body,
    })
  }
}

/** Owners who have not agreed yet, each once. */
async function waitingOwners(ctx: Ctx, s: { id: number }): Promise<number[]> {
  const shares = await store.shares(ctx.db, s.id)
  return [...new Set(shares.filter((h) => h.ownerApprovedAt === null).map((h) => h.ownerId))]
}

export interface Taken {
  event: SettlementEvent
  to: SettlementState
  reason?: string | null
}

/** Takes one step for whoever is at work (null: the system), and all that follows from it. Answers the settlement as it is then. */
export async function takeStep(
  ctx: Ctx,
  s: store.SettlementDetail,
  roles: ReadonlySet<SettlementRole>,
  { event, to, reason = null }: Taken,
): Promise<store.SettlementDetail> {
  flowOf[s.way].judge(s.state, event, roles, { reason, to })
  const pays = event === 'deduct' || event === 'receive'
  if (event === 'reverse' && s.settledById === ctx.actor?.id) throw forbidden(settlementRefusals.OWN_REVERSAL)
  if (!(await store.step(ctx, s.id, { from: s.state, to, reason: kept.has(event) ? reason : null, pays })))
    throw await tooLate(ctx, OF, s.id)
  await logStep(ctx, { business: OF, rowId: s.id, event, from: s.state, to, reason })
  await moveMoney(ctx, s, event, reason)
  if (event === 'agree' && to === s.state) return changed(ctx, s.id)
  await approval.closeTask(ctx, { business: OF, rowId: s.id }, outcomes[event] ?? 'approved', reason)
  const now = await changed(ctx, s.id)
  await awaitNext(ctx, now, event === 'ask_reversal' ? ctx.me.id : s.starterId)
  await tellOutcome(ctx, now, event)
  return now
}
/** The reason that is shown with the settlement, until something else happens. */
const kept: ReadonlySet<SettlementEvent> = new Set([
  'refuse',
  'send_back',
  'cancel',
  'ask_reversal',
  'refuse_reversal',
  'reverse',
])
const outcomes: Partial<Record<SettlementEvent, 'refused' | 'withdrawn'>> = {
  refuse: 'refused',
  send_back: 'refused',
  refuse_reversal: 'refused',
  cancel: 'withdrawn',
}

export async function changed(ctx: Ctx, settlementId: number): Promise<store.SettlementDetail> {
  const now = await store.find(ctx.db, settlementId)
  if (!now) throw new Error('a settlement is never removed')
  ctx.live(...screensOf(now.starterId, now.payerId))
  return now
}

/** What a step does to test orders and cards. In this order everywhere: settlement, test orders, cards; so nobody waits in a circle. */
async function moveMoney(
  ctx: Ctx,
  s: store.SettlementDetail,
  event: SettlementEvent,
  reason: string | null,
): Promise<void> {
  const held = { business: OF, rowId: s.id, note: `结算单 ${settlementNumber(s.id)}` } as const
  switch (event) {
    case 'deduct':
      await testOrder.settle(ctx, s.id)
      // Already in the order of card ids.
      for (const share of await store.shares(ctx.db, s.id))
        await fundCard.deduct(ctx, { ...held, cardId: share.cardId, amountFen: share.amountFen })
      break
    case 'receive':
      await testOrder.settle(ctx, s.id)
      break
    case 'refuse':
    case 'cancel':
      await testOrder.release(ctx, s.id, reason)
      await fundCard.release(ctx, held)
      break
    case 'reverse':
      await testOrder.reopen(ctx, s.id, reason)
      await fundCard.reverse(ctx, held)
      break
    default:
  }
}

const outcomeNews: Partial<Record<SettlementEvent, { title: string; body: string }>> = {
  deduct: { title: '结算完成', body: '已扣款。' },
  receive: { title: '结算完成', body: '汇款已到账。' },
  refuse: { title: '结算单被驳回', body: '已驳回，测试单可重新结算。' },
  refund: { title: '汇款已退款', body: '的汇款已退回，测试单可重新结算。' },
  refuse_reversal: { title: '冲正申请被驳回', body: '冲正申请已驳回。' },
}
const reversalNews = {
  fund_card: { title: '结算单已冲正', body: '已冲正，款项已退回经费卡，测试单可重新结算。' },
  offline: { title: '结算单已冲正', body: '已冲正，已收汇款待财务退款；退款登记前请勿再次汇款。' },
} as const
export async function tellOutcome(
  ctx: Ctx,
  s: store.SettlementDetail,
  event: SettlementEvent,
): Promise<void> {
  const news = event === 'reverse' ? reversalNews[s.way] : outcomeNews[event]
  if (!news) return
  const body = `结算单 ${settlementNumber(s.id)}（${formatYuan(s.totalFen)} 元）${news.body}${s.reason ? `原因：${s.reason}` : ''}`
  await tell(ctx, {
    kind: OF,
    userIds: [...new Set([s.starterId, s.payerId])],
    exceptUserId: ctx.actor?.id ?? null,
    title: news.title,
    body,
    link: detailLink(s.id),
    mail: true,
  })
}

/** Card owners for whom the person answers: himself, or, standing in, everybody he may answer for. */
async function ownersFor(ctx: Ctx, s: store.SettlementDetail): Promise<number[]> {
  const asked = await approval.askedFor(ctx, { business: OF, rowId: s.id, step: 'card_owner' })
  return asked.includes(ctx.me.id) ? [ctx.me.id] : asked
}

/** Yes, by whoever is awaited: it means what the state asks for. */
export async function agree(
  ctx: Ctx,
  s: store.SettlementDetail,
  roles: ReadonlySet<SettlementRole>,
  reason: string | null,
): Promise<store.SettlementDetail> {
  const event = yesOf(s.way)[s.state]
  if (!event) throw nothingToJudge(s)
  if (event === 'agree') return agreeAsOwner(ctx, s, roles, reason)
  return takeStep(ctx, s, roles, { event, to: event === 'reverse' ? 'reversed' : 'settled', reason })
}
/** No, by whoever is awaited. */
export function turnDown(
  ctx: Ctx,
  s: store.SettlementDetail,
  roles: ReadonlySet<SettlementRole>,
  reason: string | null,
): Promise<store.SettlementDetail> {
  const event = noOf[s.state]
  if (!event) throw nothingToJudge(s)
  return takeStep(ctx, s, roles, { event, to: event === 'refuse' ? 'refused' : 'settled', reason })
}
const nothingToJudge = (s: store.SettlementDetail) =>
  refuse('STATE', `当前状态为“${settlementStateWords[s.state]}”，无需审批`, { status: 409 })

async function agreeAsOwner(
  ctx: Ctx,
  s: store.SettlementDetail,
  roles: ReadonlySet<SettlementRole>,
  reason: string | null,
): Promise<store.SettlementDetail> {
  // Two owners at once: the second waits here, and then knows that he is the last.
  await store.lock(ctx, [s.id])
  const owners = await ownersFor(ctx, s)
  const shares = await store.shares(ctx.db, s.id)
  await store.approveShares(
    ctx,
    s.id,
    shares.filter((h) => owners.includes(h.ownerId)).map((h) => h.cardId),
  )
  const left = await waitingOwners(ctx, s)
  const now = await takeStep(ctx, s, roles, {
    event: 'agree',
    to: left.length ? 'awaiting_card_owner' : 'awaiting_finance',
    reason,
  })
  if (left.length)
    for (const userId of owners)
      await approval.closeTask(
        ctx,
        { business: OF, rowId: s.id, step: 'card_owner', userId },
        'approved',
        reason,
      )
  return now
}

/** The owner of a card can decide no more, and nobody decides for him: whoever started it names another card. What was frozen is free again. */
export async function putBack(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await store.lock(ctx, [id])
  const s = await store.find(ctx.db, id)
  if (s?.state !== 'awaiting_card_owner') return
  await takeStep(ctx, s, SYSTEM, { event: 'refuse', to: 'refused', reason: '卡主已停用，请换卡' })
}

/** Nobody acted in time, and the policy says what follows. Money is never taken for silence, of finance or of a card's owner. */
export async function timedOut(
  ctx: Ctx,
  settlementId: number,
  step: string,
  action: 'approve' | 'refuse',
): Promise<void> {
  const s = await store.find(ctx.db, settlementId)
  if (!s || !isAwaiting(s.state) || awaitedAt[s.state].step !== step) return
  const reason = '超时未处理，自动退回'
  if (action === 'refuse' && s.state === 'awaiting_reversal')
    await takeStep(ctx, s, SYSTEM, { event: 'refuse_reversal', to: 'settled', reason })
  else if (action === 'refuse' && s.state !== 'awaiting_finance')
    await takeStep(ctx, s, SYSTEM, { event: 'refuse', to: 'refused', reason })
}

import { silenceAgrees } from '@portal/contract/approval/approval'
import {
  testOrderNumber,
  type TestOrderEvent,
  type TestOrderState,
} from '@portal/contract/test-order/test-order'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import {
  awaitedAt,
  isAwaiting,
  nextState,
  testOrderFlow,
  type Required,
  type TestOrderRole,
} from './test-order.flow.ts'
import { answer } from './proposal.steps.ts'
import * as store from './test-order.store.ts'

// The steps of a test order: judge by the flow, write, say who is awaited next, tell them.

const SYSTEM: ReadonlySet<TestOrderRole> = new Set(['system'])

export const stepsOf = (ctx: Ctx, order: store.OrderDetail) =>
  approval.stepsFor(ctx, {
    business: 'test_order',
    deviceId: order.deviceId,
    labId: order.labId,
    deptId: order.labDeptId,
    userType: order.bookerUserType,
    amountFen: order.totalFen,
  })

/** Does a correction ask for more than what was confirmed before? */
const rises = (order: store.OrderDetail) => order.previousFen !== null && order.totalFen > order.previousFen

/** Who pays is asked again when it rises, whatever the policy says of the booker; one person is asked once. */
export const requiredOf = async (ctx: Ctx, order: store.OrderDetail): Promise<Required> => {
  const steps = await stepsOf(ctx, order)
  const payer = rises(order)
  return {
    director: steps.director.required,
    booker: steps.booker.required && !(payer && order.payerId === order.bookerId),
    payer,
  }
}

export const formLink = (orderId: number) => `/account/measureInfo?id=${orderId}`
export const detailLink = (orderId: number) => `/account/orderDetail?id=${orderId}`
export const nameOf = (order: store.OrderRow) => `${order.deviceName}（${testOrderNumber(order.id)}）`

/** Somebody is awaited: a task for them, and a message. */
export async function awaitNext(ctx: Ctx, order: store.OrderDetail, corrected = false): Promise<void> {
  if (!isAwaiting(order.state)) return
  const { step } = awaitedAt[order.state]
  const { timeoutHours } = (await stepsOf(ctx, order))[step]
  const about = {
    business: 'test_order',
    rowId: order.id,
    labId: order.labId,
    deviceId: order.deviceId,
    amountFen: order.totalFen,
    dueAt: timeoutHours === null ? null : addMinutes(ctx.now, timeoutHours * 60),
  } as const
  const news = { kind: 'test_order', exceptUserId: ctx.actor?.id ?? null, mail: true } as const
  const place = { labId: order.labId, deviceId: order.deviceId }
  if (order.state === 'draft') {
    // Nobody fills in the bill of his own booking.
    await approval.openTask(ctx, {
      ...about,
      step,
      role: 'reviewer',
      requesterId: order.bookerId,
      title: `填写测试单：${nameOf(order)}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'reviewer', ...place },
      ...draftNews(order, corrected),
      link: formLink(order.id),
    })
  } else if (order.state === 'awaiting_director') {
    // Neither whoever filled it in nor whoever has to pay for it.
    await approval.openTask(ctx, {
      ...about,
      step,
      role: 'lab_director',
      requesterId: order.bookerDirects ? order.bookerId : order.filledById,
      title: `审核测试单：${nameOf(order)}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'lab_director', ...place },
      title: '待审核测试单',
      body: `${nameOf(order)}，费用 ${formatYuan(order.totalFen)} 元，请审核。`,
      link: detailLink(order.id),
    })
  } else if (order.state === 'awaiting_payer') {
    // Without lab and device: were he gone, it is not for those who are paid to agree.
    const task = { ...about, labId: null, deviceId: null }
    await approval.openTask(ctx, {
      ...task,
      step,
      role: 'person',
      userId: order.payerId,
      requesterId: null,
      title: `同意更正后的费用：${nameOf(order)}`,
    })
    const change = `费用由 ${formatYuan(order.previousFen ?? 0)} 元更正为 ${formatYuan(order.totalFen)} 元`
    await tell(ctx, {
      ...news,
      userIds: [order.payerId],
      title: '请确认更正后的费用',
      body: `${nameOf(order)}，${change}，请确认。`,
      link: detailLink(order.id),
    })
  } else {
    // His own bill: here the step asks for nobody else.
    await approval.openTask(ctx, {
      ...about,
      step,
      role: 'person',
      userId: order.bookerId,
      requesterId: null,
      title: `确认测试单：${nameOf(order)}`,
    })
    const days =
      timeoutHours === null ? '' : `；逾期 ${Math.round(timeoutHours / 24)} 天未处理将按系统规则办理`
    await tell(ctx, {
      ...news,
      userIds: [order.bookerId],
      title: '请确认测试单',
      body: `${nameOf(order)}，费用 ${formatYuan(order.totalFen)} 元，请确认${days}。`,
      link: detailLink(order.id),
    })
  }
}

function draftNews(order: store.OrderDetail, corrected: boolean): { title: string; body: string } {
  if (corrected) return { title: '测试单待更正', body: `${nameOf(order)} 的费用需更正：${order.reason}` }
  if (order.reason) return { title: '测试单被退回', body: `${nameOf(order)} 被退回：${order.reason}` }
  return {
    title: '待填写测试单',
    body: `${order.bookerName} 在 ${nameOf(order)} 的使用已结束，请填写测试单。`,
  }
}

export interface Taken {
  event: TestOrderEvent
  to: TestOrderState
  reason?: string | null
  filled?: boolean
}

/** Takes one step for whoever is at work (null: the system), and all that follows from it. Answers the order as it is then. */
export async function takeStep(
  ctx: Ctx,
  order: store.OrderDetail,
  roles: ReadonlySet<TestOrderRole>,
  { event, to, reason = null, filled = false }: Taken,
): Promise<store.OrderDetail> {
  testOrderFlow.judge(order.state, event, roles, { reason, to })
  if (
    !(await store.step(ctx, order.id, {
      from: order.state,
      to,
      reason: event === 'return' ? reason : null,
      filled,
    }))
  )
    throw await tooLate(ctx, 'test_order', order.id)
  await logStep(ctx, { business: 'test_order', rowId: order.id, event, from: order.state, to, reason })
  await approval.closeTask(
    ctx,
    { business: 'test_order', rowId: order.id },
    event === 'return' ? 'refused' : 'approved',
    reason,
  )
  ctx.live(...screensOf(order.bookerId, order.payerId))
  const now = await store.find(ctx.db, order.id)
  if (!now) throw new Error('a test order is never removed')
  await awaitNext(ctx, now)
  return to === 'confirmed' && event !== 'settle' ? confirmed(ctx, now) : now
}

/** What was done is agreed on: the booking is complete, and whoever pays is asked to; nothing to pay settles itself. */
async function confirmed(ctx: Ctx, order: store.OrderDetail): Promise<store.OrderDetail> {
  if (order.version === 1) await booking.complete(ctx, order.bookingId, untested(order))
  // What was frozen for more than a correction left is free again.
  else await booking.lowerHold(ctx, order.bookingId, order.totalFen, order.version)
  if (order.totalFen === 0) {
    await booking.releaseHold(ctx, order.bookingId)
    return takeStep(ctx, order, SYSTEM, { event: 'settle', to: 'settled' })
  }
  await askToPay(ctx, order, '测试单待结算')
  return order
}

const untested = (order: store.OrderDetail) =>
  order.outcomes.filter((o) => o.outcome === 'untested').map((o) => o.sampleId)

/** Whoever books or pays may start the settlement. */
export async function askToPay(ctx: Ctx, order: store.OrderDetail, title: string): Promise<void> {
  const userIds = [...new Set([order.bookerId, order.payerId])]
  const why = order.lateCancel
    ? `${order.bookerName} 的预约已过免费取消时间后取消，`
    : order.noShow
      ? `${order.bookerName} 未按时使用且未取消预约，`
      : ''
  await tell(ctx, {
    kind: 'test_order',
    userIds,
    title,
    body: `${nameOf(order)}，${why}应付 ${formatYuan(order.totalFen)} 元，${order.refundOpen ? '上一笔汇款退款后再发起结算' : '请发起结算'}。`,
    link: detailLink(order.id),
    mail: true,
  })
}

/** Whoever was asked to pay hears that the price is looked at again. */
export async function tellCorrected(ctx: Ctx, order: store.OrderDetail): Promise<void> {
  ctx.live(...screensOf(order.bookerId, order.payerId))
  const userIds = [...new Set([order.bookerId, order.payerId])]
  const body = `${nameOf(order)}，原费用 ${formatYuan(order.previousFen ?? 0)} 元将更正：${order.reason}。更正后请重新核对，暂勿付款。`
  await tell(ctx, {
    kind: 'test_order',
    userIds,
    exceptUserId: ctx.actor?.id ?? null,
    title: '测试单费用更正中',
    body,
    link: detailLink(order.id),
    mail: true,
  })
}

/** Director, booker or payer agrees, or whoever is asked about what is proposed. */
export async function agree(
  ctx: Ctx,
  order: store.OrderDetail,
  roles: ReadonlySet<TestOrderRole>,
  reason: string | null,
): Promise<store.OrderDetail> {
  if (order.proposed) return answer(ctx, order, roles, { yes: true, reason })
  if (order.state === 'awaiting_director')
    return takeStep(ctx, order, roles, {
      event: 'approve',
      to: nextState('director', await requiredOf(ctx, order)),
      reason,
    })
  if (order.state === 'awaiting_payer')
    return takeStep(ctx, order, roles, { event: 'agree', to: 'confirmed', reason })
  return takeStep(ctx, order, roles, {
    event: 'confirm',
    to: nextState('booker', await requiredOf(ctx, order)),
    reason,
  })
}

/** The booker or director sends it back, or whoever is asked says no to what is proposed. */
export const sendBack = (
  ctx: Ctx,
  order: store.OrderDetail,
  roles: ReadonlySet<TestOrderRole>,
  reason: string | null,
): Promise<store.OrderDetail> =>
  order.proposed
    ? answer(ctx, order, roles, { yes: false, reason })
    : takeStep(ctx, order, roles, { event: 'return', to: 'draft', reason })

/** Nobody acted in time, and the policy says what follows. */
export async function timedOut(
  ctx: Ctx,
  orderId: number,
  step: string,
  action: 'approve' | 'refuse',
): Promise<void> {
  const order = await store.find(ctx.db, orderId)
  // A draft cannot fill itself in, and whoever acted in the meantime was quicker.
  if (!order || !isAwaiting(order.state) || order.state === 'draft' || awaitedAt[order.state].step !== step)
    return
  if (action === 'refuse')
    await takeStep(ctx, order, SYSTEM, { event: 'return', to: 'draft', reason: '超时未处理，自动退回' })
  else if (silenceAgrees('test_order', step)) await agree(ctx, order, SYSTEM, null)
}

export async function found(ctx: Ctx, orderId: number): Promise<store.OrderDetail> {
  const order = await store.find(ctx.db, orderId)
  if (!order) throw refuse('NOT_FOUND', '测试单不存在或已被删除')
  return order
}

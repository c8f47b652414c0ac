import { formatYuan } from '@portal/contract/kernel/money'
import { testOrderNumber, type TestOrderEvent } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import { answersTo, testOrderFlow, type TestOrderRole } from './test-order.flow.ts'
import * as store from './test-order.store.ts'

// The steps of what is proposed for a bill that waits to be paid: another payer, or that it is written off.

type Order = store.OrderDetail
const linkOf = (orderId: number) => `/account/orderDetail?id=${orderId}`
const nameOf = (o: Order) => `${o.deviceName}（${testOrderNumber(o.id)}），金额 ${formatYuan(o.totalFen)} 元`

async function again(ctx: Ctx, orderId: number): Promise<Order> {
  const order = await store.find(ctx.db, orderId)
  if (!order) throw new Error('a test order is never removed')
  return order
}

async function note(
  ctx: Ctx,
  o: Order,
  event: TestOrderEvent,
  reason: string | null,
  detail?: unknown,
  to: Order['state'] = o.state,
): Promise<void> {
  await logStep(ctx, { business: 'test_order', rowId: o.id, event, from: o.state, to, reason, detail })
  ctx.live(...screensOf(...[o.bookerId, o.payerId, o.proposedPayerId].filter((id) => id !== null)))
}

/** Something is proposed for the bill, and whoever is to agree is asked. Answers the order as it is then. */
export async function propose(
  ctx: Ctx,
  o: Order,
  roles: ReadonlySet<TestOrderRole>,
  p: store.Proposal,
): Promise<Order> {
  const event = p.kind === 'payer' ? 'propose_payer' : 'propose_write_off'
  testOrderFlow.judge(o.state, event, roles, { reason: p.reason })
  if (!(await store.propose(ctx, o.id, p))) throw await tooLate(ctx, 'test_order', o.id)
  const now = await again(ctx, o.id)
  await note(ctx, now, event, p.reason, {
    payerId: o.payerId,
    ...(p.payerId !== null && { newPayerId: p.payerId }),
    totalFen: o.totalFen,
  })
  await ask(ctx, now, p)
  return now
}

async function ask(ctx: Ctx, o: Order, p: store.Proposal): Promise<void> {
  const { step } = answersTo[p.kind]
  const about = {
    business: 'test_order',
    deviceId: o.deviceId,
    labId: o.labId,
    deptId: o.labDeptId,
    userType: o.bookerUserType,
    amountFen: o.totalFen,
  } as const
  const { timeoutHours } = (await approval.stepsFor(ctx, about))[step]
  const dueAt = timeoutHours === null ? null : addMinutes(ctx.now, timeoutHours * 60)
  const task = { business: 'test_order', rowId: o.id, step, amountFen: o.totalFen, dueAt } as const
  const news = {
    kind: 'test_order',
    exceptUserId: ctx.actor?.id ?? null,
    link: linkOf(o.id),
    mail: true,
  } as const
  if (p.payerId !== null) {
    await approval.openTask(ctx, {
      ...task,
      role: 'person',
      userId: p.payerId,
      requesterId: null,
      title: `确认付款：${nameOf(o)}`,
    })
    const body = `${ctx.actor?.name ?? '系统'} 提议由您支付 ${o.bookerName} 的测试单 ${nameOf(o)}（原付款人 ${o.payerName}）。原因：${p.reason}`
    await tell(ctx, { ...news, exceptUserId: null, userIds: [p.payerId], title: '请确认是否付款', body })
  } else {
    // Without its lab: where nobody of finance is left, the administrators act, and not the lab whose money it is.
    await approval.openTask(ctx, {
      ...task,
      role: 'finance',
      requesterId: ctx.actor?.id ?? null,
      title: `核销：${nameOf(o)}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'finance' },
      title: '核销待审批',
      body: `${nameOf(o)}，付款人 ${o.payerName}。原因：${p.reason}`,
    })
  }
}

/** Whoever is asked says yes or no. With a yes the bill is the new payer's, or is written off. */
export async function answer(
  ctx: Ctx,
  o: Order,
  roles: ReadonlySet<TestOrderRole>,
  { yes, reason }: { yes: boolean; reason: string | null },
): Promise<Order> {
  if (!o.proposed) throw await tooLate(ctx, 'test_order', o.id)
  const event = answersTo[o.proposed][yes ? 'yes' : 'no']
  const { to } = testOrderFlow.judge(o.state, event, roles, { reason })
  const done =
    to === 'written_off'
      ? await store.step(ctx, o.id, { from: 'confirmed', to, reason: o.proposedReason })
      : await store.endProposal(ctx, o, yes)
  if (!done) throw await tooLate(ctx, 'test_order', o.id)
  await note(
    ctx,
    o,
    event,
    reason,
    {
      payerId: o.payerId,
      ...(o.proposedPayerId !== null && { newPayerId: o.proposedPayerId }),
      totalFen: o.totalFen,
    },
    to,
  )
  await approval.closeTask(ctx, { business: 'test_order', rowId: o.id }, yes ? 'approved' : 'refused', reason)
  // Whoever does not pay for it has nothing frozen for it.
  if (yes) await booking.releaseHold(ctx, o.bookingId)
  await tellAnswer(ctx, o, yes, reason)
  return again(ctx, o.id)
}

async function tellAnswer(ctx: Ctx, o: Order, yes: boolean, reason: string | null): Promise<void> {
  const what =
    o.proposed === 'payer'
      ? `${o.proposedPayerName ?? ''}${yes ? '已同意支付，请由其发起结算' : '拒绝支付'}`
      : yes
        ? '已核销，无需支付'
        : '核销未获批准'
  const people = [o.bookerId, o.payerId, o.proposedById].filter((id) => id !== null)
  const title =
    o.proposed === 'payer' ? (yes ? '付款人已更换' : '新付款人拒绝付款') : yes ? '测试单已核销' : '核销被驳回'
  const body = `${nameOf(o)}：${what}。${reason ? `说明：${reason}` : ''}`
  await tell(ctx, {
    kind: 'test_order',
    userIds: [...new Set(people)],
    exceptUserId: ctx.actor?.id ?? null,
    title,
    body,
    link: linkOf(o.id),
    mail: true,
  })
}

/** The proposal is taken back, or nobody is left to answer it. */
export async function endProposal(
  ctx: Ctx,
  o: Order,
  roles: ReadonlySet<TestOrderRole>,
  event: 'withdraw' | 'decline_payer',
  reason: string | null,
): Promise<Order> {
  testOrderFlow.judge(o.state, event, roles, { reason })
  if (!o.proposed || !(await store.endProposal(ctx, o, false))) throw await tooLate(ctx, 'test_order', o.id)
  await note(ctx, o, event, reason)
  await approval.closeTask(ctx, { business: 'test_order', rowId: o.id }, 'withdrawn', reason)
  return again(ctx, o.id)
}

/** They are being settled or corrected: nobody needs to be asked any more. The database takes the proposals off with the state. */
export async function endOpenProposals(ctx: Ctx, orderIds: readonly number[], reason: string): Promise<void> {
  for (const id of orderIds)
    await approval.closeTask(ctx, { business: 'test_order', rowId: id }, 'withdrawn', reason)
}

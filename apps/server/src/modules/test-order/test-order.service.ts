import {
  chargedSamples,
  testOrderRefusals,
  testOrderStateWords,
  testOrderStates,
  type TestOrderFilters,
  type TestOrderScope,
  type testOrderCalls,
} from '@portal/contract/test-order/test-order'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit, view } from '@portal/contract/kernel/permissions'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import { deptInScope } from '../dept/scope.rules.ts'
import * as file from '../file/file.service.ts'
import {
  actualOf,
  billOf,
  feeOf,
  judgeActual,
  minutesOf,
  noInputs,
  outcomesOf,
  waived,
  type FeeCause,
} from './bill.rules.ts'
import * as listStore from './list.store.ts'
import { progressOf } from './progress.rules.ts'
import {
  agree,
  askToPay,
  awaitNext,
  found,
  requiredOf,
  sendBack,
  takeStep,
  tellCorrected,
  timedOut,
} from './steps.service.ts'
import { nextState, testOrderFlow } from './test-order.flow.ts'
import * as fileStore from './result-file.store.ts'
import { fileActionsOf } from './result-file.rules.ts'
import * as store from './test-order.store.ts'
import { endOpenProposals } from './proposal.steps.ts'
import { detailOf, rolesOf, rowOf, type Asker } from './test-order.view.ts'
import * as versionStore from './version.store.ts'

export { timedOut }
export type { Places } from './list.store.ts'

/** Files that a write-off rests on hang on the order under this name. */
export const PAPERS = 'write_off'

// ── For other modules ────────────────────────────────────────────────────────

/** The draft that follows a finished booking, filled in as far as it is known. Once for each booking. */
export async function createDraft(ctx: Ctx, bookingId: number): Promise<void> {
  const finished = await store.finished(ctx.db, bookingId)
  if (!finished) throw notFound('预约')
  const plan =
    finished.planStartAt && finished.planEndAt ? { from: finished.planStartAt, to: finished.planEndAt } : null
  const actual = actualOf(plan, finished.startedAt, finished.finishedAt)
  // Delivered samples are proposed to be charged as far as they were tested.
  const outcomes = outcomesOf(await store.samples(ctx.db, bookingId), [])
  const samples = outcomes.length ? chargedSamples(outcomes) : finished.sampleCount
  const content = {
    state: 'draft' as const,
    actual,
    ...billOf(
      finished.quote,
      { minutes: minutesOf(actual), samples, byFault: finished.endKind === 'fault' },
      noInputs,
    ),
  }
  const orderId = await store.add(ctx, { ...finished, sampleCount: samples }, content)
  if (orderId === undefined) return
  await logStep(ctx, { business: 'test_order', rowId: orderId, event: 'create', from: null, to: 'draft' })
  await awaitNext(ctx, await found(ctx, orderId))
}

/** A booking was cancelled too late, or nobody came: its fee is to be settled by whoever was to pay for the use. */
export async function createFee(ctx: Ctx, bookingId: number, why: FeeCause, feeFen: number): Promise<void> {
  const cancelled = await store.finished(ctx.db, bookingId)
  if (!cancelled) throw notFound('预约')
  const orderId = await store.add(
    ctx,
    { ...cancelled, sampleCount: 0 },
    { state: 'confirmed', actual: null, ...feeOf(why, feeFen) },
  )
  if (orderId === undefined) return
  await logStep(ctx, {
    business: 'test_order',
    rowId: orderId,
    event: 'create',
    from: null,
    to: 'confirmed',
    reason: why === 'no_show' ? '预约爽约' : '逾期取消预约',
  })
  await askToPay(ctx, await found(ctx, orderId), why === 'no_show' ? '爽约费待结算' : '取消费待结算')
}

/**
 * What somebody owed for what he did not use is owed no more: the bill goes to a next version that comes to nothing, and what is frozen
 * is free. `settled` and `in_settlement`: the money is on its way, and comes back through the settlement only.
 */
export async function waiveFee(
  ctx: Ctx,
  bookingId: number,
  reason: string,
): Promise<'none' | 'waived' | 'settled' | 'in_settlement'> {
  const order = await store.findByBooking(ctx.db, bookingId)
  if (!order || !(order.lateCancel || order.noShow) || order.totalFen === 0) return 'none'
  if (order.state === 'in_settlement' || order.state === 'settled') return order.state
  const to = (state: typeof order.state) =>
    ({ business: 'test_order', rowId: order.id, from: state, reason }) as const
  testOrderFlow.judge(order.state, 'correct', new Set(['keeper']), { reason })
  if (!(await versionStore.correct(ctx, order.id, order.state, reason)))
    throw await tooLate(ctx, 'test_order', order.id)
  await logStep(ctx, { ...to(order.state), event: 'correct', to: 'draft' })
  await store.waive(ctx, order.id, waived(order.bill, order.totalFen, reason))
  for (const [event, from, next] of [
    ['submit', 'draft', 'confirmed'],
    ['settle', 'confirmed', 'settled'],
  ] as const) {
    testOrderFlow.judge(from, event, new Set(['reviewer', 'system']), { to: next })
    if (!(await store.step(ctx, order.id, { from, to: next, reason: null })))
      throw await tooLate(ctx, 'test_order', order.id)
    await logStep(ctx, { ...to(from), event, to: next })
  }
  await booking.releaseHold(ctx, bookingId)
  return 'waived'
}

/** The labs and devices the person who asks looks after; as holder of a back-office right also those that it reaches. */
export const placesOf = (ctx: Ctx, backOffice = false): Promise<listStore.Places> =>
  listStore.places(ctx.db, ctx.me.id, backOffice ? { deptId: deptInScope(ctx.me) } : null)
/** Those whose test orders the back office shows. */
const shownPlaces = (ctx: Ctx) => placesOf(ctx, ctx.holds(...view('TEST_ORDER')))

/** Who asks, as far as the rules of an order go. */
export async function askerOf(ctx: Ctx): Promise<Asker> {
  const { directedLabIds } = await placesOf(ctx)
  return { userId: ctx.me.id, directedLabIds, clerk: ctx.holds(...edit('FINANCIAL')) }
}

export const looksAfter = (places: listStore.Places, row: { labId: number; deviceId?: number }): boolean =>
  places.labIds.includes(row.labId) || (row.deviceId !== undefined && places.deviceIds.includes(row.deviceId))

/** Locks orders for a settlement, in the order of their ids; unknown ones are left out. */
export const lockPayable = store.lockPayable
/** Confirmed orders go into a settlement; all of them (answers how many did), or the caller has to refuse. */
export async function take(ctx: Ctx, orderIds: readonly number[], settlementId: number): Promise<number> {
  await endOpenProposals(ctx, await store.withProposal(ctx, orderIds), '已发起结算')
  return followed(ctx, await store.take(ctx, orderIds, settlementId))
}
/** The settlement came to nothing: its orders are open again. */
export const release = async (ctx: Ctx, settlementId: number, reason: string | null) =>
  followed(
    ctx,
    await store.moveAll(ctx, settlementId, {
      event: 'release',
      from: 'in_settlement',
      to: 'confirmed',
      reason,
    }),
  )
export const settle = async (ctx: Ctx, settlementId: number) =>
  followed(
    ctx,
    await store.moveAll(ctx, settlementId, {
      event: 'settle',
      from: 'in_settlement',
      to: 'settled',
      reason: null,
    }),
  )
/** The settlement was reversed: its orders are to be settled again. */
export const reopen = async (ctx: Ctx, settlementId: number, reason: string | null) =>
  followed(
    ctx,
    await store.moveAll(ctx, settlementId, { event: 'reopen', from: 'settled', to: 'confirmed', reason }),
  )
/** Whoever looks at one of them sees how it went on. */
function followed(ctx: Ctx, moved: readonly store.Moved[]): number {
  ctx.live(...screensOf(...moved.flatMap((o) => [o.bookerId, o.payerId])))
  return moved.length
}

/** Confirmed orders that the person who asks may settle. */
export const listPayable = (ctx: Ctx, query: Omit<TestOrderFilters, 'payerGone'>) =>
  listed(ctx, { party: ctx.me.id }, { ...query, payerGone: undefined, state: 'confirmed' })

/** What these ids, or these filters among what the person who asks may settle, mean: the oldest first, `most` of them at most. */
export const payable = (
  ctx: Ctx,
  ids: readonly number[] | null,
  wanted: Pick<TestOrderFilters, 'keyword' | 'labId' | 'payerId'>,
  most: number,
) =>
  listStore.some(
    ctx.db,
    ids ? { ids } : { party: ctx.me.id },
    { ...(ids ? {} : { ...wanted, state: 'confirmed' }), payerGone: undefined },
    most,
  )

export const countPayable = (ctx: Ctx): Promise<number> => listStore.countPayable(ctx.db, ctx.me.id)

export { leave } from './leaving.service.ts'

// ── Lists ────────────────────────────────────────────────────────────────────

async function listed(ctx: Ctx, scope: listStore.Scope, query: TestOrderFilters) {
  const [sort = 'id', direction] = (query.order_by ?? 'id desc').split(' ')
  if (!listStore.sortable(sort)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const { items, total, sumFen } = await listStore.list(ctx.db, scope, {
    ...query,
    ...spanOf(query, ctx.env.CAMPUS_TZ),
    sort,
    direction: direction === 'asc' ? 'asc' : 'desc',
  })
  const [actable, who] = await together([
    approval.actableAmong(
      ctx,
      'test_order',
      items.map((o) => o.id),
    ),
    askerOf(ctx),
  ])
  return {
    ...pageReply(
      items.map((o) => rowOf(o, who, actable.has(o.id))),
      total,
    ),
    sumFen,
  }
}

export const statuses = () => testOrderStates.map((value) => ({ value, label: testOrderStateWords[value] }))

export const mine = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.mine>) =>
  listed(ctx, await scopeOf(ctx, 'mine'), query)
export const awaitingMe = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.awaitingMe>) =>
  listed(ctx, { ids: await approval.waitingRows(ctx, 'test_order') }, query)
export const auditedByMe = (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.auditedByMe>) =>
  listed(ctx, { actedBy: ctx.me.id }, query)
export const measureList = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureList>) =>
  listed(ctx, await scopeOf(ctx, 'lab'), query)

/** All of the campus: for finance, and for holders of the unrestricted right. */
const seesAll = (ctx: Ctx) => ctx.holds('TEST_ORDER_ALL', ...view('FINANCIAL'))
export const settleList = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.settleList>) =>
  listed(ctx, await scopeOf(ctx, 'all'), query)

/** Whose test orders the lists of these names are about. */
export async function scopeOf(ctx: Ctx, scope: TestOrderScope): Promise<listStore.Scope> {
  if (scope === 'mine') return { party: ctx.me.id }
  if (scope === 'lab') return { places: await placesOf(ctx) }
  if (seesAll(ctx)) return { all: true }
  if (!ctx.holds(...view('TEST_ORDER'))) throw forbidden()
  return { places: await shownPlaces(ctx) }
}

// ── One order ────────────────────────────────────────────────────────────────

export const mayActOn = (ctx: Ctx, order: store.OrderRow) =>
  approval.mayAct(ctx, { business: 'test_order', rowId: order.id })

export async function maySee(ctx: Ctx, order: store.OrderDetail): Promise<boolean> {
  const people = [order.bookerId, order.payerId, order.experimenterId]
  if (people.includes(ctx.me.id) || seesAll(ctx)) return true
  return (
    looksAfter(await shownPlaces(ctx), order) ||
    (await mayActOn(ctx, order)) ||
    (await store.ownsCard(ctx.db, order.id, ctx.me.id))
  )
}
/** Asked when somebody opens a result file. */
export async function maySeeId(ctx: Ctx, orderId: number): Promise<boolean> {
  const order = await store.find(ctx.db, orderId)
  return order !== undefined && (await maySee(ctx, order))
}

export async function detailed(ctx: Ctx, order: store.OrderDetail) {
  const [samples, files, papers, withdrawals, versions, log, waiting, required, actable, keeps, who] =
    await together([
      store.samples(ctx.db, order.bookingId),
      file.filesOf(ctx, 'test_order', [order.id]),
      file.filesOf(ctx, PAPERS, [order.id]),
      fileStore.withdrawals(ctx.db, order.id),
      versionStore.versions(ctx.db, order.id),
      history(ctx, 'test_order', order.id),
      approval.waitingOf(ctx, 'test_order', order.id),
      requiredOf(ctx, order),
      mayActOn(ctx, order),
      store.keeps(ctx.db, order.id, ctx.me.id),
      askerOf(ctx),
    ])
  const payers = [...new Set([order.bookerName, order.payerName])].join('、')
  const awaited =
    order.state === 'confirmed' && order.proposed === null
      ? payers
      : waiting.flatMap((w) => w.names).join('、') || null
  return detailOf(order, {
    who,
    actable,
    keeps,
    samples,
    files: files.get(order.id) ?? [],
    papers: papers.get(order.id) ?? [],
    withdrawals,
    versions,
    filesCan: fileActionsOf(ctx, order, actable, keeps),
    log,
    dueAt: waiting[0]?.dueAt ?? null,
    progress: progressOf(order, log, required, awaited),
  })
}

/** The order, for people who have to do with it; for others it does not exist, whether it does or not. */
async function shown(ctx: Ctx, order: store.OrderDetail | undefined) {
  const may = order !== undefined && (await maySee(ctx, order))
  if (!may && !seesAll(ctx)) throw forbidden('您不能查看该测试单')
  if (!order) throw notFound('测试单')
  ctx.allow(may)
  return detailed(ctx, order)
}
export const get = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.get>) =>
  shown(ctx, await store.find(ctx.db, query.id))
export const measureInfo = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureInfo>) =>
  shown(
    ctx,
    query.id === undefined
      ? await store.findByBooking(ctx.db, query.bookingId ?? 0)
      : await store.find(ctx.db, query.id),
  )

/** The order, for whoever is to fill it in. */
async function forFilling(ctx: Ctx, orderId: number): Promise<store.OrderDetail> {
  const order = await store.find(ctx.db, orderId)
  ctx.allow(order !== undefined && (await maySee(ctx, order)), '您不能填写该测试单')
  if (!order) throw notFound('测试单')
  ctx.target = `test_order ${order.id}`
  testOrderFlow.judge(order.state, 'fill', rolesOf(order, await askerOf(ctx), await mayActOn(ctx, order)))
  return order
}

type Form = Parsed<typeof testOrderCalls.save>['body']
function contentOf(ctx: Ctx, order: store.OrderDetail, form: Form) {
  const actual = judgeActual(form, ctx.now)
  const { materials, extras, discounts, sampleCount, outcomes } = form
  return {
    actual,
    sampleCount,
    outcomes,
    ...billOf(
      order.quote,
      { minutes: minutesOf(actual), samples: sampleCount, byFault: order.endKind === 'fault' },
      { materials, extras, discounts },
    ),
  }
}

export async function preview(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.preview>) {
  const { bill, totalFen } = contentOf(ctx, await forFilling(ctx, params.id), body)
  return { lines: bill.lines, totalFen }
}

export async function save(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.save>) {
  const order = await forFilling(ctx, params.id)
  const known = new Set((await store.samples(ctx.db, order.bookingId)).map((x) => x.id))
  if (body.outcomes.some((o) => !known.has(o.sampleId)))
    throw refuseField('outcomes', testOrderRefusals.SAMPLE_UNKNOWN, 'SAMPLE_UNKNOWN')
  const content = contentOf(ctx, order, body)
  const { from, to } = content.actual
  if (from.getTime() !== order.startAt?.getTime() || to.getTime() !== order.endAt?.getTime())
    await booking.correctUse(ctx, order.bookingId, content.actual)
  if (!(await store.fill(ctx, order.id, { ...content, result: body.result, remark: body.remark })))
    throw await tooLate(ctx, 'test_order', order.id)
  await logStep(ctx, { business: 'test_order', rowId: order.id, event: 'fill', from: 'draft', to: 'draft' })
  return detailed(ctx, await found(ctx, order.id))
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.submit>) {
  const order = await forFilling(ctx, params.id)
  if (!order.startAt || !order.endAt) throw refuseField('startAt', testOrderRefusals.NOT_FILLED, 'NOT_FILLED')
  // Nobody saw that end: somebody has to stand for it before it is billed.
  if (order.endKind === 'system' && order.filledById === null)
    throw refuseField('endAt', testOrderRefusals.END_UNCONFIRMED, 'END_UNCONFIRMED')
  const to = nextState('submit', await requiredOf(ctx, order))
  return detailed(
    ctx,
    await takeStep(ctx, order, rolesOf(order, await askerOf(ctx), true), {
      event: 'submit',
      to,
      filled: true,
    }),
  )
}

export async function audit(ctx: Ctx, { body }: Parsed<typeof testOrderCalls.audit>) {
  // Each row is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const order = await store.find(ctx.db, id)
    if (!order || !(await maySee(ctx, order))) throw notFound('测试单')
    if (order.state !== state) throw await tooLate(ctx, 'test_order', id)
    const roles = rolesOf(order, await askerOf(ctx), await mayActOn(ctx, order))
    const now =
      body.verdict === 'approve'
        ? await agree(ctx, order, roles, body.reason)
        : await sendBack(ctx, order, roles, body.reason)
    return { state: now.state, message: body.verdict === 'approve' ? '已通过' : '已退回' }
  })
}

/** A confirmed price was wrong. What it was is kept; then it is filled in, judged and confirmed anew. */
export async function correct(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.correct>) {
  const order = await store.find(ctx.db, params.id)
  const keeps = order !== undefined && (await store.keeps(ctx.db, order.id, ctx.me.id))
  ctx.allow(keeps, '只有设备审核员或实验室主任可以更正测试单')
  if (!order) throw notFound('测试单')
  ctx.target = `test_order ${order.id}`
  if (order.settlementId !== null) throw refuse('STATE', testOrderRefusals.CORRECT_TAKEN, { status: 409 })
  testOrderFlow.judge(order.state, 'correct', rolesOf(order, await askerOf(ctx), false, keeps), {
    reason: body.reason,
  })
  if (!(await versionStore.correct(ctx, order.id, order.state, body.reason)))
    throw await tooLate(ctx, 'test_order', order.id)
  if (order.proposed) await endOpenProposals(ctx, [order.id], '费用更正中')
  await logStep(ctx, {
    business: 'test_order',
    rowId: order.id,
    event: 'correct',
    from: order.state,
    to: 'draft',
    reason: body.reason,
  })
  const now = await found(ctx, order.id)
  await awaitNext(ctx, now, true)
  await tellCorrected(ctx, now)
  return detailed(ctx, now)
}

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
import { view } from '@portal/contract/kernel/permissions'
import type { Loaded } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import * as file from '../file/file.service.ts'
import { actualOf, billOf, judgeActual, minutesOf, noInputs, outcomesOf } from './bill.rules.ts'
import * as listStore from './list.store.ts'
import * as fileStore from './result-file.store.ts'
import { fileActionsOf } from './result-file.rules.ts'
import { testOrderFlow, type TestOrder } from './test-order.flow.ts'
import { endProposals, orders, placesOf, requiredOf, seesAll, standingOf } from './test-order.process.ts'
import type { Standing } from './test-order.rules.ts'
import * as store from './test-order.store.ts'
import { detailOf, rowOf } from './test-order.view.ts'
import * as versionStore from './version.store.ts'

export { waiveFee } from './fee.action.ts'
export { placesOf } from './test-order.process.ts'
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
  await orders.begin(ctx, testOrderFlow, 'create', { by: ['system'], to: 'draft', add: async () => orderId })
}

/** Locks orders for a settlement, in the order of their ids; unknown ones are left out. */
export const lockPayable = store.lockPayable
/**
 * Confirmed orders go into a settlement; all of them (answers how many did), or the caller has to refuse. Its orders move together,
 * in one statement that writes their log as well: no step of one of them.
 */
export async function take(ctx: Ctx, orderIds: readonly number[], settlementId: number): Promise<number> {
  await endProposals(ctx, await store.withProposal(ctx, orderIds), '已发起结算')
  return refreshScreens(ctx, await store.take(ctx, orderIds, settlementId))
}
/** The settlement came to nothing: its orders are open again. */
export const release = async (ctx: Ctx, settlementId: number, reason: string | null) =>
  refreshScreens(
    ctx,
    await store.moveAll(ctx, settlementId, {
      event: 'release',
      from: 'in_settlement',
      to: 'confirmed',
      reason,
    }),
  )
export const settle = async (ctx: Ctx, settlementId: number) =>
  refreshScreens(
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
  refreshScreens(
    ctx,
    await store.moveAll(ctx, settlementId, { event: 'reopen', from: 'settled', to: 'confirmed', reason }),
  )
/** Whoever looks at one of them sees how it went on. */
function refreshScreens(ctx: Ctx, moved: readonly store.Moved[]): number {
  ctx.live(...screensOf(...moved.flatMap((o) => [o.bookerId, o.payerId])))
  return moved.length
}

/** Confirmed orders that the person who asks may settle. */
export const listPayable = (ctx: Ctx, query: Omit<TestOrderFilters, 'payerGone'>) =>
  showList(ctx, { party: ctx.me.id }, { ...query, payerGone: undefined, state: 'confirmed' })

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

export { leave } from './leaving.action.ts'

// ── Lists ────────────────────────────────────────────────────────────────────

async function showList(ctx: Ctx, scope: listStore.Scope, query: TestOrderFilters) {
  const [sort = 'id', direction] = (query.order_by ?? 'id desc').split(' ')
  if (!listStore.sortable(sort)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const wanted = { ...query, ...spanOf(query, ctx.env.CAMPUS_TZ), sort }
  const [{ items, total, sumFen }, standing] = await together([
    listStore.list(ctx.db, scope, { ...wanted, direction: direction === 'asc' ? 'asc' : 'desc' }),
    standingOf(ctx, null),
  ])
  const rolesOn = await orders.rolesAmong(ctx, items, standing)
  return {
    ...pageReply(
      items.map((o) => rowOf(o, rolesOn(o))),
      total,
    ),
    sumFen,
  }
}

export const statuses = () => testOrderStates.map((value) => ({ value, label: testOrderStateWords[value] }))

export const mine = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.mine>) =>
  showList(ctx, await scopeOf(ctx, 'mine'), query)
export const awaitingMe = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.awaitingMe>) =>
  showList(ctx, { ids: await approval.waitingRows(ctx, 'test_order') }, query)
export const auditedByMe = (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.auditedByMe>) =>
  showList(ctx, { actedBy: ctx.me.id }, query)
export const measureList = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureList>) =>
  showList(ctx, await scopeOf(ctx, 'lab'), query)

export const settleList = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.settleList>) =>
  showList(ctx, await scopeOf(ctx, 'all'), query)

/** Whose test orders the lists of these names are about. */
export async function scopeOf(ctx: Ctx, scope: TestOrderScope): Promise<listStore.Scope> {
  if (scope === 'mine') return { party: ctx.me.id }
  if (scope === 'lab') return { places: await placesOf(ctx) }
  if (seesAll(ctx)) return { all: true }
  if (!ctx.holds(...view('TEST_ORDER'))) throw forbidden()
  return { places: await placesOf(ctx, true) }
}

// ── One order ────────────────────────────────────────────────────────────────

type LoadedOrder = Loaded<TestOrder, store.OrderDetail, Standing>

async function showDetail(ctx: Ctx, { row: order, roles, standing }: LoadedOrder) {
  const required: Partial<Record<string, boolean>> = await requiredOf(ctx, order)
  const [samples, files, papers, withdrawals, versions, trail] = await together([
    store.samples(ctx.db, order.bookingId),
    file.filesOf(ctx, 'test_order', [order.id]),
    file.filesOf(ctx, PAPERS, [order.id]),
    fileStore.withdrawals(ctx.db, order.id),
    versionStore.versions(ctx.db, order.id),
    orders.trailOf(ctx, order, (stage) => required[stage] ?? true),
  ])
  return detailOf(order, {
    roles,
    samples,
    files: files.get(order.id) ?? [],
    papers: papers.get(order.id) ?? [],
    withdrawals,
    versions,
    filesCan: fileActionsOf(ctx, order, roles.has('reviewer'), standing.keeps),
    trail,
  })
}
/** After a step: the person's part may have changed with it. */
export const showAgain = async (ctx: Ctx, orderId: number) => showDetail(ctx, await orders.load(ctx, orderId))

export const get = (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.get>) => showAgain(ctx, query.id)
export async function measureInfo(ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureInfo>) {
  const byBooking =
    query.id === undefined ? await store.findByBooking(ctx.db, query.bookingId ?? 0) : undefined
  // There is no order 0: whoever may know hears so, anybody else learns nothing.
  return showAgain(ctx, query.id ?? byBooking?.id ?? 0)
}

/** The order, for whoever is to fill it in. */
async function loadToFill(ctx: Ctx, orderId: number): Promise<LoadedOrder> {
  const loaded = await orders.load(ctx, orderId)
  testOrderFlow.admit(loaded.row.state, 'fill', loaded.roles)
  return loaded
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
  const { bill, totalFen } = contentOf(ctx, (await loadToFill(ctx, params.id)).row, body)
  return { lines: bill.lines, totalFen }
}

export async function save(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.save>) {
  const loaded = await loadToFill(ctx, params.id)
  const order = loaded.row
  const known = new Set((await store.samples(ctx.db, order.bookingId)).map((x) => x.id))
  if (body.outcomes.some((o) => !known.has(o.sampleId)))
    throw refuseField('outcomes', testOrderRefusals.SAMPLE_UNKNOWN, 'SAMPLE_UNKNOWN')
  const content = { ...contentOf(ctx, order, body), result: body.result, remark: body.remark }
  const { from, to } = content.actual
  if (from.getTime() !== order.startAt?.getTime() || to.getTime() !== order.endAt?.getTime())
    await booking.correctUse(ctx, order.bookingId, content.actual)
  await orders.take(ctx, loaded, 'fill', { changes: { content } })
  return showAgain(ctx, order.id)
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.submit>) {
  const loaded = await loadToFill(ctx, params.id)
  const { startAt, endAt, endKind, filledById } = loaded.row
  if (!startAt || !endAt) throw refuseField('startAt', testOrderRefusals.NOT_FILLED, 'NOT_FILLED')
  // Nobody saw that end: somebody has to stand for it before it is billed.
  if (endKind === 'system' && filledById === null)
    throw refuseField('endAt', testOrderRefusals.END_UNCONFIRMED, 'END_UNCONFIRMED')
  await orders.take(ctx, loaded, 'submit')
  return showAgain(ctx, params.id)
}

export const audit = (ctx: Ctx, { body }: Parsed<typeof testOrderCalls.audit>) =>
  orders.decide(ctx, body.items, {
    verdict: body.verdict === 'approve' ? 'approve' : 'refuse',
    reason: body.reason,
  })

/** A confirmed price was wrong. What it was is kept; then it is filled in, judged and confirmed anew. */
export async function correct(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.correct>) {
  const loaded = await orders.load(ctx, params.id)
  ctx.allow(loaded.standing.keeps, '只有设备审核员或实验室主任可以更正测试单')
  if (loaded.row.settlementId !== null)
    throw refuse('STATE', testOrderRefusals.CORRECT_TAKEN, { status: 409 })
  await orders.take(ctx, loaded, 'correct', { reason: body.reason })
  return showAgain(ctx, params.id)
}

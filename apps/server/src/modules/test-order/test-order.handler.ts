import {
  testOrderRefusals,
  testOrderStateWords,
  testOrderStates,
  type testOrderCalls,
} from '@portal/contract/test-order/test-order'
import type { Parsed } from '@portal/contract/kernel/call'
import { besidesIn } from '@portal/contract/use-ledger/training'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import * as approval from '../approval/approval.service.ts'
import { findBoundAsked, keepBound, requireBound } from '../form/form.service.ts'
import * as booking from '../booking/booking.service.ts'
import { makeBill, judgeActual, countMinutes } from './bill.rules.ts'
import { readScope, showList } from './list.action.ts'
import { showAgain } from './show.action.ts'
import { testOrderFlow } from './test-order.flow.ts'
import { orders } from './test-order.process.ts'
import * as store from './test-order.store.ts'

// ── Lists ────────────────────────────────────────────────────────────────────

export const listStates = () => testOrderStates.map((value) => ({ value, label: testOrderStateWords[value] }))

export const listMine = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.mine>) =>
  showList(ctx, await readScope(ctx, 'mine'), query)
export const listAwaitingMe = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.awaitingMe>) =>
  showList(ctx, { ids: await approval.listWaitingRows(ctx, 'test_order') }, query)
export const listAuditedByMe = (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.auditedByMe>) =>
  showList(ctx, { actedBy: ctx.me.id }, query)
export const listOfLabs = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureList>) =>
  showList(ctx, await readScope(ctx, 'lab'), query)

export const listAll = async (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.settleList>) =>
  showList(ctx, await readScope(ctx, 'all'), query)

// ── One order ────────────────────────────────────────────────────────────────

export const get = (ctx: Ctx, { query }: Parsed<typeof testOrderCalls.get>) => showAgain(ctx, query.id)
export async function showMeasured(ctx: Ctx, { query }: Parsed<typeof testOrderCalls.measureInfo>) {
  const byBooking =
    query.id === undefined ? await store.findByBooking(ctx.db, query.bookingId ?? 0) : undefined
  // Id 0 never exists: callers who may see every order are told so; others get the refusal of a hidden order.
  return showAgain(ctx, query.id ?? byBooking?.id ?? 0)
}

/** Loads the order; refuses callers who may not fill it in. */
async function loadToFill(ctx: Ctx, orderId: number) {
  const loaded = await orders.load(ctx, orderId)
  testOrderFlow.admit(loaded.row.state, 'fill', loaded.roles)
  return loaded
}

/** Reviewers and the director may fill it in: none of them overwrites or hands on what they have not seen. */
const refuseOld = (ctx: Ctx, order: store.OrderDetail, revision: number | null | undefined) =>
  refuseUnseen(ctx, '测试单', order, revision, async () => (await orders.trailOf(ctx, order)).history)

type Form = Parsed<typeof testOrderCalls.save>['body']
function readContent(ctx: Ctx, order: store.OrderDetail, form: Form) {
  const actual = judgeActual(form, ctx.now)
  const { materials, extras, discounts, sampleCount, outcomes } = form
  return {
    actual,
    sampleCount,
    outcomes,
    ...besidesIn(form),
    ...makeBill(
      order.quote,
      { minutes: countMinutes(actual), samples: sampleCount, byFault: order.endKind === 'fault' },
      { materials, extras, discounts },
    ),
  }
}

export async function preview(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.preview>) {
  const { bill, totalFen } = readContent(ctx, (await loadToFill(ctx, params.id)).row, body)
  return { lines: bill.lines, totalFen }
}

/** The present values, for fields that the body omits. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { row: order } = await orders.load(ctx, Number(params['id']))
  const { bill, outcomes, result, remark } = order
  return { ...besidesIn(order), ...bill, outcomes, result, remark }
}

export async function save(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.save>) {
  const loaded = await loadToFill(ctx, params.id)
  const order = loaded.row
  await refuseOld(ctx, order, body.revision)
  const known = new Set((await store.samples(ctx.db, order.bookingId)).map((x) => x.id))
  if (body.outcomes.some((o) => !known.has(o.sampleId)))
    throw refuseField('outcomes', testOrderRefusals.SAMPLE_UNKNOWN, 'SAMPLE_UNKNOWN')
  const content = { ...readContent(ctx, order, body), result: body.result, remark: body.remark }
  const { from, to } = content.actual
  if (from.getTime() !== order.startAt?.getTime() || to.getTime() !== order.endAt?.getTime())
    await booking.correctUse(ctx, order.bookingId, content.actual)
  await orders.take(ctx, loaded, 'fill', { changes: { content } })
  // A saved draft may lack the answers; submitting requires them.
  if (body.answers)
    await keepBound(ctx, { ...(await readAsked(ctx, order)), given: body.answers, again: true })
  return showAgain(ctx, order.id)
}

/** The result form of the instrument; none for a booking without a use. */
async function readAsked(ctx: Ctx, { bookingId, deviceId, lateCancel, noShow }: store.OrderDetail) {
  const asked = lateCancel || noShow ? null : await findBoundAsked(ctx, deviceId, 'result')
  return { bookingId, occasion: 'result', asked } as const
}

export async function submit(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.submit>) {
  const loaded = await loadToFill(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const { startAt, endAt, endKind, filledById } = loaded.row
  if (!startAt || !endAt) throw refuseField('startAt', testOrderRefusals.NOT_FILLED, 'NOT_FILLED')
  // The system ended the use, so a person must confirm the end before it is billed.
  if (endKind === 'system' && filledById === null)
    throw refuseField('endAt', testOrderRefusals.END_UNCONFIRMED, 'END_UNCONFIRMED')
  await requireBound(ctx, await readAsked(ctx, loaded.row))
  await orders.take(ctx, loaded, 'submit')
  return showAgain(ctx, params.id)
}

export const audit = (ctx: Ctx, { body }: Parsed<typeof testOrderCalls.audit>) =>
  orders.decide(ctx, body.items, {
    verdict: body.verdict === 'approve' ? 'approve' : 'refuse',
    reason: body.reason,
  })

/**
 * Starts a correction of a confirmed price: the old version is kept, and a new draft is filled in, approved
 * and confirmed.
 */
export async function correct(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.correct>) {
  const loaded = await orders.load(ctx, params.id)
  ctx.allow(loaded.standing.keeps, '只有设备审核员或实验室主任可以更正测试单')
  if (loaded.row.settlementId !== null)
    throw refuse('STATE', testOrderRefusals.CORRECT_TAKEN, { status: 409 })
  await orders.take(ctx, loaded, 'correct', { reason: body.reason })
  return showAgain(ctx, params.id)
}

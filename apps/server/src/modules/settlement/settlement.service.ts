import type { Parsed } from '@portal/contract/kernel/call'
import { edit, view } from '@portal/contract/kernel/permissions'
import {
  settlementRefusals,
  type SettlementFilters,
  type settlementCalls,
} from '@portal/contract/settlement/settlement'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { localOf, spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as file from '../file/file.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { capitalAmount } from './capital-amount.rules.ts'
import * as listStore from './list.store.ts'
import { progressOf } from './progress.rules.ts'
import { flowOf, type SettlementRole } from './settlement.flow.ts'
import { mayPost, rolesOf, type Standing } from './settlement.rules.ts'
import * as store from './settlement.store.ts'
import { detailOf, doneWords, rowOf } from './settlement.view.ts'
import { agree, changed, takeStep, tellOutcome, turnDown } from './steps.service.ts'

export { timedOut } from './steps.service.ts'

// ── Who sees what ────────────────────────────────────────────────────────────

/** All of the campus: for finance, and for holders of the unrestricted right. */
export const seesAll = (ctx: Ctx) => ctx.holds('SETTLE_ORDER_ALL', ...view('FINANCIAL'))

/** The labs whose settlements the person who asks may see. */
const placesOf = (ctx: Ctx) => testOrder.placesOf(ctx, ctx.holds(...view('SETTLE_ORDER')))

interface Seen {
  roles: Set<SettlementRole>
  /** Shares on cards of this owner only; null: all. */
  sharesOf: number | null
}
/** What the person who asks is to a settlement; undefined when it is none of his business. */
async function seen(ctx: Ctx, s: store.SettlementDetail): Promise<Seen | undefined> {
  const [places, actable] = await together([
    placesOf(ctx),
    approval.mayAct(ctx, { business: 'settlement', rowId: s.id }),
  ])
  const roles = rolesOf(s, {
    userId: ctx.me.id,
    directedLabIds: places.directedLabIds,
    clerk: ctx.holds(...edit('FINANCIAL')),
    actable,
  })
  const party = roles.has('starter') || roles.has('payer') || testOrder.looksAfter(places, s)
  if (party || seesAll(ctx)) return { roles, sharesOf: null }
  const owns = (await store.shares(ctx.db, s.id)).some((h) => h.ownerId === ctx.me.id)
  if (owns) return { roles, sharesOf: ctx.me.id }
  return actable ? { roles, sharesOf: null } : undefined
}

/** A settlement, for people who have to do with it; others learn nothing, not even whether it exists. */
async function load(ctx: Ctx, settlementId: number): Promise<{ s: store.SettlementDetail } & Seen> {
  const s = await store.find(ctx.db, settlementId)
  const how = s && (await seen(ctx, s))
  if (!how && !seesAll(ctx)) throw forbidden('您不能查看该结算单')
  if (!s || !how) throw notFound('结算单')
  ctx.allow(true)
  ctx.target = `settlement ${s.id}`
  return { s, ...how }
}
/** Asked when somebody opens a voucher. */
export async function maySeeId(ctx: Ctx, settlementId: number): Promise<boolean> {
  const s = await store.find(ctx.db, settlementId)
  return s !== undefined && (await seen(ctx, s)) !== undefined
}

async function detailed(ctx: Ctx, s: store.SettlementDetail, { roles, sharesOf }: Seen) {
  const [items, shares, files, log, waiting, sameVoucher] = await together([
    store.items(ctx.db, s.id),
    store.shares(ctx.db, s.id),
    file.filesOf(ctx, 'settlement', [s.id]),
    history(ctx, 'settlement', s.id),
    approval.waitingOf(ctx, 'settlement', s.id),
    s.voucherNumber === null || !seesAll(ctx)
      ? Promise.resolve([])
      : store.sameVoucher(ctx.db, s.voucherNumber, s.id),
  ])
  const awaited = waiting.flatMap((w) => w.names).join('、') || null
  return detailOf(s, {
    roles,
    items,
    sameVoucher,
    log,
    meId: ctx.me.id,
    shares: sharesOf === null ? shares : shares.filter((h) => h.ownerId === sharesOf),
    proof: files.get(s.id)?.find((f) => f.id === s.voucherFileId),
    progress: progressOf(s, log, awaited),
  })
}
/** After a step: the person's part may have changed with it. */
export async function shownAgain(ctx: Ctx, s: store.SettlementDetail) {
  const how = await seen(ctx, s)
  return detailed(ctx, s, how ?? { roles: new Set(), sharesOf: null })
}

export async function get(ctx: Ctx, { query }: Parsed<typeof settlementCalls.get>) {
  const { s, ...how } = await load(ctx, query.id)
  return detailed(ctx, s, how)
}

export async function bill(ctx: Ctx, { params }: Parsed<typeof settlementCalls.bill>) {
  const { s, ...how } = await load(ctx, params.id)
  const [detail, remitTo] = await together([
    detailed(ctx, s, how),
    s.way === 'offline' ? store.remitTo(ctx.db) : Promise.resolve([]),
  ])
  return {
    ...detail,
    totalWords: capitalAmount(s.totalFen),
    payerDept: s.payerDept,
    labDept: s.labDept,
    remitTo,
    printedAt: ctx.now,
  }
}

// ── Lists ────────────────────────────────────────────────────────────────────

async function listed(ctx: Ctx, scope: listStore.Scope, query: SettlementFilters, places: testOrder.Places) {
  const { items, total, sum } = await listStore.list(ctx.db, scope, {
    ...query,
    ...spanOf(query, ctx.env.CAMPUS_TZ),
  })
  const actable = await approval.actableAmong(
    ctx,
    'settlement',
    items.map((s) => s.id),
  )
  const who: Omit<Standing, 'actable'> = {
    userId: ctx.me.id,
    directedLabIds: places.directedLabIds,
    clerk: ctx.holds(...edit('FINANCIAL')),
  }
  return {
    ...pageReply(
      items.map((s) => rowOf(s, rolesOf(s, { ...who, actable: actable.has(s.id) }))),
      total,
    ),
    sumFen: sum,
  }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof settlementCalls.list>) {
  const places = await placesOf(ctx)
  return listed(ctx, shownTo(ctx, places), query, places)
}
const shownTo = (ctx: Ctx, places: testOrder.Places): listStore.Scope =>
  seesAll(ctx) ? { all: true } : { userId: ctx.me.id, labIds: places.labIds }
/** Whose settlements the lists of these names are about. */
export const scopeOf = async (ctx: Ctx, scope: 'all' | 'waiting'): Promise<listStore.Scope> =>
  scope === 'waiting'
    ? { ids: await approval.waitingRows(ctx, 'settlement') }
    : shownTo(ctx, await placesOf(ctx))

export async function awaitingMe(ctx: Ctx, { query }: Parsed<typeof settlementCalls.awaitingMe>) {
  const [places, ids] = await together([placesOf(ctx), approval.waitingRows(ctx, 'settlement')])
  return listed(ctx, { ids }, query, places)
}

export const waitPay = (ctx: Ctx, { query }: Parsed<typeof settlementCalls.waitPay>) =>
  testOrder.listPayable(ctx, query)

export async function counts(ctx: Ctx) {
  const [payable, waiting] = await together([
    testOrder.countPayable(ctx),
    approval.waitingRows(ctx, 'settlement'),
  ])
  return { count: payable, waitPay: payable, awaitingMe: waiting.length }
}

// ── Steps ────────────────────────────────────────────────────────────────────

export async function audit(ctx: Ctx, { body }: Parsed<typeof settlementCalls.audit>) {
  // Each row is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  const ids = body.items.map((i) => i.id)
  // Everything the batch will touch, in one order: two clerks with the same rows wait for each other, never in a circle.
  await fundCard.lockCards(ctx, await store.lock(ctx, ids))
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const s = await store.find(ctx.db, id)
    const how = s && (await seen(ctx, s))
    if (!s || !how) throw notFound('结算单')
    if (s.state !== state) throw await tooLate(ctx, 'settlement', id)
    if (body.verdict === 'approve') return doneWords(await agree(ctx, s, how.roles, body.reason))
    if (body.verdict === 'send_back')
      return doneWords(
        await takeStep(ctx, s, how.roles, {
          event: 'send_back',
          to: 'awaiting_remittance',
          reason: body.reason,
        }),
      )
    return doneWords(await turnDown(ctx, s, how.roles, body.reason))
  })
}

export async function remit(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.remit>) {
  const { s, roles } = await load(ctx, params.id)
  if (body.remittedOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('remittedOn', settlementRefusals.REMITTED_FUTURE, 'REMITTED_FUTURE')
  const [proof] = ctx.files
  if (!proof && s.voucherFileId === null)
    throw refuseField('proof', settlementRefusals.VOUCHER_MISSING, 'VOUCHER_MISSING')
  const kept =
    proof && (await file.keep(ctx, proof, { business: 'settlement', rowId: s.id, visibility: 'private' }))
  await store.remit(ctx, s.id, body, kept?.id ?? null)
  return shownAgain(ctx, await takeStep(ctx, s, roles, { event: 'remit', to: 'awaiting_finance' }))
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.cancel>) {
  const { s, roles } = await load(ctx, params.id)
  return shownAgain(
    ctx,
    await takeStep(ctx, s, roles, { event: 'cancel', to: 'cancelled', reason: body.reason }),
  )
}

export async function refund(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.refund>) {
  const { s, roles } = await load(ctx, params.id)
  flowOf[s.way].judge(s.state, 'refund', roles)
  if (body.refundedOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('refundedOn', settlementRefusals.REFUNDED_FUTURE, 'REFUNDED_FUTURE')
  if (s.remittedOn && body.refundedOn < s.remittedOn)
    throw refuseField('refundedOn', settlementRefusals.REFUNDED_EARLY, 'REFUNDED_EARLY')
  if (!(await store.refund(ctx, s.id, body))) throw await tooLate(ctx, 'settlement', s.id)
  await logStep(ctx, {
    business: 'settlement',
    rowId: s.id,
    event: 'refund',
    from: 'reversed',
    to: 'refunded',
    reason: `退款凭证号 ${body.number}`,
  })
  const now = await changed(ctx, s.id)
  await tellOutcome(ctx, now, 'refund')
  return shownAgain(ctx, now)
}

export async function post(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.post>) {
  const { s, roles } = await load(ctx, params.id)
  if (!mayPost(s, roles))
    throw roles.has('clerk')
      ? refuse('STATE', '该结算单尚无须记账', { status: 409 })
      : forbidden('只有财务人员可以登记记账凭证')
  if (body.postedOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('postedOn', settlementRefusals.POSTED_FUTURE, 'POSTED_FUTURE')
  await store.post(ctx, s.id, body)
  return shownAgain(ctx, await changed(ctx, s.id))
}

export async function askReversal(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.askReversal>) {
  const { s, roles } = await load(ctx, params.id)
  return shownAgain(
    ctx,
    await takeStep(ctx, s, roles, { event: 'ask_reversal', to: 'awaiting_reversal', reason: body.reason }),
  )
}

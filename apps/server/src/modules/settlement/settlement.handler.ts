import type { Parsed } from '@portal/contract/kernel/call'
import { writeCapital } from '@portal/contract/kernel/capital-amount'
import {
  settlementRefusals,
  type SettlementFilters,
  type settlementCalls,
} from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { listScreens } from '../../kernel/live.ts'
import { forbidden, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseReplaced } from '../../kernel/revision.ts'
import { findSpan, findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { listCodes } from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import * as listStore from './list.store.ts'
import { listWaiting, scopeFor } from './scope.action.ts'
import { flowOf } from './settlement.flow.ts'
import { settlements, readStanding } from './settlement.process.ts'
import { mayPost, type Standing } from './settlement.rules.ts'
import * as store from './settlement.store.ts'
import { showRow } from './settlement.view.ts'
import { showAgain, readDetail } from './show.action.ts'

// ── One settlement ───────────────────────────────────────────────────────────

export const get = (ctx: Ctx, { query }: Parsed<typeof settlementCalls.get>) => showAgain(ctx, query.id)

export async function showBill(ctx: Ctx, { params }: Parsed<typeof settlementCalls.bill>) {
  const loaded = await settlements.load(ctx, params.id)
  const s = loaded.row
  const [detail, remitTo] = await together([
    readDetail(ctx, loaded),
    s.way === 'offline' ? listCodes(ctx, 'remittance_account') : Promise.resolve([]),
  ])
  return {
    ...detail,
    totalWords: writeCapital(s.totalFen),
    payerDept: s.payerDept,
    labDept: s.labDept,
    remitTo,
    printedAt: ctx.now,
  }
}

// ── Lists ────────────────────────────────────────────────────────────────────

async function showList(ctx: Ctx, scope: listStore.Scope, query: SettlementFilters, standing: Standing) {
  const { items, total, sum } = await listStore.list(ctx.db, scope, {
    ...query,
    ...findSpan(query, ctx.env.CAMPUS_TZ),
  })
  const rolesOn = await settlements.rolesAmong(ctx, items, standing)
  const ids = items.map((s) => s.id)
  const books = standing.seesAll ? await listStore.readBooks(ctx.db, ids) : undefined
  return {
    ...pageReply(
      items.map((s) => showRow(s, rolesOn(s), books?.get(s.id))),
      total,
    ),
    sumFen: sum,
  }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof settlementCalls.list>) {
  const standing = await readStanding(ctx, null)
  return showList(ctx, scopeFor(standing), query, standing)
}

export async function listAwaitingMe(ctx: Ctx, { query }: Parsed<typeof settlementCalls.awaitingMe>) {
  const [standing, ids] = await together([readStanding(ctx, null), listWaiting(ctx)])
  return showList(ctx, { ids }, query, standing)
}

export const listPayable = (ctx: Ctx, { query }: Parsed<typeof settlementCalls.waitPay>) =>
  testOrder.listPayable(ctx, query)

export async function count(ctx: Ctx) {
  const [payable, waiting] = await together([testOrder.countPayable(ctx), listWaiting(ctx)])
  return { count: payable, waitPay: payable, awaitingMe: waiting.length }
}

// ── Steps ────────────────────────────────────────────────────────────────────

export const audit = (ctx: Ctx, { body }: Parsed<typeof settlementCalls.audit>) =>
  settlements.decide(ctx, body.items, body)

export async function remit(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.remit>) {
  const loaded = await settlements.load(ctx, params.id)
  const s = loaded.row
  if (body.remittedOn > findToday(ctx))
    throw refuseField('remittedOn', settlementRefusals.REMITTED_FUTURE, 'REMITTED_FUTURE')
  const [proof] = ctx.files
  if (!proof && s.voucherFileId === null)
    throw refuseField('proof', settlementRefusals.VOUCHER_MISSING, 'VOUCHER_MISSING')
  const kept =
    proof && (await file.keep(ctx, proof, { business: 'settlement', rowId: s.id, visibility: 'private' }))
  await store.remit(ctx, s.id, body, kept?.id ?? null)
  await settlements.take(ctx, loaded, 'remit')
  return showAgain(ctx, s.id)
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.cancel>) {
  await settlements.take(ctx, await settlements.load(ctx, params.id), 'cancel', { reason: body.reason })
  return showAgain(ctx, params.id)
}

export async function refund(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.refund>) {
  const loaded = await settlements.load(ctx, params.id)
  const { row: s, roles } = loaded
  flowOf[s.way].admit(s.state, 'refund', roles)
  if (body.refundedOn > findToday(ctx))
    throw refuseField('refundedOn', settlementRefusals.REFUNDED_FUTURE, 'REFUNDED_FUTURE')
  if (s.remittedOn && body.refundedOn < s.remittedOn)
    throw refuseField('refundedOn', settlementRefusals.REFUNDED_EARLY, 'REFUNDED_EARLY')
  await settlements.take(ctx, loaded, 'refund', { changes: body, reason: `退款凭证号 ${body.number}` })
  return showAgain(ctx, s.id)
}

export async function post(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.post>) {
  // Locked, because a posting is no step that would fail in another state.
  const { row: s, roles } = await settlements.hold(ctx, params.id)
  if (!mayPost(s, roles))
    throw roles.has('clerk')
      ? refuse('STATE', '该结算单尚无须记账', { status: 409 })
      : forbidden('只有财务人员可以登记记账凭证')
  refuseReplaced('记账凭证号', s.postingNumber, body.seenNumber)
  if (body.postedOn > findToday(ctx))
    throw refuseField('postedOn', settlementRefusals.POSTED_FUTURE, 'POSTED_FUTURE')
  await store.post(ctx, s.id, body)
  ctx.live(...listScreens(s.starterId, s.payerId))
  return showAgain(ctx, s.id)
}

export async function askReversal(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.askReversal>) {
  await settlements.take(ctx, await settlements.load(ctx, params.id), 'ask_reversal', {
    reason: body.reason,
  })
  return showAgain(ctx, params.id)
}

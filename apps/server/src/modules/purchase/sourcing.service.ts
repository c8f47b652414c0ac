import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import { paperKinds, purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { screensOf } from '../../kernel/live.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { load, loadLocked, OF, shown, type Loaded } from './access.service.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow, type PurchaseRole } from './purchase.flow.ts'
import { endOf, judgeContract, judgeTerms } from './purchase.rules.ts'
import * as store from './purchase.store.ts'
import { SYSTEM, takeStep } from './steps.service.ts'

// From the approval to the contract and its end, and what delivery and stock-in bring about.

/** Bought directly: by whoever asked for it. */
function requireBuyer({ p, roles }: Loaded): void {
  if (p.method !== 'general' && p.state === 'awaiting_sourcing')
    throw refuse('NOT_GENERAL', purchaseRefusals.NOT_GENERAL)
  purchaseFlow.judge(p.state, 'award', roles)
}

export async function suppliers(ctx: Ctx, { params, query, body }: Parsed<typeof purchaseCalls.suppliers>) {
  requireBuyer(await load(ctx, params.id))
  return supplier.options(ctx, { params: {}, query, body })
}

export async function quote(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.quote>) {
  const loaded = await loadLocked(ctx, params.id)
  requireBuyer(loaded)
  await supplier.requireAllApproved(
    ctx,
    body.quotes.map((q) => q.supplierId),
  )
  await parts.setQuotes(ctx, params.id, body.quotes)
  ctx.live(...screensOf(loaded.p.requesterId))
  return shown(ctx, params.id)
}

export interface Award {
  supplierId: number
  amountFen: number
  reason: string | null
  /** Per piece, where it was quoted so. */
  prices?: readonly { itemId: number; unitPriceFen: number }[]
}
async function give(
  ctx: Ctx,
  p: store.PurchaseDetail,
  roles: ReadonlySet<PurchaseRole>,
  a: Award,
): Promise<void> {
  purchaseFlow.judge(p.state, 'award', roles)
  await supplier.requireApproved(ctx, a.supplierId)
  if (a.amountFen > p.budgetFen)
    throw refuseField('supplierId', purchaseRefusals.AWARD_OVER_BUDGET, 'AWARD_OVER_BUDGET')
  await store.setAward(ctx, p.id, a)
  await parts.setAwardPrices(ctx, p.id, a.prices ?? [])
  await takeStep(ctx, p, roles, { event: 'award', to: 'awaiting_contract' })
}

export async function chooseQuote(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.award>) {
  const loaded = await loadLocked(ctx, params.id)
  requireBuyer(loaded)
  const chosen = (await parts.quotes(ctx.db, params.id)).find((q) => q.supplierId === body.supplierId)
  if (!chosen) throw refuseField('supplierId', purchaseRefusals.QUOTE_MISSING, 'QUOTE_MISSING')
  await parts.choose(ctx, params.id, body.supplierId)
  await give(ctx, loaded.p, loaded.roles, { ...chosen, reason: body.reason })
  return shown(ctx, params.id)
}

/** For the system, whoever set it going. */
async function foundLocked(ctx: Ctx, purchaseId: number): Promise<store.PurchaseDetail> {
  await store.lock(ctx, purchaseId)
  const p = await store.find(ctx.db, purchaseId)
  if (!p) throw notFound('申购')
  return p
}

/** A tender has its winner. */
export const award = async (ctx: Ctx, purchaseId: number, a: Award): Promise<void> =>
  give(ctx, await foundLocked(ctx, purchaseId), SYSTEM, a)

export async function voidAward(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.voidAward>) {
  const { p, roles } = await loadLocked(ctx, params.id)
  await takeStep(ctx, p, roles, { event: 'void_award', to: 'awaiting_sourcing', reason: body.reason })
  await store.setAward(ctx, p.id, null)
  await parts.setAwardPrices(ctx, p.id, [])
  await parts.choose(ctx, p.id, null)
  return shown(ctx, p.id)
}

export async function signContract(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.signContract>) {
  const { p, roles } = await loadLocked(ctx, params.id)
  purchaseFlow.judge(p.state, 'sign_contract', roles)
  if (body.on > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('on', purchaseRefusals.CONTRACT_FUTURE, 'CONTRACT_FUTURE')
  if (body.deliverBy < body.on)
    throw refuseField('deliverBy', purchaseRefusals.DELIVER_BEFORE, 'DELIVER_BEFORE')
  const judged = judgeContract(await parts.items(ctx.db, p.id), body.prices, p.awardFen ?? 0)
  if ('reason' in judged)
    throw refuse(judged.reason.code, judged.reason.message, { reasons: [judged.reason] })
  const terms = judgeTerms(body, judged.amountFen)
  if ('reason' in terms) throw refuse(terms.reason.code, terms.reason.message, { reasons: [terms.reason] })
  const ways = await dictionary.codesOf(ctx, 'contract_payment_way')
  if (body.paymentWay !== null && !ways.some((w) => w.value === body.paymentWay))
    throw refuseField('paymentWay', purchaseRefusals.PAYMENT_WAY, 'PAYMENT_WAY')
  await parts.setContractPrices(ctx, p.id, body.prices)
  try {
    await store.setContract(ctx, p.id, { ...body, ...terms, amountFen: judged.amountFen })
  } catch (e) {
    if (violates(e, 'purchase_contract_number'))
      throw refuseField('number', purchaseRefusals.CONTRACT_NUMBER_TAKEN, 'CONTRACT_NUMBER_TAKEN')
    throw e
  }
  await file.attach(ctx, body.fileIds, OF, p.id)
  await parts.putPapers(
    ctx,
    p.id,
    [...new Set(body.fileIds)].map((fileId) => ({ fileId, kind: paperKinds.contract })),
  )
  await takeStep(ctx, p, roles, { event: 'sign_contract', to: 'awaiting_delivery' })
  return shown(ctx, p.id)
}

/** What was delivered has been checked. Again, after pieces were exchanged, it changes nothing. */
export async function deliver(ctx: Ctx, purchaseId: number): Promise<void> {
  const p = await foundLocked(ctx, purchaseId)
  if (p.state !== 'in_acceptance') await takeStep(ctx, p, SYSTEM, { event: 'deliver', to: 'in_acceptance' })
}

/** The last piece is on the shelf. */
export const complete = async (ctx: Ctx, purchaseId: number): Promise<void> =>
  void (await takeStep(ctx, await foundLocked(ctx, purchaseId), SYSTEM, { event: 'complete', to: 'done' }))

/** The supplier does not deliver, or not what was agreed: for what is not accepted the contract ends. */
export async function terminate(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.terminate>) {
  await parts.lockArrival(ctx, params.id)
  const { p, roles } = await loadLocked(ctx, params.id)
  purchaseFlow.judge(p.state, 'terminate', roles, body)
  const to = endOf(await parts.arrival(ctx.db, p.id))
  if (!to) throw refuse('NOTHING_LEFT', purchaseRefusals.NOTHING_LEFT, { status: 409 })
  await takeStep(ctx, p, roles, { event: 'terminate', to, reason: body.reason })
  return shown(ctx, p.id)
}

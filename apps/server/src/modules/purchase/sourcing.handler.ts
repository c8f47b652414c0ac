import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import { paperKinds, purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { giveAward, type Held } from './award.action.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow } from './purchase.flow.ts'
import { OF, purchases } from './purchase.process.ts'
import { judgeContract, judgeTerms } from './contract.rules.ts'
import * as store from './purchase.store.ts'
import { readDetail } from './show.action.ts'

// From the approval to the contract and its end.

/** Only a general purchase is bought directly, by its buyer. */
function requireBuyer({ row: p, roles }: Held): void {
  if (p.method !== 'general' && p.state === 'awaiting_sourcing')
    throw refuse('NOT_GENERAL', purchaseRefusals.NOT_GENERAL)
  purchaseFlow.admit(p.state, 'award', roles)
}

export async function listSuppliers(ctx: Ctx, { params, query }: Parsed<typeof purchaseCalls.suppliers>) {
  requireBuyer(await purchases.load(ctx, params.id))
  return supplier.findApproved(ctx, query.keyword)
}

export async function quote(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.quote>) {
  const loaded = await purchases.hold(ctx, params.id)
  requireBuyer(loaded)
  await supplier.requireAllApproved(
    ctx,
    body.quotes.map((q) => q.supplierId),
  )
  await parts.setQuotes(ctx, params.id, body.quotes)
  ctx.live(...listScreens(loaded.row.requesterId))
  return readDetail(ctx, params.id)
}

export async function chooseQuote(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.award>) {
  const loaded = await purchases.hold(ctx, params.id)
  requireBuyer(loaded)
  const chosen = (await parts.listQuotes(ctx.db, params.id)).find((q) => q.supplierId === body.supplierId)
  if (!chosen) throw refuseField('supplierId', purchaseRefusals.QUOTE_MISSING, 'QUOTE_MISSING')
  await parts.choose(ctx, params.id, body.supplierId)
  await giveAward(ctx, loaded, { ...chosen, reason: body.reason })
  return readDetail(ctx, params.id)
}

export async function voidAward(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.voidAward>) {
  await purchases.take(ctx, await purchases.hold(ctx, params.id), 'void_award', body)
  return readDetail(ctx, params.id)
}

export async function signContract(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.signContract>) {
  const { row: p, roles } = await purchases.hold(ctx, params.id)
  purchaseFlow.admit(p.state, 'sign_contract', roles)
  // The supplier may have been suspended since it won: then the award is voided, or the contract waits.
  if (p.supplierId !== null) await supplier.requireApproved(ctx, p.supplierId)
  if (body.on > findToday(ctx)) throw refuseField('on', purchaseRefusals.CONTRACT_FUTURE, 'CONTRACT_FUTURE')
  if (body.deliverBy < body.on)
    throw refuseField('deliverBy', purchaseRefusals.DELIVER_BEFORE, 'DELIVER_BEFORE')
  const judged = judgeContract(await parts.items(ctx.db, p.id), body.prices, p.awardFen ?? 0)
  if ('reason' in judged)
    throw refuse(judged.reason.code, judged.reason.message, { reasons: [judged.reason] })
  const terms = judgeTerms(body, judged.amountFen)
  if ('reason' in terms) throw refuse(terms.reason.code, terms.reason.message, { reasons: [terms.reason] })
  const ways = await dictionary.listCodes(ctx, 'contract_payment_way')
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
  await purchases.take(ctx, { row: p, roles }, 'sign_contract')
  return readDetail(ctx, p.id)
}

/** Ends the contract for what is not accepted yet, if the supplier does not deliver as agreed. */
export async function terminate(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.terminate>) {
  await parts.lockArrival(ctx, params.id)
  await purchases.take(ctx, await purchases.hold(ctx, params.id), 'terminate', body)
  return readDetail(ctx, params.id)
}

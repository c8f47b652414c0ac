import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import { paperKinds, purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
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
import { countCorrections } from './purchase.view.ts'
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

type ContractBody = Parsed<typeof purchaseCalls.signContract>['body']
/** Judges and writes the contract's terms and prices. */
async function writeContract(ctx: Ctx, { row: p }: Held, body: ContractBody): Promise<void> {
  if (body.on > findToday(ctx)) throw refuseField('on', purchaseRefusals.CONTRACT_FUTURE, 'CONTRACT_FUTURE')
  if (body.deliverBy < body.on)
    throw refuseField('deliverBy', purchaseRefusals.DELIVER_BEFORE, 'DELIVER_BEFORE')
  const judged = judgeContract(await parts.items(ctx.db, p.id), body.prices, p.awardFen ?? 0)
  if ('reason' in judged)
    throw refuse(judged.reason.code, judged.reason.message, { reasons: [judged.reason] })
  const terms = judgeTerms(body, judged.amountFen)
  if ('reason' in terms) throw refuse(terms.reason.code, terms.reason.message, { reasons: [terms.reason] })
  const ways = await dictionary.listCodes(ctx, 'contract_payment_way')
  // A corrected contract may keep a way that the dictionary no longer offers.
  const known = [null, p.paymentWay, ...ways.map((w) => w.value)]
  if (!known.includes(body.paymentWay))
    throw refuseField('paymentWay', purchaseRefusals.PAYMENT_WAY, 'PAYMENT_WAY')
  await parts.setContractPrices(ctx, p.id, body.prices)
  try {
    await store.setContract(ctx, p.id, { ...body, ...terms, amountFen: judged.amountFen })
  } catch (e) {
    if (violates(e, 'purchase_contract_number'))
      throw refuseField('number', purchaseRefusals.CONTRACT_NUMBER_TAKEN, 'CONTRACT_NUMBER_TAKEN')
    throw e
  }
}

async function addContractFiles(ctx: Ctx, purchaseId: number, fileIds: ReadonlySet<string>): Promise<void> {
  await file.attach(ctx, [...fileIds], OF, purchaseId)
  await parts.putPapers(
    ctx,
    purchaseId,
    [...fileIds].map((fileId) => ({ fileId, kind: paperKinds.contract })),
  )
}

/** Replaces the files of the contract by these. */
async function replaceContractFiles(ctx: Ctx, purchaseId: number, fileIds: readonly string[]): Promise<void> {
  const before = (await parts.papers(ctx.db, purchaseId)).flatMap((x) =>
    x.kind === paperKinds.contract ? x.fileId : [],
  )
  const gone = before.filter((id) => !fileIds.includes(id))
  await parts.dropPapers(ctx, purchaseId, gone)
  for (const id of gone) await file.remove(ctx, id)
  await addContractFiles(ctx, purchaseId, new Set(fileIds.filter((id) => !before.includes(id))))
}

export async function signContract(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.signContract>) {
  const held = await purchases.hold(ctx, params.id)
  const { row: p, roles } = held
  purchaseFlow.admit(p.state, 'sign_contract', roles)
  // The supplier may have been suspended since it won: then the award is voided, or the contract waits.
  if (p.supplierId !== null) await supplier.requireApproved(ctx, p.supplierId)
  await writeContract(ctx, held, body)
  // A contract that the requester handed in with the request stays beside the signed one.
  await addContractFiles(ctx, p.id, new Set(body.fileIds))
  await purchases.take(ctx, held, 'sign_contract')
  return readDetail(ctx, p.id)
}

export async function correctContract(
  ctx: Ctx,
  { params, body }: Parsed<typeof purchaseCalls.correctContract>,
) {
  await parts.lockArrival(ctx, params.id)
  const held = await purchases.hold(ctx, params.id)
  purchaseFlow.admit(held.row.state, 'correct_contract', held.roles)
  const { history } = await purchases.trailOf(ctx, held.row)
  const now = { revision: countCorrections(history) }
  await refuseUnseen(ctx, '合同', now, body.revision, async () => history)
  await writeContract(ctx, held, body)
  await replaceContractFiles(ctx, params.id, body.fileIds)
  await purchases.take(ctx, held, 'correct_contract', { reason: body.reason })
  return readDetail(ctx, params.id)
}

/** Ends the contract for what is not accepted yet, if the supplier does not deliver as agreed. */
export async function terminate(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.terminate>) {
  await parts.lockArrival(ctx, params.id)
  await purchases.take(ctx, await purchases.hold(ctx, params.id), 'terminate', body)
  return readDetail(ctx, params.id)
}

import { purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import * as supplier from '../supplier/supplier.service.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow, type Purchase } from './purchase.flow.ts'
import { purchases } from './purchase.process.ts'
import * as store from './purchase.store.ts'

/** A purchase, and what whoever acts is to it. */
export interface Held {
  row: store.PurchaseDetail
  roles: ReadonlySet<Purchase['role']>
}

export interface Award {
  supplierId: number
  amountFen: number
  reason: string | null
  /** Per piece, where it was quoted so. */
  prices?: readonly { itemId: number; unitPriceFen: number }[]
}

/** Who delivers, and for how much: chosen by the buyer, or the winner of a tender. */
export async function giveAward(ctx: Ctx, { row: p, roles }: Held, a: Award): Promise<void> {
  purchaseFlow.admit(p.state, 'award', roles)
  await supplier.requireApproved(ctx, a.supplierId)
  if (a.amountFen > p.budgetFen)
    throw refuseField('supplierId', purchaseRefusals.AWARD_OVER_BUDGET, 'AWARD_OVER_BUDGET')
  await store.setAward(ctx, p.id, a)
  await parts.setAwardPrices(ctx, p.id, a.prices ?? [])
  await purchases.take(ctx, { row: p, roles }, 'award')
}

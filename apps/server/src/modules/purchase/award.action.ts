import { purchaseNumber, purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuseField } from '../../kernel/refuse.ts'
import type {} from '../supplier/supplier.events.ts'
import * as supplier from '../supplier/supplier.service.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow, type Purchase } from './purchase.flow.ts'
import { chooseOffice, purchases } from './purchase.process.ts'
import * as store from './purchase.store.ts'

/** A purchase, and the roles of the person who acts. */
export interface Held {
  row: store.PurchaseDetail
  roles: ReadonlySet<Purchase['role']>
}

export interface Award {
  supplierId: number
  amountFen: number
  reason: string | null
  /** Price of one unit of each item, if quoted. */
  prices?: readonly { itemId: number; unitPriceFen: number }[]
}

/** Records the supplier and the amount: chosen by the buyer, or won in a tender. */
export async function giveAward(ctx: Ctx, { row: p, roles }: Held, a: Award): Promise<void> {
  purchaseFlow.admit(p.state, 'award', roles)
  await supplier.requireApproved(ctx, a.supplierId)
  if (a.amountFen > p.budgetFen)
    throw refuseField('supplierId', purchaseRefusals.AWARD_OVER_BUDGET, 'AWARD_OVER_BUDGET')
  await store.setAward(ctx, p.id, a)
  await parts.setAwardPrices(ctx, p.id, a.prices ?? [])
  await purchases.take(ctx, { row: p, roles }, 'award')
}

/**
 * A supplier may no longer be bought from: tells the offices which contracts with it are still to be signed.
 */
export async function warnOfStop(
  ctx: Ctx,
  { supplierId, name, reason }: EventMap['supplier.stopped'],
): Promise<void> {
  const won = await store.listWon(ctx.db, supplierId)
  for (const [role, own] of Map.groupBy(won, (p) => chooseOffice(p))) {
    const [first] = own
    if (!first) continue
    await tell(ctx, {
      role: { role },
      kind: 'purchase',
      title: '成交供应商不能再签订合同',
      body:
        `${name}：${reason}。待签合同的申购：` +
        `${own.map((p) => `${p.title}（${purchaseNumber(p.id)}）`).join('、')}。` +
        '请待其恢复资格后再登记合同，或作废成交后重新采购。',
      link: own.length === 1 ? `/osp/subscribe/subscribeFill?id=${first.id}` : '/osp/subscribe/list',
    })
  }
}

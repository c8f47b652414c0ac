import type { PurchaseMethod } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerPanelReader } from '../panel/panel.service.ts'
import { warnOfStop } from './award.action.ts'
import { awaitPanels, concludePanel } from './panels.action.ts'
import { OF, purchases } from './purchase.process.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** All have approved. Every method but `general` needs a tender. */
    'purchase.sourcing': { purchaseId: number; method: PurchaseMethod }
    'purchase.cancelled': { purchaseId: number; reason: string }
    /** No contract was signed with the winner. */
    'purchase.award_voided': { purchaseId: number; reason: string }
    /** The contract has ended; pieces not accepted by then will not come. */
    'purchase.terminated': { purchaseId: number; reason: string }
    'purchase.contracted': { purchaseId: number; supplierId: number }
    /** Its prices may be others; none of its pieces is checked yet. */
    'purchase.contract_corrected': { purchaseId: number }
  }
}

export function purchaseListeners(): void {
  listen('supplier.stopped', warnOfStop)
  listen('panel.called', (ctx, { business, rowId }) =>
    business === OF ? awaitPanels(ctx, rowId) : undefined,
  )
  listen('panel.recalled', (ctx, { business, rowId }) =>
    business === OF ? awaitPanels(ctx, rowId) : undefined,
  )
  listen('panel.concluded', (ctx, { business, rowId, agreed }) =>
    business === OF ? concludePanel(ctx, rowId, agreed) : undefined,
  )
  const maySee = (ctx: Ctx, purchaseId: number) => purchases.maySee(ctx, purchaseId)
  registerFileReaders(OF, maySee)
  registerPanelReader(OF, maySee)
}

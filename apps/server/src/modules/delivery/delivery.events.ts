import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import type {} from '../supplier/supplier.events.ts'
import { deliveries } from './delivery.process.ts'
import { end, followMembers, openFor, reprice } from './pieces.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The tendering office has checked what the supplier entered for these pieces. */
    'delivery.checked': { purchaseId: number; pieceIds: number[] }
  }
}

export function deliveryListeners(): void {
  listen('purchase.contracted', (ctx, { purchaseId, supplierId }) => openFor(ctx, purchaseId, supplierId))
  listen('purchase.contract_corrected', reprice)
  listen('purchase.terminated', end)
  listen('supplier.members_changed', followMembers)
  registerFileReaders('delivery', (ctx, deliveryId) => deliveries.maySee(ctx, deliveryId))
}

import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { acceptances } from './acceptance.process.ts'
import { cancelOpen, openFor } from './open.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Pieces that belong to the university from now on. */
    'acceptance.accepted': { acceptanceId: number; purchaseId: number; pieceIds: readonly number[] }
  }
}

export function acceptanceListeners(): void {
  listen('delivery.checked', async (ctx, { purchaseId }) => void (await openFor(ctx, purchaseId)))
  listen('purchase.terminated', cancelOpen)
  registerFileReaders('acceptance', (ctx, id) => acceptances.maySee(ctx, id))
}

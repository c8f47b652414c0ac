import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import type {} from '../people/closing.events.ts'
import { followLeaving } from './members.action.ts'
import { suppliers } from './supplier.process.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The people asked for the company have changed: `gone` no longer, `joined` from now on. */
    'supplier.members_changed': { supplierId: number; joined: readonly number[]; gone: readonly number[] }
    /** Nothing may be bought from it any more: it was suspended, or its licence has expired. */
    'supplier.stopped': { supplierId: number; name: string; reason: string }
  }
}

export function supplierListeners(): void {
  listen('people.leaving', followLeaving)
  registerFileReaders('supplier', (ctx, supplierId) => suppliers.maySee(ctx, supplierId))
}

import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import { settleLeaving } from './leaving.service.ts'
import { maySeeId, timedOut } from './settlement.service.ts'

export function settlementListeners(): void {
  listen('approval.due', (ctx, { business, rowId, step, action }) =>
    business === 'settlement' ? timedOut(ctx, rowId, step, action) : undefined,
  )
  listen('people.leaving', settleLeaving)
  readableBy('settlement', maySeeId)
}

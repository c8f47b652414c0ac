import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerSettlementReaders } from '../test-order/test-order.service.ts'
import { followOwners } from './card-owner.action.ts'
import { settleLeaving } from './leaving.action.ts'
import { settlements } from './settlement.process.ts'

export function settlementListeners(): void {
  listen('approval.due', (ctx, due) =>
    due.business === 'settlement' ? settlements.timeOut(ctx, due) : undefined,
  )
  listen('people.leaving', settleLeaving)
  listen('fund_card.owner_changed', followOwners)
  const sees = (ctx: Ctx, id: number) => settlements.maySee(ctx, id)
  registerFileReaders('settlement', sees)
  registerSettlementReaders(sees)
}

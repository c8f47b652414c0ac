import type { Ctx } from '../../../kernel/ctx.ts'
import { together } from '../../../kernel/together.ts'
import { hasUsable } from '../../fund-card/fund-card.service.ts'
import { findSupervisor } from '../../people/people.service.ts'
import { offerPayers, isStudent } from './payer.rules.ts'
import * as store from './payer.store.ts'

/** Payers offered to the caller without a search. */
export async function listPayers(ctx: Ctx) {
  const [supervisor, last, selfPays] = await together([
    findSupervisor(ctx, ctx.me.id),
    store.findLast(ctx.db, ctx.me.id),
    isStudent(ctx.me) ? hasUsable(ctx, ctx.me.id) : Promise.resolve(true),
  ])
  return offerPayers({ me: ctx.me, supervisor, last, selfPays })
}

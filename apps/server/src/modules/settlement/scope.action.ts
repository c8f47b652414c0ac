import type { Ctx } from '../../kernel/ctx.ts'
import * as approval from '../approval/approval.service.ts'
import type { Scope } from './list.store.ts'
import { readStanding } from './settlement.process.ts'
import type { Standing } from './settlement.rules.ts'

/** The settlements that a person may see. */
export const scopeFor = ({ seesAll, userId, labIds }: Standing): Scope =>
  seesAll ? { all: true } : { userId, labIds }

/** The settlements in the list of this name: all that the caller may see, or those waiting for the caller. */
export const readScope = async (ctx: Ctx, scope: 'all' | 'waiting'): Promise<Scope> =>
  scope === 'waiting'
    ? { ids: await approval.listWaitingRows(ctx, 'settlement') }
    : scopeFor(await readStanding(ctx, null))

import type { Ctx } from '../../kernel/ctx.ts'
import * as approval from '../approval/approval.service.ts'
import type { Scope } from './list.store.ts'
import { readStanding } from './settlement.process.ts'
import type { Standing } from './settlement.rules.ts'

/** The settlements that somebody may see. */
export const scopeFor = ({ seesAll, userId, labIds }: Standing): Scope =>
  seesAll ? { all: true } : { userId, labIds }

/** Whose settlements the lists of these names are about. */
export const readScope = async (ctx: Ctx, scope: 'all' | 'waiting'): Promise<Scope> =>
  scope === 'waiting'
    ? { ids: await approval.listWaitingRows(ctx, 'settlement') }
    : scopeFor(await readStanding(ctx, null))

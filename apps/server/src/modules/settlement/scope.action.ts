import { edit } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { listToRefund, type Scope } from './list.store.ts'
import { readStanding } from './settlement.process.ts'
import type { Standing } from './settlement.rules.ts'

/** The settlements that a person may see. */
export const scopeFor = ({ seesAll, userId, labIds }: Standing): Scope =>
  seesAll ? { all: true } : { userId, labIds }

/**
 * Settlements that wait for the caller. For finance also those whose remittance it has to pay back: no task
 * says so, and their payers cannot settle until it is done.
 */
export async function listWaiting(ctx: Ctx): Promise<number[]> {
  const [asked, refunds] = await together([
    approval.listWaitingRows(ctx, 'settlement'),
    ctx.holds(...edit('FINANCIAL')) ? listToRefund(ctx.db) : Promise.resolve([]),
  ])
  return [...asked, ...refunds]
}

/** The settlements in the list of this name: all that the caller may see, or those waiting for the caller. */
export const readScope = async (ctx: Ctx, scope: 'all' | 'waiting'): Promise<Scope> =>
  scope === 'waiting' ? { ids: await listWaiting(ctx) } : scopeFor(await readStanding(ctx, null))

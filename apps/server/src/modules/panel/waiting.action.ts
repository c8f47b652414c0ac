import type { Ctx } from '../../kernel/ctx.ts'
import * as approval from '../approval/approval.service.ts'
import * as listStore from './list.store.ts'

/** How many panels wait for the caller, by kind: to sign, or their own drafts to compose. */
export const countWaiting = async (ctx: Ctx) =>
  listStore.countWaiting(ctx, await approval.listWaitingRows(ctx, 'panel'))

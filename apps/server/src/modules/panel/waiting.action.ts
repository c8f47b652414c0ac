import type { Ctx } from '../../kernel/ctx.ts'
import * as approval from '../approval/approval.service.ts'
import * as listStore from './list.store.ts'

/** How many wait for the person who asks, by kind: to be signed, or of his own to be put together. */
export const countWaiting = async (ctx: Ctx) =>
  listStore.countWaiting(ctx, await approval.listWaitingRows(ctx, 'panel'))

import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './maintenance.store.ts'

// Owns when an instrument is to be maintained, and what was done. One may only end it.

/** What is scrapped is maintained no more. */
export const stopPlans = async (ctx: Ctx, deviceId: number): Promise<void> =>
  void (await store.stopPlans(ctx, deviceId))

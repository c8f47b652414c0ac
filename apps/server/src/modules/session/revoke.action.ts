import type { Ctx } from '../../kernel/ctx.ts'
import { hashToken } from './remember.rules.ts'
import * as store from './session.store.ts'

/** The token hash of the caller's own session. */
export const hashOwnToken = (ctx: Ctx): Buffer | null => (ctx.token ? hashToken(ctx.token) : null)

/** Ends all of a person's sessions and remembered sign-ins, on this server and on every other one. */
export const revokeAllSessions = (ctx: Ctx, userId: number): Promise<number> =>
  store.removeSessions(ctx, userId, null)

/** Ends the person's sessions and remembered sign-ins except the caller's own session. */
export const revokeOtherSessions = (ctx: Ctx, userId: number): Promise<number> =>
  store.removeSessions(ctx, userId, hashOwnToken(ctx))

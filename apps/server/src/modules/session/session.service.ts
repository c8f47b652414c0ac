// Owns sign-in: sessions, remembered browsers and throttling. Other modules may look up the owner of a token
// or password, end a person's sessions, and throttle attempts of their own.

import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './session.store.ts'

export { authenticate } from './authenticate.action.ts'
export { checkPassword, provePassword } from './password.action.ts'
export { revokeAllSessions, revokeOtherSessions } from './revoke.action.ts'
export {
  admitAttempt,
  forgetAttempts,
  forgetAttemptsOn,
  nameHere,
  refuseBlocked,
  takeBackAttempt,
} from './throttle.action.ts'

/** The person has chosen a password: their sessions no longer ask for a new one. */
export const endPasswordChange = (ctx: Ctx, userId: number) => store.endPasswordChange(ctx, userId)

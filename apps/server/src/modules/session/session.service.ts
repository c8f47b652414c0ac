// Owns who is signed in: sessions, what browsers remember, and how many attempts are free. Other modules may
// ask whose a token or a password is, end a person's sessions, and have attempts of their own counted.

import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './session.store.ts'

export { authenticate } from './authenticate.action.ts'
export { checkPassword, provePassword } from './password.action.ts'
export { revokeAllSessions, revokeOtherSessions } from './revoke.action.ts'
export { admitAttempt, forgetAttempts, forgetAttemptsOn } from './throttle.action.ts'

/** The person has chosen a password of his own: his sessions no longer ask him for one. */
export const endPasswordChange = (ctx: Ctx, userId: number) => store.endPasswordChange(ctx, userId)

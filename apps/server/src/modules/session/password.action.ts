import { sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import { HashingBusy, verifyPassword } from '../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isDemosOnly } from '../../kernel/demo-password.ts'
import { logOperation } from '../../kernel/kernel.store.ts'
import { fail, refuse } from '../../kernel/refuse.ts'
import type { Login } from '../people/people.service.ts'
import { readCredential } from './remember.action.ts'
import { admitSignIn, countFailure } from './throttle.action.ts'
import { limits, toAddressKey } from './throttle.rules.ts'

/** Whose password this is. */
export const provePassword = async (ctx: Ctx, username: string, password: string): Promise<Login> =>
  (await judgePassword(ctx, username, password)).person

/**
 * Somebody unknown, a wrong password and a closed account are refused with the same words after the same
 * time; what was wrong is counted for the account and the address. `countedFor`: whom a success takes the
 * count off.
 */
export async function judgePassword(
  ctx: Ctx,
  username: string,
  password: string,
): Promise<{ person: Login; countedFor: string }> {
  const { person, countedFor } = await admitSignIn(ctx, toAddressKey(ctx.ip), username, readCredential(ctx))
  const right =
    (await checkPassword(password, person?.passwordHash ?? null)) && !isDemosOnly(password, ctx.env)
  if (person && right && person.enabled) return { person, countedFor }
  await countFailure(ctx, limits.address, toAddressKey(ctx.ip))
  // A name that nobody has may be a password typed into the wrong field: it is not written down.
  await logOperation(ctx, `${sessionCalls.login.method} ${sessionCalls.login.path}`, '登录失败', {
    by: person,
    result: 'refused',
  })
  throw refuse('WRONG_CREDENTIALS', sessionRefusals.WRONG_CREDENTIALS, { status: 401 })
}

/** As `verifyPassword`; a crowd beyond what can be served is asked to come back. */
export async function checkPassword(password: string, phc: string | null): Promise<boolean> {
  try {
    return await verifyPassword(password, phc)
  } catch (e) {
    throw e instanceof HashingBusy ? fail('TOO_MANY', sessionRefusals.BUSY) : e
  }
}

import { sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import { HashingBusy, verifyPassword } from '../../adapters/hashing/passwords.ts'
import { toAddressKey } from '../../kernel/address.rules.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isDemosOnly } from '../../kernel/demo-password.ts'
import { logOperation } from '../../kernel/kernel.store.ts'
import { fail, refuse } from '../../kernel/refuse.ts'
import type { Login } from '../people/people.service.ts'
import { readCredential } from './remember.action.ts'
import { admitSignIn, countFailure } from './throttle.action.ts'
import { limits } from './throttle.rules.ts'

/** The person with this username and password; throws as `judgePassword`. */
export const provePassword = async (ctx: Ctx, username: string, password: string): Promise<Login> =>
  (await judgePassword(ctx, username, password)).person

/**
 * An unknown name, a wrong password and a closed account get the same refusal after the same time. Failures
 * count against the account and the address. `countedFor`: the key whose count a success clears.
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
  // An unknown name may be a password typed into the wrong field, so it is not logged.
  await logOperation(ctx, `${sessionCalls.login.method} ${sessionCalls.login.path}`, '登录失败', {
    by: person,
    result: 'refused',
  })
  throw refuse('WRONG_CREDENTIALS', sessionRefusals.WRONG_CREDENTIALS, { status: 401 })
}

/** As `verifyPassword`; throws TOO_MANY if too many passwords wait to be hashed. */
export async function checkPassword(password: string, phc: string | null): Promise<boolean> {
  try {
    return await verifyPassword(password, phc)
  } catch (e) {
    throw e instanceof HashingBusy ? fail('TOO_MANY', sessionRefusals.BUSY) : e
  }
}

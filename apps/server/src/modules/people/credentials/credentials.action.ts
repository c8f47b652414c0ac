import { peopleRefusals } from '@portal/contract/people/people'
import { hashPassword } from '../../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { isDemosOnly } from '../../../kernel/demo-password.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import * as store from '../people.store.ts'

/** The hash of a password that somebody has thought of. `field`: where the form says no. */
export function hashChosen(ctx: Ctx, field: string, password: string): Promise<string> {
  if (isDemosOnly(password, ctx.env))
    throw refuseField(field, peopleRefusals.PASSWORD_KNOWN, 'PASSWORD_KNOWN')
  return hashPassword(password)
}
export const loginOf = (ctx: Ctx, username: string) => store.loginOf(ctx.db, username)
export const loginByEmail = (ctx: Ctx, email: string) => store.loginByEmail(ctx.db, email)
/** Keeps when this person signed in last. */
export const signedIn = (ctx: Ctx, id: number) => store.signedIn(ctx.db, id, ctx.now)
export const setPassword = (ctx: Ctx, id: number, hash: string) =>
  store.setPassword(ctx.db, id, hash, ctx.now, false)

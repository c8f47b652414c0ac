import { peopleRefusals } from '@portal/contract/people/people'
import { hashPassword } from '../../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { isDemosOnly } from '../../../kernel/demo-password.ts'
import { refuseField } from '../../../kernel/refuse.ts'

/** The hash of a password that somebody has thought of. `field`: where the form says no. */
export function hashChosen(ctx: Ctx, field: string, password: string): Promise<string> {
  if (isDemosOnly(password, ctx.env))
    throw refuseField(field, peopleRefusals.PASSWORD_KNOWN, 'PASSWORD_KNOWN')
  return hashPassword(password)
}

import { peopleRefusals } from '@portal/contract/people/people'
import { hashPassword } from '../../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { isDemosOnly } from '../../../kernel/demo-password.ts'
import { refuseField } from '../../../kernel/refuse.ts'

/**
 * The hash of a password that a person chose. Throws PASSWORD_KNOWN at form field `field` if it is the
 * published password of the demo.
 */
export function hashChosen(ctx: Ctx, field: string, password: string): Promise<string> {
  if (isDemosOnly(password, ctx.env))
    throw refuseField(field, peopleRefusals.PASSWORD_KNOWN, 'PASSWORD_KNOWN')
  return hashPassword(password)
}

import { accountRefusals, type CodePurpose } from '@portal/contract/account/account'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import * as store from './account.store.ts'
import { isCode, MAX_GUESSES } from './code.rules.ts'

/**
 * Returns the id of the code, which the following transaction must use up with `useCode`. Throws CODE_WRONG.
 * Every guess counts, also if the call is then refused.
 */
export async function proveCode(
  ctx: Ctx,
  email: string,
  purpose: CodePurpose,
  code: string,
  field = 'code',
): Promise<number> {
  const found = await store.guess(ctx, email, purpose, MAX_GUESSES)
  if (!found || !isCode(code, email, purpose, found.hash)) throw refuseCode(field)
  return found.id
}

export async function useCode(ctx: Ctx, id: number): Promise<void> {
  if (!(await store.useCode(ctx, id))) throw refuseCode()
}

export const refuseCode = (field = 'code') => refuseField(field, accountRefusals.CODE_WRONG, 'CODE_WRONG')

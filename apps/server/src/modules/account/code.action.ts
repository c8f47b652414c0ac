import { randomBytes } from 'node:crypto'
import { accountRefusals, CODE_MINUTES, type CodePurpose } from '@portal/contract/account/account'
import { toAddressKey } from '../../kernel/address.rules.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { hashToken } from '../session/remember.rules.ts'
import { takeBackAttempt } from '../session/session.service.ts'
import { limits } from '../session/throttle.rules.ts'
import * as store from './account.store.ts'
import { isCode, MAX_GUESSES } from './code.rules.ts'

// A code is valid in the browser that asked for it, which shows a cookie that no script can read. So the
// guesses of strangers do not count for the owner's code, and the codes that they ask for do not replace it.

const COOKIE = 'code'

/** The cookie of the caller's browser; undefined if it has asked for no code. */
function readBrowser({ cookies }: Ctx): string | undefined {
  const value = cookies[COOKIE]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The hash that identifies the caller's browser. Its cookie lives as long as the newest of its codes. */
export function keepBrowser(ctx: Ctx): Buffer {
  const value = readBrowser(ctx) ?? randomBytes(32).toString('base64url')
  ctx.setCookies.push({ name: COOKIE, value, maxAgeSeconds: CODE_MINUTES * 60 })
  return hashToken(value)
}

/** For whom unused codes are counted: the signed-in person who changes the mailbox, or the address. */
export const nameSender = (ctx: Ctx, purpose: CodePurpose): string =>
  purpose === 'change' ? `person ${ctx.me.id}` : toAddressKey(ctx.ip)

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
  const browser = readBrowser(ctx)
  const found = browser && (await store.guess(ctx, hashToken(browser), email, purpose, MAX_GUESSES))
  if (!found || !isCode(code, email, purpose, found.hash)) throw refuseCode(field)
  return found.id
}

export async function useCode(ctx: Ctx, id: number): Promise<void> {
  const purpose = await store.useCode(ctx, id)
  if (!purpose) throw refuseCode()
  await takeBackAttempt(ctx, limits.codesFrom, nameSender(ctx, purpose))
}

export const refuseCode = (field = 'code') => refuseField(field, accountRefusals.CODE_WRONG, 'CODE_WRONG')

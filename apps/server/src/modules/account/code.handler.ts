import { randomInt } from 'node:crypto'
import {
  accountCalls,
  accountRefusals,
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  type CodePurpose,
} from '@portal/contract/account/account'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { postMail } from '../../kernel/outbox.store.ts'
import { fail, refuseField } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { loginByEmail } from '../people/people.service.ts'
import { throttle } from '../session/session.service.ts'
import { portalOf, siteOf } from '../site/site.service.ts'
import { codeMail, hashOfCode, isCode, knownMail, MAX_GUESSES } from './code.rules.ts'
import * as store from './account.store.ts'

const { limits, addressKey } = throttle

/**
 * Whether the mailbox has an account decides what is mailed, never what is answered: the code's owner reads it there, and
 * whoever only tries addresses learns nothing.
 */
export async function sendCode(ctx: Ctx, { body: { email, purpose } }: Parsed<typeof accountCalls.sendCode>) {
  if (purpose === 'change' && !ctx.actor) throw fail('UNAUTHENTICATED')
  await throttle.attempt(ctx, limits.codesFrom, addressKey(ctx.ip), accountRefusals.CODE_TOO_SOON)
  await throttle.attempt(ctx, limits.mailbox, `${purpose}:${email}`, accountRefusals.CODE_TOO_SOON)
  const portal = portalOf(await siteOf(ctx))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await writeAfter(ctx, accountCalls.sendCode, async (c) => {
    const owner = await loginByEmail(c, email)
    await store.addCode(
      c.db,
      { email, purpose, hash: hashOfCode(code, email, purpose), expiresAt: addMinutes(c.now, CODE_MINUTES) },
      c.now,
    )
    const wanted = purpose === 'reset' ? owner?.enabled === true : owner === undefined
    if (wanted) await postMail(c, codeMail(email, portal, purpose, code))
    else if (purpose !== 'reset') await postMail(c, knownMail(email, portal, purpose))
  })
  return { resendSeconds: CODE_RESEND_SECONDS, outbox: ctx.env.DEMO && !ctx.deps.adapters.mail }
}

/** The code's row, to be used up in the transaction that follows. Counts a wrong guess even though the call is refused. */
export async function proveCode(
  ctx: Ctx,
  email: string,
  purpose: CodePurpose,
  code: string,
): Promise<number> {
  const found = await store.guess(ctx.db, email, purpose, MAX_GUESSES, ctx.now)
  if (!found || !isCode(code, email, purpose, found.hash)) throw codeWrong()
  return found.id
}
export async function useCode(ctx: Ctx, id: number): Promise<void> {
  if (!(await store.useCode(ctx.db, id, ctx.now))) throw codeWrong()
}
export const codeWrong = () => refuseField('code', accountRefusals.CODE_WRONG, 'CODE_WRONG')

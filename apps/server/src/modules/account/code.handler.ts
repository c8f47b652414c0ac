import { randomInt } from 'node:crypto'
import { accountCalls, accountRefusals, CODE_MINUTES } from '@portal/contract/account/account'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { postMail } from '../../kernel/outbox.store.ts'
import { fail } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { findLoginByEmail } from '../people/people.service.ts'
import { admitAttempt, nameHere, refuseBlocked } from '../session/session.service.ts'
import { limits } from '../session/throttle.rules.ts'
import { namePortal, readSite } from '../site/site.service.ts'
import * as store from './account.store.ts'
import { keepBrowser, nameSender } from './code.action.ts'
import { hashCode, writeCodeMail, writeKnownMail, writeLeavingMail } from './code.rules.ts'

/**
 * Whether the mailbox has an account decides which mail is sent, never the reply: only the owner of the
 * mailbox learns it, not a person who tries addresses.
 */
export async function sendCode(ctx: Ctx, { body: { email, purpose } }: Parsed<typeof accountCalls.sendCode>) {
  if (purpose === 'change' && !ctx.actor) throw fail('UNAUTHENTICATED')
  const tooSoon = accountRefusals.CODE_TOO_SOON
  const mailbox = `${purpose}:${email}`
  // For each network by itself: strangers elsewhere must not keep the owner from a code (decision 047).
  const mailboxHere = nameHere(ctx, mailbox)
  // Before the address is counted: a whole network may share it, and no code leaves. The mailbox is counted
  // after it, so that a blocked address cannot block mailboxes.
  await refuseBlocked(ctx, limits.mailbox, mailboxHere, tooSoon)
  await refuseBlocked(ctx, limits.mailboxOverall, mailbox, tooSoon)
  await admitAttempt(ctx, limits.codesFrom, nameSender(ctx, purpose), tooSoon)
  const secondsHere = await admitAttempt(ctx, limits.mailbox, mailboxHere, tooSoon)
  const secondsOverall = await admitAttempt(ctx, limits.mailboxOverall, mailbox, tooSoon)
  const browserHash = keepBrowser(ctx)
  const portal = namePortal(await readSite(ctx))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await writeAfter(ctx, accountCalls.sendCode, async (c) => {
    const owner = await findLoginByEmail(c, email)
    const expiresAt = addMinutes(c.now, CODE_MINUTES)
    await store.addCode(c, {
      email,
      purpose,
      browserHash,
      hash: hashCode(code, email, purpose),
      expiresAt,
    })
    const wanted = (purpose === 'reset') === (owner !== undefined)
    const leaving = purpose === 'change' && owner?.id === c.me.id
    if (wanted || leaving)
      await postMail(c, {
        ...(leaving ? writeLeavingMail(email, portal, code) : writeCodeMail(email, portal, purpose, code)),
        until: expiresAt.toISOString(),
      })
    else if (purpose !== 'reset') await postMail(c, writeKnownMail(email, portal, purpose))
  })
  const resendSeconds = Math.max(secondsHere, secondsOverall)
  return { resendSeconds, outbox: ctx.env.DEMO && !ctx.deps.adapters.mail }
}

import { NotSent, type MailSender } from '../../adapters/mail/mail.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { spread } from '../message/message.service.ts'
import { retryAt } from './retry.rules.ts'
import * as store from './mail.store.ts'

const WHO = 'job:outbox-deliver'
/** News of one request is often several rows: they go together. */
const WAKE_MS = 30
const NEWS_AT_ONCE = 200
const MAIL_AT_ONCE = 5
/** Longer than sending MAIL_AT_ONCE letters can take, time-outs included. */
const LEASE_MINUTES = 10

export interface Courier {
  /** There is something to deliver. Returns at once. */
  wake(): void
  /** Finishes what is on its way. */
  stop(): Promise<void>
}

/**
 * Delivers the outbox: news to messages, mail to the mail server. Rows are taken with `for update skip locked`, so any number of
 * processes may deliver side by side; a process killed at any point leaves nothing undelivered.
 */
export function createCourier(deps: Deps): Courier {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false
  let stopped = false

  function wake(): void {
    if (stopped) return
    again = true
    if (!round) timer ??= setTimeout(start, WAKE_MS)
  }
  function start(): void {
    timer = undefined
    again = false
    round = deliver(deps, () => stopped)
      // The next minute tries again; the rows have not gone anywhere.
      .catch((e: unknown) => logFault(deps, WHO, e as Error).catch(() => {}))
      .finally(() => {
        round = undefined
        if (again) wake()
      })
  }

  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

async function deliver(deps: Deps, stopped: () => boolean): Promise<void> {
  await spreadAll(deps, stopped)
  if (deps.adapters.mail) await sendAll(deps, deps.adapters.mail, stopped)
}

/** Many at once; should one of them be impossible, one at a time, so that only that one stays behind. */
async function spreadAll(deps: Deps, stopped: () => boolean): Promise<void> {
  let limit = NEWS_AT_ONCE
  let done = 1
  while (done > 0 && !stopped()) {
    let taken: number[] = []
    try {
      done = await inTransaction(deps, WHO, new Date(), (ctx) => spread(ctx, limit, (ids) => (taken = ids)))
    } catch (e) {
      const [first] = taken
      if (first === undefined) throw e
      if (taken.length === 1) await giveBack(deps, first, e as Error)
      limit = 1
    }
  }
}

const giveBack = (deps: Deps, id: number, error: Error) =>
  inTransaction(deps, WHO, new Date(), async (ctx) => store.markFault(ctx, id, retryAt(await store.countAttempt(ctx, id), ctx.now), error.message))

async function sendAll(deps: Deps, sender: MailSender, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const claimed = await inTransaction(deps, WHO, new Date(), (ctx) => store.claim(ctx, addMinutes(ctx.now, LEASE_MINUTES), MAIL_AT_ONCE))
    const outcomes = await Promise.all(claimed.map((mail) => sendOne(deps, sender, mail)))
    // Nothing got through: the mail server is away, and asking it for every letter would only use up their attempts.
    if (!outcomes.includes(true)) return
  }
}

/** True when the mail server has dealt with it, be it by a refusal. */
async function sendOne(deps: Deps, sender: MailSender, { id, attempts, mail }: store.ClaimedMail): Promise<boolean> {
  try {
    await sender.send({ ...mail, messageId: `<outbox-${id}@${hostOf(deps.env.MAIL_FROM)}>` })
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markSent(ctx, id))
    return true
  } catch (e) {
    const forGood = e instanceof NotSent && e.forGood
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markFault(ctx, id, forGood ? null : retryAt(attempts, ctx.now), (e as Error).message))
    return forGood
  }
}

const hostOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

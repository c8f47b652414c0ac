import { NotSent, type MailSender } from '../../adapters/mail/mail.ts'
import { makeAsker } from '../../kernel/cache.ts'
import { isAway } from '../../kernel/away.rules.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { spreadNews } from '../message/message.service.ts'
import * as store from './mail.store.ts'
import { lateBefore, retryAt, tooLate } from './retry.rules.ts'
import { findSender, readFromAddress } from './sender.action.ts'

const WHO = 'job:outbox-deliver'
/** News of one request is often several rows: they go together. */
const WAKE_MS = 30
const NEWS_AT_ONCE = 200
/**
 * The pause for each piece of news: when thousands act at once, what they wait for goes before the news of
 * it.
 */
const CALM_MS = 5
const MAIL_AT_ONCE = 5
/** The pause before it looks again whether the database is back. */
const AWAY_MS = 1000
/** Longer than sending MAIL_AT_ONCE letters can take, time-outs included. */
const LEASE_MINUTES = 10

export interface Courier {
  /** There is something to deliver. Returns at once. */
  wake(): void
  /** Finishes what is on its way. */
  stop(): Promise<void>
}

/**
 * Delivers the outbox: news to messages, mail to the mail server. Rows are taken with `for update skip
 * locked`, so any number of processes may deliver side by side; a process killed at any point leaves nothing
 * undelivered.
 */
export function createCourier(deps: Deps): Courier {
  // Each at its own pace: a mail server that is slow or away holds up no news.
  const letters = createRounds(deps, async (stopped) => {
    await sendDue(deps, stopped)
    return 0
  })
  const news = createRounds(
    deps,
    (stopped) => spreadSome(deps, stopped),
    () => letters.wake(0), // also those that the news has become
  )
  return {
    wake: () => news.wake(WAKE_MS),
    async stop() {
      await Promise.all([news.stop(), letters.stop()])
    },
  }
}

interface Rounds {
  wake(afterMs: number): void
  stop(): Promise<void>
}
/**
 * One round of work after the other, whenever somebody wakes it. `work` answers how many pieces of news it
 * has spread.
 */
function createRounds(
  deps: Deps,
  work: (stopped: () => boolean) => Promise<number>,
  after?: () => void,
): Rounds {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false
  let stopped = false
  /** By a clock that only goes forward: one set back by an hour would hold back the news of an hour. */
  let calmUntil = 0
  function wake(afterMs: number): void {
    if (stopped) return
    again = true
    if (!round) timer ??= setTimeout(start, Math.max(afterMs, calmUntil - performance.now()))
  }
  function start(): void {
    timer = undefined
    again = false
    const startedAt = performance.now()
    round = work(() => stopped)
      .then((spread) => {
        calmUntil = startedAt + spread * CALM_MS
        again ||= spread >= NEWS_AT_ONCE
      })
      // Nothing is lost: the rows are still there, and the job tries again within a minute. Of a database
      // that was away only for a moment, nobody should notice.
      .catch(async (e: unknown) => {
        if (isAway(e)) {
          calmUntil = performance.now() + AWAY_MS
          again = true
        } else await logFault(deps, WHO, e as Error).catch(() => {})
      })
      .finally(() => {
        round = undefined
        after?.()
        if (again) wake(WAKE_MS)
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

async function sendDue(deps: Deps, stopped: () => boolean): Promise<void> {
  const asker = makeAsker(deps)
  const sender = await findSender(asker)
  if (sender) await sendAll(deps, { sender, host: readHost(await readFromAddress(asker)) }, stopped)
}

/** A batch; should one of it be impossible, all of them one at a time, so that only that one stays behind. */
async function spreadSome(deps: Deps, stopped: () => boolean): Promise<number> {
  let limit = NEWS_AT_ONCE
  while (!stopped()) {
    let taken: number[] = []
    try {
      const done = await inTransaction(deps, WHO, new Date(), (ctx) =>
        spreadNews(ctx, limit, (ids) => (taken = ids)),
      )
      if (limit > 1 || done === 0) return done
    } catch (e) {
      const [first] = taken
      if (first === undefined || isAway(e)) throw e // what is away is no fault of the letter's
      if (taken.length === 1) await giveBack(deps, first, e as Error)
      limit = 1
    }
  }
  return 0
}

const giveBack = (deps: Deps, id: number, error: Error) =>
  inTransaction(deps, WHO, new Date(), async (ctx) =>
    store.markFault(ctx, id, retryAt(await store.countAttempt(ctx, id), ctx.now), error.message),
  )

interface Through {
  sender: MailSender
  /** Stands in what each letter is known by. */
  host: string
}
async function sendAll(deps: Deps, through: Through, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const claimed = await inTransaction(deps, WHO, new Date(), async (ctx) => {
      await store.giveUp(ctx, lateBefore(ctx.now), tooLate.waited)
      return store.claim(ctx, addMinutes(ctx.now, LEASE_MINUTES), MAIL_AT_ONCE)
    })
    const outcomes = await Promise.all(claimed.map((mail) => sendOne(deps, through, mail)))
    // Nothing got through: the mail server is away, and asking it for every letter would only use up their
    // attempts.
    if (!outcomes.includes(true)) return
  }
}

/** True when it is dealt with, be it by a refusal. */
async function sendOne(
  deps: Deps,
  { sender, host }: Through,
  { id, attempts, mail: { until, ...letter } }: store.ClaimedMail,
): Promise<boolean> {
  if (until && new Date(until) < new Date()) {
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markFault(ctx, id, null, tooLate.lapsed))
    return true
  }
  try {
    await sender.send({ ...letter, messageId: `<outbox-${id}@${host}>` })
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markSent(ctx, id))
    return true
  } catch (e) {
    const forGood = e instanceof NotSent && e.forGood
    await inTransaction(deps, WHO, new Date(), (ctx) =>
      store.markFault(ctx, id, forGood ? null : retryAt(attempts, ctx.now), (e as Error).message),
    )
    return forGood
  }
}

const readHost = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

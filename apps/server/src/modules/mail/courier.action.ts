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
/** One request often writes several rows of news: a short delay sends them together. */
const WAKE_MS = 30
const NEWS_AT_ONCE = 200
/** The pause per piece of news: under high load, requests are served before their notifications. */
const CALM_MS = 5
const MAIL_AT_ONCE = 5
/** The pause before the database is tried again, in milliseconds. */
const AWAY_MS = 1000
/** Longer than sending MAIL_AT_ONCE letters can take, time-outs included. */
const LEASE_MINUTES = 10
/** How long a stop waits for letters that are being sent, in milliseconds; then they are given up for now. */
const PATIENCE_MS = 5000
const CUT_OFF = '平台停止时邮件服务器尚未答复'

export interface Courier {
  /** Tells the courier that rows are due. Returns at once. */
  wake(): void
  /** Stops after the deliveries in progress; letters whose mail server does not answer are sent later. */
  stop(): Promise<void>
}

/**
 * Delivers the outbox: news to messages, mail to the mail server. Rows are claimed with `for update skip
 * locked`, so any number of processes can deliver in parallel, and a process killed at any point leaves no
 * row undelivered.
 */
export function createCourier(deps: Deps, patienceMs = PATIENCE_MS): Courier {
  const cut = new AbortController()
  // Two independent loops: a slow or unreachable mail server does not delay news.
  const letters = createRounds(deps, async (stopped) => {
    await sendDue(deps, stopped, cut.signal)
    return 0
  })
  const news = createRounds(
    deps,
    (stopped) => spreadSome(deps, stopped),
    () => letters.wake(0), // news may have added mail
  )
  return {
    wake: () => news.wake(WAKE_MS),
    async stop() {
      const cutting = setTimeout(() => cut.abort(), patienceMs)
      await Promise.all([news.stop(), letters.stop()])
      clearTimeout(cutting)
    },
  }
}

interface Rounds {
  wake(afterMs: number): void
  stop(): Promise<void>
}
/**
 * Runs one round of `work` after the other, whenever it is woken. `work` returns how many pieces of news it
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
  /** On the monotonic clock: if the system clock were set back by an hour, news would wait for an hour. */
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
      // No row is lost: the job tries again within a minute. After a short outage of the database the loop
      // retries by itself and logs no fault.
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

async function sendDue(deps: Deps, stopped: () => boolean, cut: AbortSignal): Promise<void> {
  const asker = makeAsker(deps)
  const sender = await findSender(asker)
  if (sender) await sendAll(deps, { sender, host: readHost(await readFromAddress(asker)), cut }, stopped)
}

/**
 * Spreads one batch. If a row of it fails, spreads rows one at a time, so that only the failing row stays
 * behind.
 */
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
      if (first === undefined || isAway(e)) throw e // an outage is not the row's fault
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
  /** Host part of each letter's Message-ID. */
  host: string
  /** Aborts when the courier stops and waits no longer. */
  cut: AbortSignal
}
async function sendAll(deps: Deps, through: Through, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const claimed = await inTransaction(deps, WHO, new Date(), async (ctx) => {
      await store.giveUp(ctx, lateBefore(ctx.now), tooLate.waited)
      return store.claim(ctx, addMinutes(ctx.now, LEASE_MINUTES), MAIL_AT_ONCE)
    })
    const outcomes = await Promise.all(claimed.map((mail) => sendOne(deps, through, mail)))
    // Every letter failed: the mail server is unreachable, and trying the others would only use up their
    // attempts.
    if (!outcomes.includes(true)) return
  }
}

/** True if the letter needs no retry: sent, lapsed or refused for good. */
async function sendOne(
  deps: Deps,
  { sender, host, cut }: Through,
  { id, attempts, mail: { until, ...letter } }: store.ClaimedMail,
): Promise<boolean> {
  if (until && new Date(until) < new Date()) {
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markFault(ctx, id, null, tooLate.lapsed))
    return true
  }
  try {
    await sender.send({ ...letter, messageId: `<outbox-${id}@${host}>` }, cut)
    await inTransaction(deps, WHO, new Date(), (ctx) => store.markSent(ctx, id))
    return true
  } catch (e) {
    const forGood = e instanceof NotSent && e.forGood
    const why = cut.aborted ? CUT_OFF : (e as Error).message
    await inTransaction(deps, WHO, new Date(), (ctx) =>
      store.markFault(ctx, id, forGood ? null : retryAt(attempts, ctx.now), why),
    )
    return forGood
  }
}

const readHost = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

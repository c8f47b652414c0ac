import { isAway } from './away.rules.ts'
import type { Pool } from './db.ts'
import { breakOff, onOwnChange, run, poolDb } from './db.ts'
import pg from 'pg'

/**
 * Tells browsers that something changed, across all server processes of one database. Only topics are sent
 * (`device:12`), never rows: each browser loads the rows again with its own rights.
 *
 * A NOTIFY inside the writing transaction would make PostgreSQL commit one transaction at a time (it takes
 * a lock over the whole database until the commit is on disk), so topics are sent after the commit, a
 * batch at a time. A topic that is lost with a killed process does no harm: a browser that reconnects
 * loads everything it shows.
 */
export interface Live {
  publish(topic: string): void
  /**
   * Returns a function that unsubscribes. `listener` may be called more than once for a change. `'*'` means
   * that anything may have changed.
   */
  subscribe(topics: readonly string[], listener: (topic: string) => void): () => void
  /**
   * Which of these topics changed in the last `ms`, for a browser that read before it subscribed. `['*']`:
   * this process does not know the changes of so long ago.
   */
  listTold(topics: readonly string[], ms: number): string[]
  /**
   * True if this process has received all notifications up to 100 ms ago. Only then may values that must not
   * be stale for longer be served from memory.
   */
  hears(): boolean
  /** Sends what has been published and not sent yet, then listens no more. */
  close(): Promise<void>
}

/**
 * The topics that modules may publish: those that a browser can subscribe to (live.route.ts),
 * and those of the gateways.
 */
export type Topic =
  | `device:${number}`
  | `lab:${number}`
  | `form:${number}`
  | `workflow:${number}`
  | `drawing:${number}`
  | `user:${number}`
  | 'inbox'
  | 'gates'
  | 'gates:commands'
  | 'gates:lists'
/** The topics of these people's screens, each once. */
export const listScreens = (...userIds: number[]): Topic[] =>
  [...new Set(userIds)].map((id) => `user:${id}` as const)
/**
 * The topics of the screens that show a device's days: its own, and its lab's, because a screen with all
 * devices of a lab would need more topics than a stream takes, and would miss a device that is added.
 */
export const listDayScreens = (device: { id: number; labId: number }): Topic[] => [
  `device:${device.id}`,
  `lab:${device.labId}`,
]

const CHANNEL = 'portal_live'
const FLUSH_MS = 15
const AGAIN_MS = 500
/**
 * A connection or a question that hangs is given up after this long; otherwise a database that is
 * back would not be noticed.
 */
const TRY_MS = 5000
/**
 * A new question is asked after this long. Notifications come on the same connection as answers: those sent
 * before the question have arrived when it is answered.
 */
const ASK_MS = 40
const DEAF_MS = 100
/** How long changed topics are remembered. */
const REMEMBERED_MS = 15_000
const NOTIFY_LIMIT = 7000 // bytes; PostgreSQL's is 8000

export function createLive(pool: Pool, onError: (e: Error) => void): Live {
  const subscribers = new Map<string, Set<(topic: string) => void>>()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let told = false
  let client: pg.Client | undefined
  let reconnect: NodeJS.Timeout | undefined
  /** When the last question that was answered was sent, by `performance.now()`. */
  let heardAt = -Infinity
  let askedAt: number | undefined

  /** When each topic last changed, the oldest first. */
  const lately = new Map<string, number>()
  /** Since when no notification was missed, by `performance.now()`. */
  let hearsSince = Infinity

  function remember(topic: string): void {
    const now = performance.now()
    lately.delete(topic)
    lately.set(topic, now)
    for (const [old, at] of lately) {
      if (at > now - REMEMBERED_MS) return
      lately.delete(old)
    }
  }
  const tell = (topic: string) => {
    remember(topic)
    for (const listener of subscribers.get(topic) ?? []) listener(topic)
  }

  async function connect(): Promise<void> {
    if (closed) return
    const c = new pg.Client({
      ...pool.options,
      application_name: 'portal-live',
      connectionTimeoutMillis: TRY_MS,
    })
    c.on('error', () => {}) // 'end' follows and reconnects
    c.on('end', () => {
      if (client === c) {
        client = undefined
        askedAt = undefined
        heardAt = -Infinity
        hearsSince = Infinity
      }
      if (!closed) reconnect = setTimeout(() => void connect(), AGAIN_MS)
    })
    c.on('notification', ({ payload }) => {
      for (const topic of (payload ?? '').split('\n')) tell(topic)
    })
    try {
      await c.connect()
      await c.query(`listen ${CHANNEL}`)
      client = c
      told = false
      hearsSince = performance.now()
      // Notifications sent while this process did not listen are unknown.
      for (const [, listeners] of subscribers) for (const l of listeners) l('*')
    } catch (e) {
      if (!told) onError(e as Error) // once, not at each try
      told = true
      await c.end().catch(() => {})
    }
  }
  const connecting = connect()
  // This process hears of its own changes before it replies (kernel/db.ts).
  const stopHearingOwn = onOwnChange(pool, (topic) => {
    for (const one of topic.split('\n')) tell(one)
  })

  /** Called only by `hears`, so that an idle server asks nothing. */
  function ask(): void {
    const c = client
    if (!c) return
    const at = performance.now()
    // The connection does not answer any more, but was not closed either.
    if (askedAt !== undefined) return at - askedAt > TRY_MS ? breakOff(c) : undefined
    askedAt = at
    c.query('select').then(
      () => {
        if (client !== c) return
        askedAt = undefined
        heardAt = at
      },
      () => {}, // 'end' follows
    )
  }
  const later = (ms: number) => (timer ??= setTimeout(() => void flush(), ms))

  async function flush(): Promise<void> {
    timer = undefined
    const topics = [...waiting]
    waiting.clear()
    const batches: string[] = []
    let batch = ''
    for (const topic of topics) {
      if (batch.length + topic.length + 1 > NOTIFY_LIMIT) {
        batches.push(batch)
        batch = ''
      }
      batch = batch ? `${batch}\n${topic}` : topic
    }
    if (batch) batches.push(batch)
    for (const b of batches) {
      try {
        await run(poolDb(pool), 'select pg_notify($1, $2)', [CHANNEL, b])
      } catch (e) {
        onError(e as Error)
        if (closed || !isAway(e)) continue
        for (const topic of b.split('\n')) waiting.add(topic)
        later(AGAIN_MS)
      }
    }
  }

  return {
    publish(topic) {
      waiting.add(topic)
      later(FLUSH_MS)
    },
    subscribe(topics, listener) {
      for (const t of topics) {
        let set = subscribers.get(t)
        if (!set) subscribers.set(t, (set = new Set()))
        set.add(listener)
      }
      return () => {
        for (const t of topics) {
          const set = subscribers.get(t)
          set?.delete(listener)
          if (set?.size === 0) subscribers.delete(t)
        }
      }
    },
    listTold(topics, ms) {
      const since = performance.now() - ms
      if (ms > REMEMBERED_MS || since < hearsSince) return ['*']
      return topics.filter((topic) => (lately.get(topic) ?? -Infinity) >= since)
    },
    hears() {
      const since = performance.now() - heardAt
      if (since > ASK_MS) ask()
      return since < DEAF_MS
    },
    async close() {
      closed = true
      stopHearingOwn()
      clearTimeout(timer)
      clearTimeout(reconnect)
      await flush()
      await connecting.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

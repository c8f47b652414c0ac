import { isAway } from './away.rules.ts'
import type { Pool } from './db.ts'
import { breakOff, onOwnChange, run, poolDb } from './db.ts'
import pg from 'pg'

/**
 * Tells browsers that something changed, across all server processes of one database.
 * Only topics travel (`device:12`), never rows: whoever hears one asks again with his own rights.
 *
 * A NOTIFY inside the writing transaction would make PostgreSQL commit one transaction at a time (it takes a
 * lock over the whole database until the commit is on disk), so topics are sent after the commit, a batch at
 * a time. One lost with a killed process costs nothing: a browser that reconnects asks for everything it
 * shows.
 */
export interface Live {
  publish(topic: string): void
  /**
   * Returns how to stop. `listener` may be told of a topic more than once. `'*'` means: anything may have
   * changed.
   */
  subscribe(topics: readonly string[], listener: (topic: string) => void): () => void
  /**
   * Which of these have been told of in the last `ms`: what somebody has to know who has read first and listens
   * only now. `['*']`: so much is not remembered.
   */
  listTold(topics: readonly string[], ms: number): string[]
  /**
   * Has this process heard everything that was said up to a tenth of a second ago? What must not outlive a
   * change by more may be answered from memory only then.
   */
  hears(): boolean
  close(): Promise<void>
}

/** What a browser can listen to (live.route.ts): a module cannot say what nobody would hear. */
export type Topic =
  | `device:${number}`
  | `form:${number}`
  | `workflow:${number}`
  | `drawing:${number}`
  | `user:${number}`
  | 'inbox'
  | 'gates'
  | 'gates:commands'
  | 'gates:lists'
/** The screens of these people, each once. */
export const listScreens = (...userIds: number[]): Topic[] =>
  [...new Set(userIds)].map((id) => `user:${id}` as const)

const CHANNEL = 'portal_live'
const FLUSH_MS = 15
const AGAIN_MS = 500
/** A try that hangs is given up: what comes back meanwhile would not be noticed. */
const TRY_MS = 5000
/** News comes on the same connection as an answer: what was said before the question has been heard by then. */
const ASK_MS = 40
const DEAF_MS = 100
/** So long it is remembered what was told. */
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
  /** When the last question that was answered went out, by `performance.now()`. */
  let heardAt = -Infinity
  let askedAt: number | undefined

  /** When a topic was told last; the oldest first. */
  const lately = new Map<string, number>()
  /** From when on nothing that was said went unheard, by `performance.now()`. */
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
      // What was published while nobody listened is unknown.
      for (const [, listeners] of subscribers) for (const l of listeners) l('*')
    } catch (e) {
      if (!told) onError(e as Error) // once, not at each try
      told = true
      await c.end().catch(() => {})
    }
  }
  const connecting = connect()
  // What this process itself has changed it knows before it answers (kernel/db.ts).
  const stopHearingOwn = onOwnChange(pool, (topic) => {
    for (const one of topic.split('\n')) tell(one)
  })

  /** Only while somebody wants to know: a server that nobody uses asks nothing. */
  function ask(): void {
    const c = client
    if (!c) return
    const at = performance.now()
    // A connection that says nothing any more, and was not closed either.
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
      await connecting.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

import { isWriting, type Call } from '@portal/contract/kernel/call'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { isAway } from './away.rules.ts'
import { askingDb, breakOff, createPool, poolDb, runOne, type Db, type Pool } from './db.ts'
import { Refusal } from './refuse.ts'

/**
 * A PostgreSQL that follows the primary by streaming replication and answers lists and sums in its place. A
 * query runs there only after the replica has replayed everything that was committed, by any process, when
 * the query came (decision 118).
 */
export interface Replica {
  /** Queries on the replica, each on any free connection. Use it only inside `read`. */
  readonly db: Db
  /**
   * Runs each statement in a `read` of its own: for a reply that is sent while rows are read,
   * and so cannot begin again.
   */
  readonly statements: Db
  /**
   * Runs the work on the replica once it has replayed everything that the primary had committed at the time
   * of this call. Runs it on the primary if the replica is not ready within 50 ms, is unavailable, or fails
   * meanwhile. So the work may run twice, and must only read.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  look(): Promise<ReplicaFigures>
  close(): Promise<void>
}
export interface ReplicaFigures {
  up: boolean
  /** The bytes it still has to replay, and the age of its last change; null while it is unavailable. */
  lag: { bytes: number; seconds: number } | null
  /** Queries of this process that the replica has answered, and those that the primary had to answer. */
  answered: number
  passed: number
}

/** How long a query waits for the replica to catch up. */
const PATIENCE_MS = 50
const LOOK_AGAIN_MS = 2
/** A replica that does not report its position within this time counts as unavailable. */
const SILENT_MS = 1000
const REST_MS = 5000
/** A query that takes longer is broken off, and the primary answers it. */
const LONGEST_MS = 60_000

/** WAL positions are bytes since the beginning of the log: below 2^53 for some centuries. */
const WRITTEN = `select (pg_current_wal_flush_lsn() - '0/0')::int8 as place`
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::int8 as place, pg_is_in_recovery() as follows,
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as age,
  pg_postmaster_start_time()::text as life`
/** A restarted replica may be further behind than before: it replays from its last restart point. */
const LIFE = 'select pg_postmaster_start_time()::text as life'
/**
 * WAL positions are comparable only within one history: that of one database, since
 * its last change of primary.
 */
const HISTORY = `select s.system_identifier || '/' || c.timeline_id as history,
    current_setting('synchronous_commit') = 'off' as answers_early
  from pg_control_system() s, pg_control_checkpoint() c`
interface History {
  history: string
  /** The primary confirms commits before they are in the log, so the replica would miss them. */
  answers_early: boolean
}
const COMPARED_FOR_MS = 5000
const STARTED_ANEW = 'it was started anew'
interface Replayed {
  place: number
  follows: boolean
  age: number
  life: string
}

/**
 * Starts using a replica. `tell` is called once when the replica becomes unavailable, and
 * once when it is used again.
 */
export function followPrimary({
  url,
  pool,
  max,
  tell,
}: {
  url: string
  pool: Pool
  max: number
  tell: (message: string) => void
}): Replica {
  const replicaPool = createPool(url, max, 'portal reader', { longestMs: LONGEST_MS, verify: expectLife })
  const db = poolDb(replicaPool)
  // A separate connection: the state can be read while all others are busy.
  const watchPool = createPool(url, 1, 'portal reader', { longestMs: SILENT_MS })
  const watch = poolDb(watchPool)
  const primary = poolDb(pool)
  const askWritten = askTogether(() => runOne<{ place: number }>(primary, WRITTEN, []))
  const askReplayed = askTogether(async () => {
    const answer = await within(SILENT_MS, runOne<Replayed>(watch, REPLAYED, []))
    if (!answer.follows) throw new Error('it follows no primary')
    return answer
  })
  const compareHistories = askTogether(async () => {
    const ask = (one: Db) => runOne<History>(one, HISTORY, [])
    const [ours, its] = await Promise.all([ask(primary), within(SILENT_MS, ask(watch))])
    if (ours.history !== its.history) throw new Error('it does not follow the primary of DATABASE_URL')
    if (ours.answers_early) throw new Error('synchronous_commit is off on the primary')
    comparedUntil = performance.now() + COMPARED_FOR_MS
  })
  let comparedUntil = 0
  /** The position it is known to have replayed since its last start. */
  let reached = 0
  let life = ''
  const lives = new WeakMap<pg.ClientBase, string>()
  let restsUntil = 0
  let isTold = false
  let answered = 0
  let passed = 0

  /**
   * WAL positions are comparable only within one start of the server: a restarted or replaced
   * replica must be checked anew.
   */
  async function expectLife(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ life: string }>(LIFE)
    if (rows[0]?.life !== life) {
      life = ''
      throw new Error(STARTED_ANEW)
    }
    lives.set(client, life)
  }
  replicaPool.on('acquire', (client) => {
    if (lives.has(client) && lives.get(client) !== life) breakOff(client)
  })
  function distrust(e: unknown): void {
    restsUntil = performance.now() + REST_MS
    comparedUntil = 0
    if (!isTold) tell(`read replica is not used: ${e instanceof Error ? e.message : String(e)}`)
    isTold = true
  }
  /**
   * Waits until the replica has replayed `place`. Returns the start time (`life`) of the server that has, or
   * undefined after PATIENCE_MS. Throws if the replica is unavailable or follows another primary.
   */
  async function findLifeAt(place: number): Promise<string | undefined> {
    if (performance.now() > comparedUntil) await compareHistories()
    const until = performance.now() + PATIENCE_MS
    while (life === '' || reached < place) {
      const now = await askReplayed()
      reached = now.life === life ? Math.max(reached, now.place) : now.place
      life = now.life
      if (reached >= place) break
      if (performance.now() > until) return undefined
      await sleep(LOOK_AGAIN_MS)
    }
    if (isTold) tell('read replica is used again')
    isTold = false
    return life
  }

  async function findFreshLife(): Promise<string | undefined> {
    if (performance.now() < restsUntil) return undefined
    // An error of the primary is reported by the query itself, which then runs there.
    const written = await askWritten().catch(() => undefined)
    if (!written) return undefined
    return findLifeAt(written.place).catch((e: unknown) => {
      distrust(e)
      return undefined
    })
  }

  /** Fails as soon as the replica stops answering, however long the query itself would take. */
  async function ask<T>(work: (db: Db) => Promise<T>, mine: string): Promise<T> {
    const over = new AbortController()
    const silence = (async () => {
      for (;;) {
        await sleep(SILENT_MS, undefined, { signal: over.signal })
        await askReplayed().catch((e: unknown) => {
          distrust(e)
          throw e
        })
      }
    })()
    silence.catch(() => {}) // also when it is broken off
    const answer = work(db)
    answer.catch((e: unknown) => {
      if (isAway(e)) distrust(e)
    })
    const told = await Promise.race([answer, silence]).finally(() => over.abort())
    // After a restart, part of the rows may have been read from an older state.
    if (life !== mine) throw new Error(STARTED_ANEW)
    return told
  }

  async function read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const mine = await findFreshLife()
    if (mine !== undefined) {
      try {
        const told = await ask(work, mine)
        answered++
        return told
      } catch (e) {
        if (e instanceof Refusal && life === mine) throw e
      }
    }
    passed++
    return work(primary)
  }

  async function look(): Promise<ReplicaFigures> {
    const compared = performance.now() > comparedUntil ? compareHistories() : undefined
    const [written, replayed] = await Promise.all([
      askWritten().catch(() => undefined),
      askReplayed().catch(() => undefined),
      compared?.catch(distrust),
    ])
    const bytes = written && replayed ? Math.max(0, written.place - replayed.place) : 0
    return {
      up: replayed !== undefined && performance.now() >= restsUntil,
      lag: written && replayed ? { bytes, seconds: bytes ? replayed.age : 0 } : null,
      answered,
      passed,
    }
  }

  return {
    db,
    statements: askingDb(read),
    read,
    look,
    async close() {
      await Promise.all([replicaPool.end(), watchPool.end()])
    },
  }
}

/**
 * Callers that ask at once share one question, but never one that was sent before they came:
 * they wait for the next one.
 */
function askTogether<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    const mine = ask().finally(() => {
      if (running === mine) running = undefined
    })
    return (running = mine)
  }
  return () => {
    if (!running) return begin()
    next ??= running
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  tooLate.catch(() => {}) // also when it is broken off
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    answer.catch(() => {})
    over.abort()
  }
}

/** True for lists, lists as files, and calls that add up many rows. */
export const readsMuch = (call: Call): boolean =>
  call.method === 'GET' &&
  !isWriting(call) &&
  call.sharedSeconds === undefined &&
  (call.raw
    ? call.path.endsWith('/export')
    : call.addsUp === true || (call.query instanceof z.ZodObject && 'size' in call.query.shape))

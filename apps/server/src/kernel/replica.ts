import { isWriting, type Call } from '@portal/contract/kernel/call'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { isAway } from './away.rules.ts'
import { askingDb, breakOff, createPool, poolDb, runOne, type Db, type Pool } from './db.ts'
import { Refusal } from './refuse.ts'

/**
 * A PostgreSQL that follows the primary by streaming replication, asked for lists and sums in its place. It
 * is asked only for what it has replayed already: everything that was committed when the question came is in
 * the answer, whoever wrote it and in whatever process (decision 118).
 */
export interface Replica {
  /** Queries on the replica, each on any free connection: only what `read` does is asked there. */
  readonly db: Db
  /** Of which `read` does each by itself: for what is written while it is read, and cannot begin anew. */
  readonly statements: Db
  /**
   * Does the work on the replica, once that has replayed whatever the primary had committed when this was
   * called; on the primary where it does not get there in a moment, is away, or fails meanwhile. So the work
   * may be done twice, and only reads.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  look(): Promise<ReplicaFigures>
  close(): Promise<void>
}
export interface ReplicaFigures {
  up: boolean
  /** What it has still to replay, and how old the last change is that it has; null while it is away. */
  lag: { bytes: number; seconds: number } | null
  /** Questions of this process that the replica has answered, and those that the primary had to. */
  answered: number
  passed: number
}

/** Longer than that nobody waits for the replica to catch up. */
const PATIENCE_MS = 50
const LOOK_AGAIN_MS = 2
/** A replica that does not say within this how far it is counts as away. */
const SILENT_MS = 1000
const REST_MS = 5000
/** A question that takes longer is broken off, and the primary is asked. */
const LONGEST_MS = 60_000

/** Places in the log are bytes since its beginning: below 2^53 for some centuries. */
const WRITTEN = `select (pg_current_wal_flush_lsn() - '0/0')::int8 as place`
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::int8 as place, pg_is_in_recovery() as follows,
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as age,
  pg_postmaster_start_time()::text as life`
/** One that was started again may be further behind than it was: it replays from its last restart point. */
const LIFE = 'select pg_postmaster_start_time()::text as life'
/** Places of one history only can be compared: that of one database, since its last change of primary. */
const HISTORY = `select s.system_identifier || '/' || c.timeline_id as history,
    current_setting('synchronous_commit') = 'off' as answers_early
  from pg_control_system() s, pg_control_checkpoint() c`
interface History {
  history: string
  /** Says that it is written before it is: what is not in the log yet would be missed. */
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

/** `tell` hears once when the replica goes away, and when it is there again. */
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
  // How it is can be asked while all of these are at work.
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
  /** How far it is known to have come since it was last started. */
  let reached = 0
  let life = ''
  const lives = new WeakMap<pg.ClientBase, string>()
  let restsUntil = 0
  let isTold = false
  let answered = 0
  let passed = 0

  /** What is known of one life of it says nothing of the next, nor of another machine in its place. */
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
  /** In which life of it the replica has come so far; undefined where it does not in a moment. */
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
    // What is wrong with the primary it says itself, when it is asked.
    const written = await askWritten().catch(() => undefined)
    if (!written) return undefined
    return findLifeAt(written.place).catch((e: unknown) => {
      distrust(e)
      return undefined
    })
  }

  /** Fails as soon as the replica says nothing any more, however long the answer would take. */
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
    // A part of it may have been read after the start, from further behind.
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
 * Many who ask at once are answered together, but nobody with an answer that was asked for before he came: he
 * waits for the next.
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

/** Lists, lists as files, and what adds up many rows. */
export const readsMuch = (call: Call): boolean =>
  call.method === 'GET' &&
  !isWriting(call) &&
  call.sharedSeconds === undefined &&
  (call.raw
    ? call.path.endsWith('/export')
    : call.addsUp === true || (call.query instanceof z.ZodObject && 'size' in call.query.shape))

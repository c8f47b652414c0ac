import { isWriting, type Call } from '@portal/contract/kernel/call'
import type { Deps } from './ctx.ts'
import { isTransaction, poolDb, type Db } from './db.ts'
import type { Live } from './live.ts'

/** Describes a cache in the memory of each process, for values that every page asks for. */
export interface CacheAbout {
  /** In kebab-case; shown in /metrics and to administrators. */
  name: string
  title: string
  /**
   * The tables the values come from: a committed change of one of them, by any call and in any process,
   * empties the cache (triggers of 0015_operation.sql).
   */
  tables: readonly string[]
  /**
   * For values that are costly to make and whose tables may change many times a minute: after a change of
   * these tables an entry is still served until it is `seconds` old.
   */
  slowly?: { tables: readonly string[]; seconds: number }
  /**
   * For values that belong to a person. A change of that person is announced as `<topic>:<id>` and
   * removes their entries. The bare topic is announced with it, so that values that are being loaded
   * meanwhile are not stored.
   */
  owned?: { topic: string }
  /**
   * For values that must not be stale: served from memory only while this process is sure to hear of changes
   * (`Live.hears`), otherwise read from the database.
   */
  strictly?: true
  /** Calls that change the values: the process that answers one empties the cache before it replies. */
  calls?: readonly Call[]
  /** Lifetime of an entry: the longest time it is stale if the notification of a change is lost. */
  seconds: number
  max?: number
}
/** A Ctx, or its substitute where no person is known yet. */
export interface Asker {
  deps: Pick<Deps, 'live' | 'pool' | 'replica'>
  db: Db
}

/** The Asker for work without a request. */
export const makeAsker = <D extends Asker['deps']>(deps: D): { deps: D; db: Db } => ({
  deps,
  db: poolDb(deps.pool),
})

export interface Cache<V> {
  readonly about: CacheAbout
  /**
   * Returns the cached value of this key, or what `load` reads, which is then cached. `undefined` is never
   * cached: no notification says when a value appears.
   */
  get(ctx: Asker, key: string, load: (db: Db) => Promise<V>): Promise<V>
}

interface Entry {
  value: unknown
  /** When its load began. All times here are of the monotonic clock (`performance.now`). */
  asOf: number
  until: number
  /** Unsubscribes from the changes of its owner. */
  release?: () => void
}
/** One cache in one process. */
interface Shelf {
  about: CacheAbout
  live: Live
  /** Ordered by last use, the oldest first. */
  entries: Map<string, Entry>
  loading: Map<string, Promise<unknown>>
  /** Number of changes heard of: the result of a load that began before the last one is not stored. */
  changes: number
  /** When a change of a `slowly` table was last heard of. */
  agedAt: number
  hits: number
  misses: number
}
const MAX_ENTRIES = 1000

const all = new Map<string, CacheAbout>()
/** The shelves of each running app: a test has several apps in one process. */
const rooms = new WeakMap<Live, Map<string, Shelf>>()

function findRoom(live: Live): Map<string, Shelf> {
  let room = rooms.get(live)
  if (!room) {
    rooms.set(live, (room = new Map()))
    live.subscribe([CLEAR_ALL], () => emptyCaches(live))
  }
  return room
}
function findShelf(live: Live, about: CacheAbout): Shelf {
  const room = findRoom(live)
  let shelf = room.get(about.name)
  if (!shelf) {
    const made: Shelf = {
      about,
      live,
      entries: new Map(),
      loading: new Map(),
      changes: 0,
      agedAt: Number.NEGATIVE_INFINITY,
      hits: 0,
      misses: 0,
    }
    room.set(about.name, (shelf = made))
    live.subscribe([...about.tables.map((t) => `table:${t}`), clearTopic(about.name)], () => empty(made))
    if (about.owned) live.subscribe([about.owned.topic], () => discardLoading(made))
    if (about.slowly)
      live.subscribe(
        about.slowly.tables.map((t) => `table:${t}`),
        () => age(made),
      )
  }
  return shelf
}
function empty(shelf: Shelf): void {
  discardLoading(shelf)
  for (const entry of shelf.entries.values()) entry.release?.()
  shelf.entries.clear()
}
function discardLoading(shelf: Shelf): void {
  shelf.changes++
  shelf.loading.clear()
}
function remove({ entries }: Shelf, key: string): void {
  entries.get(key)?.release?.()
  entries.delete(key)
}

/** A `slowly` table has changed: entries expire once they are `slowly.seconds` old. */
function age(shelf: Shelf): void {
  shelf.agedAt = performance.now()
  for (const entry of shelf.entries.values())
    entry.until = Math.min(entry.until, servesUntil(shelf, entry.asOf))
}
const servesUntil = ({ about }: Shelf, asOf: number): number => asOf + (about.slowly?.seconds ?? 0) * 1000

/** `ownerOf` returns the id of the person a value belongs to, where the cache is `owned`. */
export function defineCache<V>(about: CacheAbout, ownerOf?: (value: V & {}) => number): Cache<V> {
  all.set(about.name, about)
  return {
    about,
    async get({ deps: { live, pool, replica }, db }, key, load) {
      const shelf = findShelf(live, about)
      const sure = !about.strictly || live.hears()
      const entry = shelf.entries.get(key)
      if (sure && entry && entry.until > performance.now()) {
        shelf.hits++
        shelf.entries.delete(key)
        shelf.entries.set(key, entry)
        return entry.value as V // stored by this function, under this cache's name
      }
      shelf.misses++
      // Without fresh notifications the caller loads anew: a load under way may have begun before this call.
      if (!sure) return await load(db)
      // Other callers will get this value, so it must be as new as this moment: `db` may only be as new
      // as the start of this call.
      if (replica?.db === db) return await loaded(shelf, key, () => replica.read(load), ownerOf)
      if (!isTransaction(db)) return await loaded(shelf, key, () => load(db), ownerOf)
      // A transaction may read its own uncommitted rows, so its result is not cached. The cache is filled by
      // a second read outside the transaction.
      loaded(shelf, key, () => load(poolDb(pool)), ownerOf).catch(() => {}) // the next caller tries again
      return await load(db)
    },
  }
}

/** Callers that ask during a load share it, unless a change was heard of since it began. */
function loaded<V>(
  shelf: Shelf,
  key: string,
  load: () => Promise<V>,
  ownerOf: ((value: V & {}) => number) | undefined,
): Promise<V> {
  const known = shelf.loading.get(key) as Promise<V> | undefined // as above
  if (known) return known
  const { changes } = shelf
  const asOf = performance.now()
  const reading = load().then(
    (value) => {
      if (changes === shelf.changes) {
        shelf.loading.delete(key)
        if (value !== undefined) put(shelf, key, { value, asOf, owner: value && ownerOf?.(value) })
      }
      return value
    },
    (e: unknown) => {
      if (changes === shelf.changes) shelf.loading.delete(key)
      throw e
    },
  )
  shelf.loading.set(key, reading)
  return reading
}
function put(
  shelf: Shelf,
  key: string,
  { value, asOf, owner }: { value: unknown; asOf: number; owner: number | undefined },
): void {
  const { entries, about, live } = shelf
  remove(shelf, key)
  const until = performance.now() + about.seconds * 1000
  entries.set(key, {
    value,
    asOf,
    until: shelf.agedAt >= asOf ? Math.min(until, servesUntil(shelf, asOf)) : until,
    ...(about.owned &&
      owner !== undefined && {
        release: live.subscribe([`${about.owned.topic}:${owner}`], () => remove(shelf, key)),
      }),
  })
  if (entries.size <= (about.max ?? MAX_ENTRIES)) return
  const oldest = entries.keys().next().value
  if (oldest !== undefined) remove(shelf, oldest)
}

const CLEAR_ALL = 'cache:clear'
const clearTopic = (name: string) => `cache:clear:${name}`
export const knownCache = (name: string): CacheAbout | undefined => all.get(name)

/** Empties one cache, or all, of this process. */
export function emptyCaches(live: Live, name?: string): void {
  for (const shelf of findRoom(live).values())
    if (name === undefined || shelf.about.name === name) empty(shelf)
}
/** Empties one cache, or all, in this and every other process. */
export function clearEverywhere(live: Live, name?: string): void {
  emptyCaches(live, name)
  live.publish(name === undefined ? CLEAR_ALL : clearTopic(name))
}

/**
 * Call after the commit of a writing call: empties the caches of this process that name it in `calls`. Other
 * processes hear of the change from the database.
 */
export function forgetChangedBy(live: Live, call: Call): void {
  for (const shelf of findRoom(live).values()) if (shelf.about.calls?.includes(call)) empty(shelf)
}
/** The calls of a domain that change something. */
export const listWrites = (calls: Readonly<Record<string, Call>>): Call[] =>
  Object.values(calls).filter(isWriting)

export interface CacheFigures {
  name: string
  title: string
  entries: number
  hits: number
  misses: number
  /** How many changes emptied it or, where it is `owned`, discarded its loads. */
  emptied: number
}
/** The figures of every defined cache, used or not. */
export function cacheFigures(live: Live): CacheFigures[] {
  const room = findRoom(live)
  return [...all.values()].map(({ name, title }) => {
    const s = room.get(name)
    return {
      name,
      title,
      entries: s?.entries.size ?? 0,
      hits: s?.hits ?? 0,
      misses: s?.misses ?? 0,
      emptied: s?.changes ?? 0,
    }
  })
}
/**
 * Characters of all cached values as JSON: an estimate of the memory they take. Slow, because
 * it serialises all of them.
 */
export function countBytes(live: Live, name: string): number {
  let bytes = 0
  for (const { value } of findRoom(live).get(name)?.entries.values() ?? [])
    bytes +=
      JSON.stringify(value, (_, v: unknown) => (v instanceof Set ? [...v] : v instanceof Map ? [...v] : v))
        ?.length ?? 0
  return bytes
}

import { isWriting, type Call } from '@portal/contract/kernel/call'
import type { Deps } from './ctx.ts'
import { isTransaction, poolDb, type Db } from './db.ts'
import type { Live } from './live.ts'

/** What is kept in the process because every page asks for it. */
export interface CacheAbout {
  /** kebab-case; in /metrics and for administrators. */
  name: string
  title: string
  /**
   * What it is made from: a committed change of one of these, by whatever path and in whatever process,
   * empties it (see 0015_operation.sql for the triggers).
   */
  tables: readonly string[]
  /**
   * For what is costly and made from what may change many times a minute: after such a change what is kept
   * serves on until it is so old.
   */
  slowly?: { tables: readonly string[]; seconds: number }
  /**
   * What is somebody's: a change of him, told as `<topic>:<id>`, takes away what is his. With it the bare topic
   * is told, so that what is being read meanwhile is not kept.
   */
  owned?: { topic: string }
  /**
   * For what nobody may go on believing: served only while this process is sure to hear of changes
   * (`Live.hears`), otherwise read.
   */
  strictly?: true
  /** Calls that change it: in the process that answers one, the cache is empty before the reply goes out. */
  calls?: readonly Call[]
  /** Should the news of a change be lost, this is how long it is missed. */
  seconds: number
  max?: number
}
/** A Ctx, or what stands for one where nobody is known yet. */
export interface Asker {
  deps: Pick<Deps, 'live' | 'pool' | 'replica'>
  db: Db
}

/** For work that no request asked for. */
export const makeAsker = <D extends Asker['deps']>(deps: D): { deps: D; db: Db } => ({
  deps,
  db: poolDb(deps.pool),
})

export interface Cache<V> {
  readonly about: CacheAbout
  /**
   * What is kept under this key, or else what `load` reads, kept from then on; `undefined` never is: nobody
   * tells when there is something.
   */
  get(ctx: Asker, key: string, load: (db: Db) => Promise<V>): Promise<V>
}

interface Entry {
  value: unknown
  /** When its reading began: all times here are of the clock that nobody sets (`performance.now`). */
  asOf: number
  until: number
  /** Stops listening for its owner's changes. */
  release?: () => void
}
/** One cache in one process. */
interface Shelf {
  about: CacheAbout
  live: Live
  /** In the order of their last use. */
  entries: Map<string, Entry>
  loading: Map<string, Promise<unknown>>
  /** Grows with each change heard of: what began to be read before is not put on the shelf. */
  changes: number
  /** When a change of the slow kind was last heard of. */
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

/** What is kept has changed, and is made anew once it has served its time. */
function age(shelf: Shelf): void {
  shelf.agedAt = performance.now()
  for (const entry of shelf.entries.values())
    entry.until = Math.min(entry.until, servesUntil(shelf, entry.asOf))
}
const servesUntil = ({ about }: Shelf, asOf: number): number => asOf + (about.slowly?.seconds ?? 0) * 1000

/** `ownerOf` says whose a value is, where the cache is `owned`. */
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
        return entry.value as V // put there by this function, under this cache's name
      }
      shelf.misses++
      // Nor does one who must be sure wait for a reading that began before he asked.
      if (!sure) return await load(db)
      // What others will be given has to be as new as this moment, not as the asker's question.
      if (replica?.db === db) return await loaded(shelf, key, () => replica.read(load), ownerOf)
      if (!isTransaction(db)) return await loaded(shelf, key, () => load(db), ownerOf)
      // Inside a transaction reads may be of what is not committed yet: they are the asker's alone. The shelf
      // is filled from beside it.
      loaded(shelf, key, () => load(poolDb(pool)), ownerOf).catch(() => {}) // who asks next tries again
      return await load(db)
    },
  }
}

/**
 * Whoever asks while it is read waits for the same reading; but nobody for one that began before a change.
 */
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
/** The same here and in every other process. */
export function clearEverywhere(live: Live, name?: string): void {
  emptyCaches(live, name)
  live.publish(name === undefined ? CLEAR_ALL : clearTopic(name))
}

/**
 * After the commit of a writing call: what it changes is forgotten here at once; the others hear of it from
 * the database.
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
  /** How often a change emptied it. */
  emptied: number
}
/** Every cache there is, used or not. */
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
 * Characters of everything kept, as JSON: near enough to the memory it takes. Costs as much as writing it all
 * down.
 */
export function countBytes(live: Live, name: string): number {
  let bytes = 0
  for (const { value } of findRoom(live).get(name)?.entries.values() ?? [])
    bytes +=
      JSON.stringify(value, (_, v: unknown) => (v instanceof Set ? [...v] : v instanceof Map ? [...v] : v))
        ?.length ?? 0
  return bytes
}

import pg from 'pg'

// The cache of callers and booking rules, used only while this process surely receives change notifications.
// It follows docs/decisions/102 in a simpler form: any change that could affect a shelf empties it as a
// whole, and a process that may have missed notifications asks the database.

const CHANNEL = 'portal_live'
const ASK_MS = 40
const DEAF_MS = 100
const AGAIN_MS = 500

interface Shelf {
  topics: ReadonlySet<string>
  entries: Map<string, unknown>
  /** Increases with each change: values whose loading began before are not stored. */
  changes: number
}
export interface Kept<V> {
  get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined>
}
export interface Memory {
  /** `topics`: changes that empty it. Beyond `max` entries it is emptied too. */
  keep<V>(topics: readonly string[], max: number): Kept<V>
  close(): Promise<void>
}

export async function openMemory(connectionString: string): Promise<Memory> {
  const shelves: Shelf[] = []
  let client: pg.Client | undefined
  let closed = false
  let asking = false
  /** When the last answered ping was sent. */
  let heardAt = -Infinity

  const empty = (shelf: Shelf) => {
    shelf.changes++
    shelf.entries.clear()
  }
  async function connect(): Promise<void> {
    if (closed) return
    const c = new pg.Client({ connectionString, application_name: 'bench least ear' })
    c.on('error', () => {})
    c.on('end', () => {
      client = undefined
      asking = false
      heardAt = -Infinity
      setTimeout(() => void connect(), AGAIN_MS).unref()
    })
    c.on('notification', ({ payload = '' }) => {
      const told = payload.split('\n')
      for (const shelf of shelves) if (told.some((topic) => shelf.topics.has(topic))) empty(shelf)
    })
    await c.connect()
    await c.query(`listen ${CHANNEL}`)
    for (const shelf of shelves) empty(shelf)
    client = c
  }
  /** Whether notifications surely arrive: they come in order with the answers to pings on one connection. */
  function hears(): boolean {
    const now = performance.now()
    if (client && !asking && now - heardAt > ASK_MS) {
      asking = true
      client.query('select').then(
        () => {
          asking = false
          heardAt = now
        },
        () => {},
      )
    }
    return now - heardAt < DEAF_MS
  }
  await connect()

  return {
    keep<V>(topics: readonly string[], max: number): Kept<V> {
      const shelf: Shelf = { topics: new Set(topics), entries: new Map(), changes: 0 }
      shelves.push(shelf)
      return {
        async get(key, load) {
          const sure = hears()
          const known = sure ? shelf.entries.get(key) : undefined
          if (known !== undefined) return known as V // only this function writes here
          const { changes } = shelf
          const value = await load()
          if (!sure || value === undefined || changes !== shelf.changes) return value
          if (shelf.entries.size >= max) shelf.entries.clear()
          shelf.entries.set(key, value)
          return value
        },
      }
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/adapters/database/embedded.ts'
import { migrate } from '../apps/server/src/adapters/database/migrate.ts'
import { fillDemo } from '../apps/server/src/demo/fill.ts'
import { createPool } from '../apps/server/src/kernel/db.ts'
import { dropForced } from '../apps/server/src/testing/drop-forced.ts'
import { BENCH_DEVICES, prepare } from './prepare.ts'
import { adopt } from './quiet.ts'

// One PostgreSQL for all works, with fsync on as in production. Its data survives the run, since a million
// bookings take minutes to make. Each size is a template database; works that write get their own copy, so
// that all start from the same state.

const root = new URL('../', import.meta.url).pathname
const ZONE = 'Asia/Shanghai'
const STALE_MS = 3 * 86_400_000

export interface Size {
  name: string
  devices: number
  bookings: number
  labs: number
  users: number
  /** How many times the past bookings are added again, each time about a year earlier. */
  yearsBefore?: number
}
export const sizes = {
  full: { name: 'full', devices: 50_000, bookings: 1_000_000, labs: 1000, users: 5000 },
  /** The same campus with a fifth of the bookings, for finding causes: it is made in minutes. */
  middle: { name: 'middle', devices: 50_000, bookings: 200_000, labs: 1000, users: 5000 },
  /** The same campus with a hundredth of the bookings, to isolate the cost of a million bookings. */
  young: { name: 'young', devices: 50_000, bookings: 10_000, labs: 1000, users: 5000 },
  /** The number of people of a large university. */
  crowd: { name: 'crowd', devices: 2000, bookings: 5000, labs: 100, users: 100_000 },
  quick: { name: 'quick', devices: 2000, bookings: 8000, labs: 60, users: 1000 },
  quickYoung: { name: 'quick_young', devices: 2000, bookings: 800, labs: 60, users: 1000 },
} as const satisfies Record<string, Size>

export interface Data {
  version: string
  /** Creates a database with this content and returns its URL. */
  copy(size: Size, name: string): Promise<string>
  /** Reads all copies once: idle data may have left the memory, and the disk is not to be measured. */
  warm(): Promise<void>
  /** Drops all copies except these. */
  dropCopies(but: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A hash of all files that determine the content of a filled database. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile())
      .toSorted()
  for (const file of [
    ...files(join(root, 'apps/server/migrations')),
    ...files(join(root, 'apps/server/src/demo')),
    join(root, 'bench/prepare.ts'),
  ])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** `keep`: uses existing data even if the program that made it has changed. */
export async function openData(log: (line: string) => void, { keep = false } = {}): Promise<Data> {
  const quiet = { info: () => undefined, warn: log, error: log }
  const dataDir = process.env.BENCH_DATA ?? join(root, '.cache/bench')
  const embedded = await startEmbedded({
    dataDir,
    log: quiet,
    // A quarter of the memory, as usual for a server: the queried data stays in it for all sides, so that the
    // bench does not measure the disk. A shared machine drops its file cache when that is idle.
    settings: { max_connections: '200', shared_buffers: `${Math.floor(totalmem() / 2 ** 22)}MB` },
  })
  if (embedded.pid) adopt(embedded.pid)
  const makeUrl = (database: string) => {
    const url = new URL(embedded.url)
    url.pathname = `/${database}`
    return url.href
  }
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  const {
    rows: [server],
  } = await client.query<{ version: string }>(`select split_part(version(), ' ', 2) as version`)
  await client.query(
    `create table if not exists bench_template (name text primary key, fingerprint text not null,
      made_at timestamptz not null)`,
  )
  const current = fingerprint()

  async function fresh(name: string, template?: string): Promise<string> {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
    // The same setting as in the product: all sides plan a statement once.
    await client.query(`alter database ${name} set plan_cache_mode = force_generic_plan`)
    return makeUrl(name)
  }

  async function template(size: Size): Promise<string> {
    const name = `template_${size.name}`
    const {
      rows: [made],
    } = await client.query<{ fingerprint: string; madeAt: Date }>(
      `select fingerprint, made_at as "madeAt" from bench_template where name = $1`,
      [name],
    )
    if (made && (keep || (made.fingerprint === current && Date.now() - made.madeAt.getTime() < STALE_MS)))
      return name
    log(`filling ${name}: ${size.devices} devices, ${size.bookings} bookings …`)
    const begin = performance.now()
    await client.query(`delete from bench_template where name = $1`, [name])
    await fill(await fresh(name), size)
    await client.query(`insert into bench_template values ($1, $2, now())`, [name, current])
    log(`… took ${((performance.now() - begin) / 1000).toFixed(0)} s`)
    return name
  }

  /** Drops copies, since each is as large as its template. */
  async function dropCopies(but: readonly string[]): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'copy\\_%' and datname <> all($1)`,
      [but],
    )
    for (const { name } of rows) await dropForced((sql) => client.query(sql), name)
  }
  async function warm(copies = 'copy\\_%'): Promise<void> {
    const { rows } = await client.query<{ oid: number }>(
      `select oid from pg_database where datname like $1`,
      [copies],
    )
    for (const { oid } of rows) {
      const folder = join(dataDir, 'postgres/cluster/base', String(oid))
      for (const name of await readdir(folder)) await readThrough(join(folder, name))
    }
  }
  // Copies left by an aborted run.
  await dropCopies([])

  return {
    version: server?.version ?? '?',
    dropCopies: (but) => dropCopies(but.map((name) => `copy_${name}`)),
    async copy(size, name) {
      const from = await template(size)
      const url = await fresh(`copy_${name}`, from)
      // Kept data may be older than the newest migrations.
      if (keep) await migrateCopy(url)
      await nobodyMisses(url)
      if (size.yearsBefore) await addYears(url, size.yearsBefore)
      await warm(`copy\\_${name}`)
      return url
    },
    warm: () => warm(),
    async close() {
      await client.end()
      await embedded.stop()
    },
  }
}

const CHUNK = Buffer.alloc(4 << 20)
async function readThrough(file: string): Promise<void> {
  const handle = await open(file)
  try {
    while ((await handle.read(CHUNK)).bytesRead > 0);
  } finally {
    await handle.close()
  }
}

/**
 * Cancels the demo's next bookings. Otherwise the product would count them as missed during the measurement
 * and suspend their bookers.
 */
async function nobodyMisses(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update booking set state = 'cancelled', held_fen = 0 where state in ('awaiting_use', 'in_use')
      and lower(period) < now() + interval '3 hours'`,
  )
  await client.end()
}

/**
 * Copies only rows of `booking`, not their related rows: a week and a new booking read nothing else of past
 * years, and with everything ten years would take 100 GB.
 */
async function addYears(url: string, years: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = 'booking' and column_name <> 'id'`,
  )
  // 53 whole weeks, so that weekdays stay the same and no two years overlap.
  const ago = `years.ago * interval '371 days'`
  const earlier = ({ name, type }: { name: string; type: string }) => {
    if (type.startsWith('timestamp')) return `${name} - ${ago}`
    if (type !== 'tstzrange') return name
    return `case when ${name} is not null
      then tstzrange(lower(${name}) - ${ago}, upper(${name}) - ${ago}) end`
  }
  // Triggers and foreign keys have already checked the original rows, so they are off for the copies.
  const { rows: keys } = await client.query<{ name: string; key: string }>(
    `select conname as name, pg_get_constraintdef(oid) as key from pg_constraint
      where conrelid = 'booking'::regclass and contype = 'f'`,
  )
  // Building the indexes once at the end takes a fifth of the time.
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid = 'booking'::regclass
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  await client.query('alter table booking disable trigger user')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of keys) await client.query(`alter table booking drop constraint ${name}`)
  for (let year = years; year > 0; year--)
    await client.query(
      `insert into booking (${columns.map(({ name }) => name).join(', ')})
        select ${columns.map(earlier).join(', ')} from booking, (select $1::int as ago) years
        where state in ('done', 'cancelled', 'expired', 'no_show', 'refused', 'revoked')
          and upper(period) < now() and lower(period) > now() - interval '371 days' and used is null
        order by booking.id`,
      [year],
    )
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { made } of indexes) await client.query(made)
  for (const { name, key } of keys)
    await client.query(`alter table booking add constraint ${name} ${key} not valid`)
  await client.query('alter table booking enable trigger user')
  await client.query('vacuum analyze booking')
  await client.end()
}

async function migrateCopy(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(client)
  await client.end()
}

async function fill(url: string, { devices, bookings, labs, users }: Size): Promise<void> {
  const pool = createPool(url, 2, 'bench')
  const client = await pool.connect()
  try {
    await migrate(client)
    await fillDemo(pool, { tz: ZONE, counts: { devices: devices - BENCH_DEVICES, bookings, labs, users } })
    await prepare(client)
  } finally {
    client.release()
    await pool.end()
  }
}

import { createHash } from 'node:crypto'
import pg from 'pg'
import { benchDevices, makeToken, type Use } from './prepare.ts'

/** What works need to know about a filled database to send realistic requests. */
export interface Campus {
  users: number
  /** The first id of the bench's own instruments of each use; the others follow without a gap. */
  first: Record<Use, number>
  /** The demo's instruments with the most bookings this week, which people look at most. */
  busy: readonly number[]
  devices: number
  /** Versions of the bench instruments' rules; a booking by cached rules names its version (decision 108). */
  versions: ReadonlyMap<number, number>
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const BUSY = 200

export async function lookAt(url: string): Promise<Campus> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // a failed work leaves it open, and dropping its copy then ends it
  await client.connect()
  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  const [counts] = await sql<{ users: number; devices: number }>(
    'select (select count(*)::int from user_account) as users, (select count(*)::int from device) as devices',
  )
  const firsts = await sql<{ use: Use; id: string }>(
    'select use, min(id) as id from bench_device group by use',
  )
  const busy = await sql<{ id: string }>(
    `select device_id as id from booking where lower(period) between date_trunc('week', now())
      and date_trunc('week', now()) + interval '7 days' group by 1 order by count(*) desc, 1 limit ${BUSY}`,
  )
  const versions = await sql<{ id: string; version: string }>(
    'select v.device_id as id, v.version from device_rules v join bench_device d on d.id = v.device_id',
  )
  if (!counts || busy.length === 0) throw new Error('the database is empty')
  return {
    ...counts,
    // every use has instruments
    first: Object.fromEntries(firsts.map((f) => [f.use, Number(f.id)])) as Record<Use, number>,
    busy: busy.map((b) => Number(b.id)),
    versions: new Map(versions.map((v) => [Number(v.id), Number(v.version)])),
    sql,
    close: () => client.end(),
  }
}

/**
 * Steps through people so that consecutive requests do not hit neighbouring rows of one page. The first
 * people are the demo's cast.
 */
export const CAST = 30
export const personAt = ({ users }: Pick<Campus, 'users'>, i: number): number =>
  users - ((i * 7919) % (users - CAST))
export const findPerson = (campus: Pick<Campus, 'users'>, i: number) => {
  const userId = personAt(campus, i)
  const token = makeToken(userId)
  return { userId, token, tokenHash: `\\x${hashHex(token)}` }
}

const hashHex = (token: string) => createHash('sha256').update(token).digest('hex')

/** pgbench variables: a random person, and the hash of their token. */
export const anybody = {
  set: (campus: Pick<Campus, 'users'>) => `person random(${CAST}, ${campus.users})`,
  values: { userId: ':person', tokenHash: `sha256(convert_to('bench-' || :person, 'UTF8'))` },
}

const MINUTE = 60_000
const DAY = 86_400_000
/** The start of the free time of the bench's instruments, after the demo's bookings. */
export const freeFrom = Math.ceil(Date.now() / DAY) * DAY + 20 * DAY
export const SLOT_MS = 5 * MINUTE
/** The days after `freeFrom` where pgbench's times begin, half a year after those of the others. */
export const PGBENCH_FROM = 180
export const PGBENCH_SLOTS = 170 * 288
export const slotAt = (n: number) => ({
  startAt: new Date(freeFrom + n * SLOT_MS).toISOString(),
  endAt: new Date(freeFrom + (n + 1) * SLOT_MS).toISOString(),
})

export interface Devices {
  first: number
  count: number
}
export const findFirst = (campus: Campus, use: Use): Devices => ({
  first: campus.first[use],
  count: benchDevices[use],
})

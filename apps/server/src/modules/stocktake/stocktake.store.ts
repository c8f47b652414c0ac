import type {
  Finding,
  ScanBody,
  ScanCondition,
  StocktakeFilters,
  StocktakeState,
} from '@portal/contract/asset/stocktake'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { DeviceColumns } from '../../kernel/of-device.store.ts'
import { splitKey } from '../../kernel/search.rules.ts'

export interface StocktakeRecord {
  id: number
  title: string
  year: number
  deptId: number | null
  deptName: string | null
  state: StocktakeState
  stateAt: Date
  createdById: number
  createdByName: string
  createdAt: Date
  closedAt: Date | null
}
const ROW = `select x.id, x.title, x.year, x.dept_id as "deptId", t.name as "deptName", x.state,
    coalesce(x.closed_at, x.created_at) as "stateAt",
    x.created_by as "createdById", u.name as "createdByName", x.created_at as "createdAt",
    x.closed_at as "closedAt"
  from stocktake x join user_account u on u.id = x.created_by left join dept t on t.id = x.dept_id`
export const find = async (db: Db, id: number) =>
  (await run<StocktakeRecord>(db, `${ROW} where x.id = $1`, [id]))[0]

const LIST_WHERE = `where ($1::text is null or x.state = $1)
  and ($2::int8[] is null or x.dept_id is null or x.dept_id = any ($2))
  and ($3::int is null or x.year = $3) and ($4::int8 is null or x.dept_id = $4)`
/** `deptIds`: stocktakes of these depts and of the whole campus; null: all. */
export async function list(
  db: Db,
  f: StocktakeFilters & { deptIds: readonly number[] | null },
  { page, size }: { page: number; size: number },
) {
  const values = [f.state ?? null, f.deptIds, f.year ?? null, f.deptId ?? null]
  const items = await run<StocktakeRecord>(db, `${ROW} ${LIST_WHERE} order by x.id desc limit $5 offset $6`, [
    ...values,
    size,
    page * size,
  ])
  const [count] = await run<{ total: number }>(
    db,
    `select count(*)::int as total from stocktake x ${LIST_WHERE}`,
    values,
  )
  return { items, total: count?.total ?? 0 }
}

const ADD = `insert into stocktake (title, year, dept_id, state, created_by, created_at)
  values ($1, $2, $3, 'open', $4, $5) returning id`
export async function add(
  ctx: Ctx,
  s: { title: string; year: number; deptId: number | null },
): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [s.title, s.year, s.deptId, ctx.me.id, ctx.now])
  return id
}
const SCANNED = 'select exists (select from stocktake_scan where stocktake_id = $1) as scanned'
export const isScanned = async (db: Db, id: number): Promise<boolean> =>
  (await runOne<{ scanned: boolean }>(db, SCANNED, [id])).scanned
const REMOVE = 'delete from stocktake where id = $1'
/** The caller has locked it, and nothing is scanned. */
export const remove = (ctx: Ctx, id: number) => run(ctx.db, REMOVE, [id])

const LOCK = `select id from stocktake where id = any($1::int8[]) order by id for update`
export const lock = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, LOCK, [ids])
/**
 * Locks it for share while a scan is written, so that it cannot be closed meanwhile. False: it is not open.
 */
export const hold = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, `select id from stocktake where id = $1 and state = 'open' for share`, [id])).length > 0

const SCOPE = `d.status <> 'scrapped' and ($2::int8[] is null or d.dept_id = any ($2))`
const UNSCANNED = `not exists (select from stocktake_scan s where s.stocktake_id = $1 and s.device_id = d.id)`
/** What the books say now of a device that was not scanned. */
const PRESENT = `d.id as device_id, d.name, d.status, d.lab_id, d.price_fen,
  coalesce(d.room_id, (select l.room_id from lab l where l.id = d.lab_id)) as expected_room_id`
const MISS = `insert into stocktake_missing
    (stocktake_id, device_id, name, status, lab_id, price_fen, expected_room_id)
  select $1, ${PRESENT} from device d where ${SCOPE} and ${UNSCANNED}`
const CLOSE = `update stocktake set state = 'closed', closed_at = $3,
    expected = (select count(*) from device d where ${SCOPE})
  where id = $1 and state = 'open' returning id`
/** False: another request has closed it already. */
export const close = async (ctx: Ctx, id: number, deptIds: readonly number[] | null): Promise<boolean> =>
  (await run(ctx.db, CLOSE, [id, deptIds, ctx.now])).length === 1
export const keepMissing = async (ctx: Ctx, id: number, deptIds: readonly number[] | null): Promise<void> =>
  void (await run(ctx.db, MISS, [id, deptIds]))

// ── Scanning ─────────────────────────────────────────────────────────────────

const SCAN = `insert into stocktake_scan (stocktake_id, device_id, room_id, condition, note, scanned_by,
      scanned_at, name, status, lab_id, price_fen, expected_room_id, in_scope, was_scrapped)
  select $1, d.id, $3, $4, $5, $6, $7, d.name, d.status, d.lab_id, d.price_fen,
    coalesce(d.room_id, l.room_id), $8::int8[] is null or d.dept_id = any ($8), d.status = 'scrapped'
  from device d join lab l on l.id = d.lab_id where d.id = $2
  on conflict (stocktake_id, device_id) do update set room_id = excluded.room_id,
    condition = excluded.condition, note = excluded.note, scanned_by = excluded.scanned_by,
    scanned_at = excluded.scanned_at, name = excluded.name, status = excluded.status,
    lab_id = excluded.lab_id, price_fen = excluded.price_fen, expected_room_id = excluded.expected_room_id,
    in_scope = excluded.in_scope, was_scrapped = excluded.was_scrapped
  where $9::int8[] is null or stocktake_scan.scanned_by = excluded.scanned_by
    or exists (select from device where id = excluded.device_id and lab_id = any ($9))
  returning device_id`
/**
 * The first scan may come from any participant; a later one only from the same person, from those who look
 * after the lab (`labIds`) of the device, or from the office (`labIds` null). False: the caller is none of
 * these.
 */
export const scan = async (
  ctx: Ctx,
  id: number,
  deviceId: number,
  s: ScanBody,
  { deptIds, labIds }: Pick<About, 'deptIds' | 'labIds'>,
): Promise<boolean> =>
  (
    await run(ctx.db, SCAN, [
      id,
      deviceId,
      s.roomId,
      s.condition,
      s.note,
      ctx.me.id,
      ctx.now,
      deptIds,
      labIds,
    ])
  ).length > 0

const TAKE_BACK = `delete from stocktake_scan where stocktake_id = $1 and device_id = $2 and scanned_by = $3
  returning device_id`
/** False: the caller's scan of the device is not there, or another person's is. */
export const takeBack = async (ctx: Ctx, id: number, deviceId: number): Promise<boolean> =>
  (await run(ctx.db, TAKE_BACK, [id, deviceId, ctx.me.id])).length > 0

const DEVICE_ID = `select id from device where serial_id = $1
  union all select id from device where id = $2 limit 1`
/** `key` is a serial number, as on labels, or an id; if a number is both, the serial number wins. */
export const findDeviceId = async (db: Db, key: string): Promise<number | undefined> =>
  (await run<{ id: number }>(db, DEVICE_ID, splitKey(key)))[0]?.id

export interface ScanRecord extends DeviceColumns {
  priceFen: number | null
  missing: boolean
  condition: ScanCondition | null
  room: string | null
  expectedRoom: string | null
  moved: boolean | null
  inScope: boolean | null
  wasScrapped: boolean | null
  note: string | null
  scannedById: number | null
  scannedByName: string | null
  scannedAt: Date | null
}
/** What the books said of a scanned device, or of a missing one of a closed stocktake. */
const BOOKS = 'device_id, name, status, lab_id, price_fen, expected_room_id'
const ABOUT = `x.device_id as "deviceId", x.name as "deviceName", d.serial_id as "deviceSerialId",
  d.model as "deviceModel", x.status as "deviceStatus", x.lab_id as "labId", l.name as "labName",
  d.contact_id as "contactId", x.price_fen as "priceFen", s.device_id is null as missing, s.condition,
  fb.name || ' ' || fr.name as room, eb.name || ' ' || er.name as "expectedRoom",
  s.moved, s.in_scope as "inScope", s.was_scrapped as "wasScrapped", s.note, s.scanned_by as "scannedById",
  u.name as "scannedByName", s.scanned_at as "scannedAt"`
const ABOUT_JOINS = `join device d on d.id = x.device_id join lab l on l.id = x.lab_id
    left join user_account u on u.id = s.scanned_by left join room fr on fr.id = s.room_id
    left join building fb on fb.id = fr.building_id
    left join room er on er.id = x.expected_room_id left join building eb on eb.id = er.building_id`
const ONE = `select ${ABOUT} from stocktake_scan x join stocktake_scan s on s.stocktake_id = x.stocktake_id
  and s.device_id = x.device_id ${ABOUT_JOINS} where x.stocktake_id = $1 and x.device_id = $2`
export const findScan = async (db: Db, id: number, deviceId: number) =>
  (await run<ScanRecord>(db, ONE, [id, deviceId]))[0]

const listLabs = (labIds: readonly number[] | null, labId: RawBuilder<unknown>) =>
  labIds === null ? sql`true` : sql`${labId} = any(${labIds}::int8[])`

/**
 * Latest first. `labIds`: only what was scanned as a device of these labs, and what the caller scanned: a
 * mistyped number is mostly that of another lab's device; null: all.
 */
export async function scans(
  { db, me }: Ctx,
  id: number,
  labIds: readonly number[] | null,
  { page, size }: { page: number; size: number },
) {
  const seen = sql`(${listLabs(labIds, sql`x.lab_id`)} or x.scanned_by = ${me.id})`
  const where = sql`x.stocktake_id = ${id} and ${seen}`
  const items = await sql<ScanRecord>`select ${sql.raw(ABOUT)}
      from (select * from stocktake_scan x where ${where} order by scanned_at desc, device_id
          limit ${size} offset ${page * size}) x
        join stocktake_scan s on s.stocktake_id = x.stocktake_id
          and s.device_id = x.device_id ${sql.raw(ABOUT_JOINS)}
      order by s.scanned_at desc, s.device_id`.execute(db)
  const count = await sql<{
    total: number
  }>`select count(*)::int as total from stocktake_scan x where ${where}`.execute(db)
  return { items: items.rows, total: count.rows[0]?.total ?? 0 }
}

// ── Progress and differences ─────────────────────────────────────────────────

export interface About {
  id: number
  state: StocktakeState
  /** Depts that are counted; null: the whole campus. */
  deptIds: readonly number[] | null
  /** Only devices that were counted in these labs; null: all. */
  labIds: readonly number[] | null
}
/** Condition: the device belongs to what is counted. */
const inScope = (a: About) =>
  sql`d.status <> 'scrapped'
    and ${a.deptIds === null ? sql`true` : sql`d.dept_id = any(${a.deptIds}::int8[])`}
    and ${listLabs(a.labIds, sql`d.lab_id`)}`
/** Devices not found, ordered by id; each branch follows an index. */
const missing = (a: About, after: number, limit: RawBuilder<unknown>) =>
  a.state === 'closed'
    ? sql`(select ${sql.raw(BOOKS)} from stocktake_missing m
        where m.stocktake_id = ${a.id} and m.device_id > ${after} and ${listLabs(a.labIds, sql`m.lab_id`)}
        order by m.device_id ${limit})`
    : sql`(select ${sql.raw(PRESENT)} from device d
        where ${inScope(a)} and d.id > ${after}
          and not exists (select from stocktake_scan s where s.stocktake_id = ${a.id} and s.device_id = d.id)
        order by d.id ${limit})`
const oddOf: Record<Exclude<Finding, 'missing'>, RawBuilder<unknown>> = {
  moved: sql`s.moved`,
  condition: sql`s.condition <> 'good'`,
  outside: sql`not s.in_scope`,
  scrapped: sql`s.was_scrapped`,
}
// Must be spelled as in the definition of the partial index.
const ODD = sql`((s.room_id is not null and s.room_id is distinct from s.expected_room_id)
    or s.condition <> 'good' or not s.in_scope or s.was_scrapped)`
const odd = (
  a: About,
  finding: Exclude<Finding, 'missing'> | undefined,
  after: number,
  limit: RawBuilder<unknown>,
) =>
  sql`(select ${sql.raw(BOOKS)} from stocktake_scan s where s.stocktake_id = ${a.id} and ${ODD}
    and ${finding ? oddOf[finding] : sql`true`} and s.device_id > ${after}
    and ${listLabs(a.labIds, sql`s.lab_id`)} order by s.device_id ${limit})`

export async function differences(
  db: Db,
  a: About,
  finding: Finding | undefined,
  after: number,
  size: number,
): Promise<ScanRecord[]> {
  const limit = sql`limit ${size}`
  const rows =
    finding === 'missing'
      ? missing(a, after, limit)
      : finding
        ? odd(a, finding, after, limit)
        : sql`(select * from (${missing(a, after, limit)}
            union all ${odd(a, undefined, after, limit)}) both_ways
          order by device_id limit ${size})`
  const found = await sql<ScanRecord>`select ${sql.raw(ABOUT)} from ${rows} x
      left join stocktake_scan s on s.stocktake_id = ${a.id}
        and s.device_id = x.device_id ${sql.raw(ABOUT_JOINS)}
    order by x.device_id`.execute(db)
  return found.rows
}

export interface Counts {
  expected: number
  found: number
  missing: number
  moved: number
  condition: number
  outside: number
  scrapped: number
}
/** Devices without deviations are only counted; deviations are few and have an index of their own. */
export async function counts(db: Db, a: About): Promise<Counts> {
  const labs = listLabs(a.labIds, sql`s.lab_id`)
  const scanned = await sql<{
    n: number
  }>`select count(*)::int as n from stocktake_scan s where s.stocktake_id = ${a.id} and ${labs}`.execute(db)
  const others = await sql<
    Omit<Counts, 'missing' | 'expected' | 'found'> & { beyond: number }
  >`select count(*) filter (where not s.in_scope or s.was_scrapped)::int as beyond,
      count(*) filter (where s.moved)::int as moved,
      count(*) filter (where s.condition <> 'good')::int as condition,
      count(*) filter (where not s.in_scope)::int as outside,
      count(*) filter (where s.was_scrapped)::int as scrapped
    from stocktake_scan s where s.stocktake_id = ${a.id} and ${ODD} and ${labs}`.execute(db)
  const missed = await sql<{ n: number }>`select count(*)::int as n from ${missing(a, 0, sql``)} m`.execute(
    db,
  )
  const [odds] = others.rows
  if (!odds) throw new Error('a count returns its row')
  const { beyond, ...differing } = odds
  const found = (scanned.rows[0]?.n ?? 0) - beyond
  const missingCount = missed.rows[0]?.n ?? 0
  return { ...differing, found, missing: missingCount, expected: found + missingCount }
}

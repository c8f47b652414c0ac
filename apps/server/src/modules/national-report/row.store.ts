import type { RowState } from '@portal/contract/national-report/national-report'
import type { NationalKind } from '@portal/contract/national-report/schema'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { joinConditions, readPage, selectCalled, type Condition, type List } from '../../kernel/list.store.ts'
import { DEVICE, DEVICE_JOINS, matchDevices, type DeviceColumns } from '../../kernel/of-device.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'
import type { TypedValues, Values } from './value.rules.ts'

export interface RowRecord extends DeviceColumns {
  id: number
  reportId: number
  year: number
  kind: NationalKind
  source: string | null
  sourceId: number | null
  typed: TypedValues
  state: RowState
  stateAt: Date
  reason: string | null
  sent: Values | null
  sentHash: string | null
  /** Left out of files, batches and checks, because the row or its instrument was withdrawn. */
  isOut: boolean
  /** From the instrument's present record. */
  underCustoms: boolean
}
/**
 * A withdrawn instrument takes all its rows out of the report;
 * the rows keep their own states, in case it is restored.
 */
export const isOut = (
  row: string,
): string => `(${row}.state = 'withdrawn' or exists (select from national_row w
  where w.report_id = ${row}.report_id and w.kind = 'device' and w.device_id = ${row}.device_id
    and w.source is null and w.source_id is null and w.state = 'withdrawn'))`
const rows: List = {
  table: 'national_row',
  as: 'x',
  row: `x.id, x.report_id as "reportId", p.year, x.kind, x.source, x.source_id as "sourceId", x.typed,
    x.state,
    x.state_at as "stateAt", x.reason, x.sent, x.sent_hash as "sentHash", ${isOut('x')} as "isOut",
    d.under_customs as "underCustoms", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join national_report p on p.id = x.report_id`,
  order: 'x.id',
}
export const find = async (db: Db, id: number) =>
  (await run<RowRecord>(db, `select ${rows.row} from national_row x ${rows.joins} where x.id = $1`, [id]))[0]

const SOME = `select ${rows.row} from national_row x ${rows.joins}
  where x.report_id = $1 and x.id = any($2::int8[]) order by x.id`
export const some = (db: Db, reportId: number, ids: readonly number[]) =>
  run<RowRecord>(db, SOME, [reportId, ids])

export interface Wanted {
  reportId: number
  kind: NationalKind
  deviceId?: number | undefined
  labId?: number | undefined
  state?: RowState | undefined
  keyword?: string | undefined
  /** Only rows that are in the report. */
  inReport?: boolean
}
function conditions(who: World, w: Wanted): Condition[] {
  const all = [sql`x.report_id = ${w.reportId}`, sql`x.kind = ${w.kind}`]
  if (!who.office) all.push(sql`x.device_id in ${matchDevices(seenLabs(who), who.userId)}`)
  if (w.deviceId) all.push(sql`x.device_id = ${w.deviceId}`)
  if (w.labId) all.push(sql`x.device_id in (select id from device where lab_id = ${w.labId})`)
  if (w.state === 'withdrawn') all.push(sql.raw<boolean>(isOut('x')))
  else if (w.state) all.push(sql`x.state = ${w.state} and not ${sql.raw(isOut('x'))}`)
  if (w.inReport) all.push(sql.raw<boolean>(`not ${isOut('x')}`))
  const sought = w.keyword ? queryGrams(w.keyword) : null
  if (w.keyword) all.push(sought ? sql`x.device_id in (${selectCalled('device', sought)})` : sql`false`)
  return all
}
export const list = (db: Db, who: World, w: Wanted, at: { page: number; size: number }) =>
  readPage<RowRecord>(db, rows, conditions(who, w), at)

const CHUNK = 500
/** All matching rows in the order of the file, in chunks of 500. */
export async function* chunks(db: Db, who: World, w: Wanted): AsyncGenerator<RowRecord[]> {
  const where = conditions(who, w)
  for (let after = 0; ;) {
    const { rows: some } = await sql<RowRecord>`select ${sql.raw(rows.row)}
      from (select x.* from national_row x where ${joinConditions([...where, sql`x.id > ${after}`])}
        order by x.id limit ${CHUNK}) x ${sql.raw(rows.joins)} order by x.id`.execute(db)
    if (some.length > 0) yield some
    after = some.at(-1)?.id ?? 0
    if (some.length < CHUNK) return
  }
}

const LINES = `select r.id, (row_number() over (order by r.id))::int as line from national_row r
  where r.report_id = $1 and r.kind = $2 and not ${isOut('r')}`
/** The line that each row has in the file. */
export const lines = async (db: Db, reportId: number, kind: NationalKind) =>
  new Map((await run<{ id: number; line: number }>(db, LINES, [reportId, kind])).map((r) => [r.id, r.line]))

const KINDS = `select device_id as "deviceId", array_agg(distinct kind) as kinds from national_row
  where state <> 'withdrawn' and report_id = $1 and device_id = any($2::int8[]) group by 1`
/** The kinds of rows that each instrument has in the report. */
export const listKinds = async (db: Db, reportId: number, deviceIds: readonly number[]) =>
  new Map(
    (await run<{ deviceId: number; kinds: NationalKind[] }>(db, KINDS, [reportId, deviceIds])).map((r) => [
      r.deviceId,
      new Set(r.kinds),
    ]),
  )

// Two queries, because `is not distinct from` cannot use the key's index: all services of an instrument in
// the year would be read for each of its rows.
const beforeWhere = (source: string, same: string) => `select x.id, o.sent from national_row x
    join national_report p on p.id = x.report_id
    join national_report b on b.year = p.year - 1
    join national_row o on o.report_id = b.id and o.kind = x.kind and o.device_id = x.device_id and ${same}
  where x.id = any($1::int8[]) and ${source} and o.sent is not null`
const BEFORE = `${beforeWhere('x.source is not null', 'o.source = x.source and o.source_id = x.source_id')}
  union all ${beforeWhere('x.source is null', 'o.source is null and o.source_id is null')}`
/** The values reported in the year before, by row. */
export const before = async (db: Db, ids: readonly number[]) =>
  new Map((await run<{ id: number; sent: Values }>(db, BEFORE, [ids])).map((r) => [r.id, r.sent]))

const SIBLINGS = `select r.device_id as "deviceId",
    max(r.id) filter (where r.kind = 'device') as "deviceRowId",
    max(r.id) filter (where r.kind = 'customs') as "customsRowId",
    max(r.state) filter (where r.kind = 'customs') as "customsState",
    (count(*) filter (where r.kind = 'service' and r.state <> 'withdrawn'))::int as services,
    (count(*) filter (where r.kind = 'service' and r.state in ('reported', 'locked')))::int as "servicesDone"
  from national_row r where r.report_id = $1 and r.device_id = any($2::int8[]) group by 1`
export interface Siblings {
  deviceId: number
  deviceRowId: number | null
  customsRowId: number | null
  customsState: RowState | null
  services: number
  servicesDone: number
}
/** The other rows of these instruments in a report. */
export const siblings = async (db: Db, reportId: number, deviceIds: readonly number[]) =>
  new Map((await run<Siblings>(db, SIBLINGS, [reportId, deviceIds])).map((s) => [s.deviceId, s]))

const NAMES = 'select id, name from user_account where id = any($1::int8[])'
export const listNames = async (db: Db, ids: readonly number[]) =>
  new Map((await run<{ id: number; name: string }>(db, NAMES, [ids])).map((u) => [u.id, u.name]))

// ── Writing ──────────────────────────────────────────────────────────────────

const TYPE = `update national_row set typed = (typed - $3::text[]) || $4::jsonb where id = $1 and state = $2
  returning id`
/** Saves typed values; fields that others typed meanwhile stay. False: the state has changed. */
export const type = async (
  ctx: Ctx,
  id: number,
  w: { state: RowState; typed: TypedValues; untyped: readonly string[] },
): Promise<boolean> =>
  (await run(ctx.db, TYPE, [id, w.state, w.untyped, JSON.stringify(w.typed)])).length === 1

const REMOVE = `delete from national_row r using device d where r.id = $1 and d.id = r.device_id
  and r.kind = 'customs' and r.state = 'unreported' and r.sent is null and not d.under_customs
  and not exists (select from national_answer a where a.row_id = r.id) returning r.id`
/** False: it belongs in the report, or was sent to the platform. */
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REMOVE, [id])).length === 1

const LOCK = 'select id from national_row where id = any($1::int8[]) order by id for update'
export const lock = (db: Db, ids: readonly number[]) => run(db, LOCK, [ids])

/** The values that the platform accepted. */
export interface Sent {
  values: Values
  hash: string
}
const STEP = `update national_row set state = $3, state_at = $4, reason = $5,
  sent = coalesce($6::jsonb, sent), sent_hash = coalesce($7, sent_hash),
  sent_at = case when $6::jsonb is null then sent_at else $4 end
  where id = $1 and state = $2 returning id`
export const step = async (
  ctx: Ctx,
  id: number,
  s: { from: RowState; to: RowState; reason: string | null; sent: Sent | null },
): Promise<boolean> => {
  const values = [
    id,
    s.from,
    s.to,
    ctx.now,
    s.reason,
    s.sent && JSON.stringify(s.sent.values),
    s.sent?.hash ?? null,
  ]
  return (await run(ctx.db, STEP, values)).length === 1
}

// ── A past that is made all at once ──────────────────────────────────────────

const TYPE_PAST = `update national_row r set typed = x.typed
  from unnest($1::int8[], $2::jsonb[]) as x(id, typed) where r.id = x.id`
export const typePast = (db: Db, all: readonly { id: number; typed: TypedValues }[]) =>
  run(db, TYPE_PAST, [all.map((r) => r.id), all.map((r) => JSON.stringify(r.typed))])

const LOCK_PAST = `update national_row r set state = 'locked', state_at = $1, sent = x.sent,
  sent_hash = x.hash, sent_at = $1
  from unnest($2::int8[], $3::jsonb[], $4::text[]) as x(id, sent, hash) where r.id = x.id`
export const lockPast = (db: Db, at: Date, all: readonly ({ id: number } & Sent)[]) =>
  run(db, LOCK_PAST, [
    at,
    all.map((r) => r.id),
    all.map((r) => JSON.stringify(r.values)),
    all.map((r) => r.hash),
  ])

import type { Ref } from '@portal/contract/kernel/rows'
import type { QualificationState } from '@portal/contract/qualification/qualification'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { isBeingScrapped } from '../../kernel/of-device.store.ts'
import { selectCalled, type Condition } from '../../kernel/list.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { expiringUntil } from './qualification.rules.ts'

interface Term {
  granterId: number | null
  granterName: string | null
  grantedAt: Date
  validUntil: Date | null
  note: string | null
}
export interface QualifiedRow extends Term {
  userId: number
  userName: string
  username: string
  deptName: string | null
}
export interface OwnRow extends Term {
  deviceId: number
  deviceName: string
  deviceSerialId: string
  labId: number
  labName: string
  bookable: boolean
}
const TERM = `q.granted_by as "granterId", g.name as "granterName", q.granted_at as "grantedAt",
  q.valid_until as "validUntil", q.note`
const QUALIFIED = `select q.user_id as "userId", u.name as "userName", u.username, d.name as "deptName",
  ${TERM}
  from qualification q join user_account u on u.id = q.user_id left join dept d on d.id = u.dept_id
  left join user_account g on g.id = q.granted_by`
const OWN = `select q.device_id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId",
    d.lab_id as "labId", l.name as "labName",
    d.shared and l.enabled and d.status = 'normal'
    and not ${isBeingScrapped('d.id')}
    and coalesce(o.enabled and o.self_operated, false) as bookable, ${TERM}
  from qualification q join device d on d.id = q.device_id join lab l on l.id = d.lab_id
  left join opening o on o.device_id = d.id left join user_account g on g.id = q.granted_by`

function matchState(state: QualificationState | undefined, now: Date): Condition {
  const soon = expiringUntil(now)
  if (state === 'valid') return sql`(q.valid_until is null or q.valid_until > ${soon})`
  if (state === 'expiring') return sql`q.valid_until > ${now} and q.valid_until <= ${soon}`
  return state === 'expired' ? sql`q.valid_until <= ${now}` : sql`true`
}

interface Page {
  page: number
  size: number
}
/** Its own paging, because a qualification has no id: its key is person and device. Both lists are short. */
async function readPage<Row>(
  db: Db,
  select: string,
  where: Condition,
  last: string,
  { page, size }: Page,
): Promise<{ items: Row[]; total: number }> {
  const { rows } =
    await sql<Row>`${sql.raw(select)} where ${where} order by q.granted_at desc, ${sql.raw(last)}
      limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from qualification q where ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

export interface Wanted {
  deviceId: number
  keyword?: string | undefined
  state?: QualificationState | undefined
}
export function listOfDevice(
  db: Db,
  w: Wanted,
  now: Date,
  page: Page,
): Promise<{ items: QualifiedRow[]; total: number }> {
  const sought = w.keyword ? queryGrams(w.keyword) : undefined
  const named = sought
    ? sql`q.user_id in (${selectCalled('user_account', sought)})`
    : w.keyword
      ? sql`false`
      : sql`true`
  return readPage(
    db,
    QUALIFIED,
    sql`q.device_id = ${w.deviceId} and ${matchState(w.state, now)} and ${named}`,
    'q.user_id',
    page,
  )
}
export const listOfPerson = (
  db: Db,
  userId: number,
  state: QualificationState | undefined,
  now: Date,
  page: Page,
): Promise<{ items: OwnRow[]; total: number }> =>
  readPage(db, OWN, sql`q.user_id = ${userId} and ${matchState(state, now)}`, 'q.device_id', page)

// A renewal without a note keeps the one there is: it may be the only record of the training.
const GRANT = `insert into qualification as q (user_id, device_id, granted_by, granted_at, valid_until, note)
  select u, $2, $3, $4, $5, $6 from unnest($1::int8[]) u
  on conflict (user_id, device_id) do update set granted_by = excluded.granted_by,
    granted_at = excluded.granted_at, valid_until = excluded.valid_until,
    note = coalesce(excluded.note, q.note), warned_at = null
  returning q.user_id as "userId", xmax = 0 as fresh`
export const grant = (
  ctx: Ctx,
  deviceId: number,
  userIds: readonly number[],
  term: { granterId: number; until: Date | null; note: string | null },
) =>
  // Always in the same order, so that concurrent grants to the same people do not deadlock.
  run<{ userId: number; fresh: boolean }>(ctx.db, GRANT, [
    userIds.toSorted((a, b) => a - b),
    deviceId,
    term.granterId,
    ctx.now,
    term.until,
    term.note,
  ])

const DEVICE = `select id, name from device where (id = $1 or $1::int8 is null and serial_id = $2)
  and status <> 'scrapped'`
export const findDevice = async (
  db: Db,
  { id, serialId }: { id: number | null; serialId: string },
): Promise<Ref | undefined> => (await run<Ref>(db, DEVICE, [id, serialId]))[0]

const WITHDRAW = `delete from qualification where device_id = $2 and user_id = any($1::int8[])
  returning user_id as "userId"`
/** Deletes the qualifications of these people; returns those who had one. */
export const withdraw = async (ctx: Ctx, deviceId: number, userIds: readonly number[]): Promise<number[]> =>
  (await run<{ userId: number }>(ctx.db, WITHDRAW, [userIds, deviceId])).map((r) => r.userId)

const TAKE_RUNNING_OUT = `with due as (select user_id, device_id from qualification
    where warned_at is null and valid_until > $1 and valid_until <= $2
    order by user_id limit $3 for update skip locked)
  update qualification q set warned_at = $1 from due, device d
  where q.user_id = due.user_id and q.device_id = due.device_id and d.id = due.device_id
  returning q.user_id as "userId", q.valid_until as "validUntil", d.name as "deviceName"`
/** Qualifications that end by `until` and whose people were not told, by person; marks them as told. */
export const takeRunningOut = (ctx: Ctx, until: Date, limit: number) =>
  run<{ userId: number; validUntil: Date; deviceName: string }>(ctx.db, TAKE_RUNNING_OUT, [
    ctx.now,
    until,
    limit,
  ])

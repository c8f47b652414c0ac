import type {
  AchievementKind,
  AchievementLevel,
  ClaimState,
} from '@portal/contract/device-record/device-record'
import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, type Db } from '../../kernel/db.ts'
import { makePattern } from './device-record.store.ts'

// Results, and the part of each instrument in them (a claim).

export interface Described {
  kind: AchievementKind
  level: AchievementLevel | null
  title: string
  people: string
  source: string | null
  number: string | null
  achievedOn: string
  remark: string | null
}
export interface Achievement extends Described {
  id: number
  ownerId: number | null
  ownerName: string | null
}
/** The part of one instrument in a result. */
export interface ClaimRow {
  achievementId: number
  deviceId: number
  deviceName: string
  serialId: string
  thanked: boolean | null
  state: ClaimState
  reason: string | null
  /** The caller keeps the instrument. */
  kept: boolean
  /** The caller may also edit the instrument. */
  edits: boolean
}

const ROW = `r.id, r.kind, r.level, r.title, r.people, r.source, r.number, r.achieved_on as "achievedOn",
  r.remark, r.owner_id as "ownerId", o.name as "ownerName"`
const OWNER = 'left join user_account o on o.id = r.owner_id'
const FIND = `select ${ROW} from device_achievement r ${OWNER} where r.id = $1`
export const find = async (db: Db, id: number): Promise<Achievement | undefined> =>
  (await run<Achievement>(db, FIND, [id]))[0]
const LOCK = `select id from device_achievement where id = $1 for update`
/** Locks a result before a change, because a change affects whether it is confirmed. */
export const lock = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, LOCK, [id])).length === 1

// ── Lists ────────────────────────────────────────────────────────────────────

interface Slice {
  page: number
  size: number
}
/** Which instruments a person keeps. */
export interface Keeping {
  userId: number
  /** All instruments. */
  all: boolean
  /** The person may edit the instruments of labs they lead and depts they head. */
  leads: boolean
  deptIds: readonly number[]
}
/** SQL: does the person in parameter `$n` and the following ones edit device `d`? */
const edits = (
  n: number,
) => `($${n + 1}::boolean or ($${n + 2}::boolean and (d.dept_id = any ($${n + 3}::int8[])
    or exists (select from lab_member m where m.lab_id = d.lab_id and m.user_id = $${n}::int8
      and m.role in ('lab_director', 'lab_admin')))))`
const kept = (n: number) => `(${edits(n)} or exists (select from device_reviewer v
    where v.user_id = $${n}::int8 and (v.device_id = d.id or v.lab_id = d.lab_id)))`
const findKeeping = (k: Keeping) => [k.userId, k.all, k.leads, k.deptIds]

const CLAIMS = `select c.achievement_id as "achievementId", c.device_id as "deviceId", d.name as "deviceName",
    d.serial_id as "serialId", c.thanked, c.state, c.reason, ${kept(2)} as kept, ${edits(2)} as edits
  from achievement_device c join device d on d.id = c.device_id
  where c.achievement_id = any ($1) order by d.name, d.id`
export const claims = (db: Db, ids: readonly number[], k: Keeping) =>
  run<ClaimRow>(db, CLAIMS, [ids, ...findKeeping(k)])

export interface Wanted {
  kind: AchievementKind | null
  keyword: string | undefined
  state: ClaimState | null
  id: number | null
  from: string | null
  to: string | null
}
const FILTERS = `($1::text is null or r.kind = $1)
    and ($2::text is null or concat_ws(' ', r.title, r.people, r.source, r.number) ilike $2)
    and ($3::date is null or r.achieved_on >= $3) and ($4::date is null or r.achieved_on <= $4)
    and ($6::int8 is null or r.id = $6)`
const makeFilters = (w: Wanted) => [w.kind, makePattern(w.keyword), w.from, w.to, w.state, w.id]
const paged = (where: string, last: number) => ({
  items: `select ${ROW} from device_achievement r ${OWNER} where ${FILTERS} and ${where}
    order by r.achieved_on desc, r.id desc limit $${last + 1} offset $${last + 2}`,
  total: `select count(*)::int as total from device_achievement r where ${FILTERS} and ${where}`,
})
async function readPage(db: Db, texts: ReturnType<typeof paged>, values: unknown[], { page, size }: Slice) {
  const items = await run<Achievement>(db, texts.items, [...values, size, page * size])
  return { items, total: (await run<{ total: number }>(db, texts.total, values))[0]?.total ?? 0 }
}

const MINE = paged(
  `r.owner_id = $7 and ($5::text is null
    or exists (select from achievement_device c where c.achievement_id = r.id and c.state = $5))`,
  7,
)
export const listMine = (db: Db, userId: number, w: Wanted, slice: Slice) =>
  readPage(db, MINE, [...makeFilters(w), userId], slice)

const KEPT = paged(
  `exists (select from achievement_device c join device d on d.id = c.device_id
    where c.achievement_id = r.id and ($5::text is null or c.state = $5) and ${kept(7)}
      and ($11::int8 is null or d.lab_id = $11) and ($12::int8 is null or d.id = $12)
      and ($13::boolean is null or coalesce(c.thanked, false) = $13))`,
  13,
)
export const listKept = (
  db: Db,
  k: Keeping,
  w: Wanted & { labId: number | null; deviceId: number | null; thanked: boolean | null },
  slice: Slice,
) => readPage(db, KEPT, [...makeFilters(w), ...findKeeping(k), w.labId, w.deviceId, w.thanked], slice)

export interface OfDevice extends Achievement {
  thanked: boolean | null
  state: ClaimState
  reason: string | null
  /** The number of instruments that the result names. */
  devices: number
}
const OF = `from achievement_device c join device_achievement r on r.id = c.achievement_id ${OWNER}
  where c.device_id = $1 and ($2::text is null or r.kind = $2) and ($4::boolean or c.state = 'confirmed')
    and ($3::text is null or concat_ws(' ', r.title, r.people, r.source, r.number) ilike $3)`
const OF_DEVICE = `select ${ROW}, c.thanked, c.state, c.reason,
    (select count(*)::int from achievement_device a where a.achievement_id = r.id) as devices ${OF}
  order by c.state = 'awaiting' desc, r.achieved_on desc, r.id desc limit $5 offset $6`
const COUNT_OF_DEVICE = `select count(*)::int as total ${OF}`
/**
 * Results of one device: the confirmed ones; for keepers also refused ones and, first, those awaiting
 * confirmation.
 */
export async function listOfDevice(
  db: Db,
  deviceId: number,
  keeps: boolean,
  q: Slice & { kind?: string | undefined; keyword?: string | undefined },
) {
  const values = [deviceId, q.kind ?? null, makePattern(q.keyword), keeps]
  const items = await run<OfDevice>(db, OF_DEVICE, [...values, q.size, q.page * q.size])
  return { items, total: (await run<{ total: number }>(db, COUNT_OF_DEVICE, values))[0]?.total ?? 0 }
}

// ── What somebody may enter ──────────────────────────────────────────────────

/** Uses by the person, and of their group: uses that the person or the person's supervisor pays for. */
const OURS = `(select b.device_id, b.project, b.project_number, b.id from booking b
    where b.booker_id = $1 and b.state in (${literals(useStates)})
  union all select b.device_id, b.project, b.project_number, b.id from booking b
    where b.experimenter_id = $1 and b.experimenter_id <> b.booker_id and b.state in (${literals(useStates)})
  union all select b.device_id, b.project, b.project_number, b.id from booking b
    where b.payer_id in ($1, (select supervisor_id from user_account where id = $1))
      and b.payer_id <> b.booker_id and b.state in (${literals(useStates)}))`
const USED = `select d.id, d.name, d.serial_id as "serialId", u.project, u.project_number as "projectNumber"
  from (select distinct on (device_id) device_id, project, project_number, id from ${OURS} o
    order by device_id, (project is null), id desc) u
  join device d on d.id = u.device_id order by u.id desc limit 200`
export interface UsedDeviceRow {
  id: number
  name: string
  serialId: string
  project: string | null
  projectNumber: string | null
}
/** Instruments that the person or their group has used, latest first, each with the project named last. */
export const listUsed = (db: Db, userId: number) => run<UsedDeviceRow>(db, USED, [userId])

const OF_THESE = `select distinct device_id as id from ${OURS} o where device_id = any ($2)`
/** Ids of those instruments that the person or their group has used. */
export const usedAmong = async (db: Db, userId: number, deviceIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, OF_THESE, [userId, deviceIds])).map((d) => d.id)

// ── Writing ──────────────────────────────────────────────────────────────────

const columns = (ctx: Ctx, v: Described, numberKey: string | null) => ({
  kind: v.kind,
  level: v.level,
  title: v.title,
  people: v.people,
  source: v.source,
  number: v.number,
  number_key: numberKey,
  achieved_on: v.achievedOn,
  remark: v.remark,
  updated_at: ctx.now,
})
export const add = (ctx: Ctx, v: Described, numberKey: string | null, ownerId: number | null) =>
  ctx.db
    .insertInto('device_achievement')
    .values({
      ...columns(ctx, v, numberKey),
      owner_id: ownerId,
      created_by: ctx.me.id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: Described, numberKey: string | null) =>
  ctx.db
    .updateTable('device_achievement')
    .set(columns(ctx, v, numberKey))
    .where('id', '=', id)
    .execute()
export const remove = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from device_achievement where id = $1', [id])

export interface NewClaim {
  deviceId: number
  thanked: boolean | null
  confirmed: boolean
}
const CLAIM = `insert into achievement_device as c (achievement_id, device_id, thanked, state, judged_by,
  judged_at)
  select $1, n.device_id, n.thanked, case when n.confirmed then 'confirmed' else 'awaiting' end,
    case when n.confirmed then $3::int8 end, case when n.confirmed then $4::timestamptz end
  from json_to_recordset($2::json) n(device_id int8, thanked boolean, confirmed boolean)
  on conflict (achievement_id, device_id) do update set thanked = excluded.thanked, state = excluded.state,
    judged_by = excluded.judged_by, judged_at = excluded.judged_at, reason = null`
const UNCLAIM = `delete from achievement_device where achievement_id = $1 and device_id <> all ($2)`
/** Sets the instruments of a result. Confirmed claims must be confirmed again. */
export async function setClaims(ctx: Ctx, id: number, claimed: readonly NewClaim[]): Promise<void> {
  await run(ctx.db, UNCLAIM, [id, claimed.map((c) => c.deviceId)])
  await addClaims(ctx, id, claimed)
}
export const addClaims = (ctx: Ctx, id: number, claimed: readonly NewClaim[]) =>
  run(ctx.db, CLAIM, [
    id,
    JSON.stringify(
      claimed.map((c) => ({ device_id: c.deviceId, thanked: c.thanked, confirmed: c.confirmed })),
    ),
    ctx.me.id,
    ctx.now,
  ])

const THANKED = `update achievement_device set thanked = $3 where achievement_id = $1 and device_id = $2`
export const setThanked = (ctx: Ctx, id: number, deviceId: number, thanked: boolean | null) =>
  run(ctx.db, THANKED, [id, deviceId, thanked])

const JUDGE = `update achievement_device set state = $3, judged_by = $4, judged_at = $5, reason = $6
  where achievement_id = $1 and device_id = $2 and state = $7 returning device_id`
/** False: the result does not name this instrument, or its claim is no longer in the state that was shown. */
export const judge = async (
  ctx: Ctx,
  id: number,
  deviceId: number,
  said: { from: ClaimState; state: 'confirmed' | 'refused'; reason: string | null },
): Promise<boolean> =>
  (await run(ctx.db, JUDGE, [id, deviceId, said.state, ctx.me.id, ctx.now, said.reason, said.from]))
    .length === 1

const JUDGED = `select u.name as judge, c.judged_at as "judgedAt"
  from achievement_device c left join user_account u on u.id = c.judged_by
  where c.achievement_id = $1 and c.device_id = $2`
/** Who judged it last, and when; undefined: the result does not name this instrument. */
export const judgedBy = async (db: Db, id: number, deviceId: number) =>
  (await run<{ judge: string | null; judgedAt: Date | null }>(db, JUDGED, [id, deviceId]))[0]

// ── For reports ──────────────────────────────────────────────────────────────

export interface ResultSum {
  deviceId: number
  kind: AchievementKind
  /** Null: the kind has no levels, or none was entered. */
  level: AchievementLevel | null
  count: number
  /** The number of results that thank the instrument in their text. */
  thanked: number
}
const SUM = `select c.device_id as "deviceId", r.kind, r.level, count(*)::int as count,
    (count(*) filter (where c.thanked))::int as thanked
  from device_achievement r join achievement_device c on c.achievement_id = r.id and c.state = 'confirmed'
  where r.achieved_on between $2::date and $3::date and ($1::int8[] is null or c.device_id = any ($1))
  group by 1, 2, 3 order by 1, 2, 3`
/**
 * Confirmed results from `from` to `to` (both included), by instrument, kind and level; null: all
 * instruments.
 */
export const sumResults = (db: Db, deviceIds: readonly number[] | null, from: string, to: string) =>
  run<ResultSum>(db, SUM, [deviceIds, from, to])

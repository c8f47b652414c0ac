import type { EntryKind } from '@portal/contract/use-entry/use-entry'
import type { Mastery } from '@portal/contract/device-record/device-record'
import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import {
  findMeaning,
  readOne,
  readPage,
  type Condition,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import type { PriceTier } from '@portal/contract/price-plan/price-plan'

export interface EntryFigures {
  samples: number
  preparationMinutes: number
  cleanupMinutes: number
  trainedStudents: number
  trainedTeachers: number
  trainedOthers: number
  trainedMastery: Mastery | null
}
export interface EntryRecord extends EntryFigures {
  id: number
  kind: EntryKind
  deviceId: number
  deviceName: string
  serialId: string
  labId: number
  labName: string
  userId: number | null
  userName: string | null
  outsideName: string | null
  tier: PriceTier
  intervals: { startAt: string; endAt: string }[]
  minutes: number
  nature: UseNature | null
  project: string | null
  projectNumber: string | null
  fundingSource: string | null
  disciplines: string[]
  serviceMode: string | null
  reason: string
  overlapReason: string | null
  enteredById: number
  enteredByName: string
  enteredAt: Date
  revokedById: number | null
  revokedByName: string | null
  revokedAt: Date | null
  revokeReason: string | null
  replaces: number | null
  replacedBy: number | null
  /** The caller keeps the instrument: reviews it or leads its laboratory. */
  kept: boolean
}

// ── Who keeps an instrument ──────────────────────────────────────────────────

/** The caller, and whether they keep all instruments. */
export interface Keeper {
  userId: number
  all: boolean
}
/** Its reviewers, and the directors and administrators of its laboratory. */
const keeps = (device: Condition, lab: Condition, { userId, all }: Keeper): Condition =>
  all
    ? sql`true`
    : sql`(exists (select from device_reviewer v where v.user_id = ${userId}
          and (v.device_id = ${device} or v.lab_id = ${lab}))
        or exists (select from lab_member m where m.lab_id = ${lab} and m.user_id = ${userId}
          and m.role in ('lab_director', 'lab_admin')))`

export interface KeptDevice {
  id: number
  name: string
  serialId: string
  labId: number
  lab: string
  kept: boolean
  status: string
  capacity: number
}
/** An instrument, and whether the caller keeps it. */
export async function findDevice(db: Db, id: number, keeper: Keeper): Promise<KeptDevice | undefined> {
  const { rows } = await sql<KeptDevice>`
    select d.id, d.name, d.serial_id as "serialId", d.lab_id as "labId", l.name as lab, d.status,
      coalesce(o.capacity, 1) as capacity, ${keeps(sql`d.id`, sql`d.lab_id`, keeper)} as kept
    from device d join lab l on l.id = d.lab_id left join opening o on o.device_id = d.id
    where d.id = ${id}`.execute(db)
  return rows[0]
}

const OFFERED = 50
/** Instruments that the caller keeps, at most 50; `pattern`: only with this name or serial number. */
export async function listDevices(db: Db, keeper: Keeper, pattern: string | null) {
  const { rows } = await sql<Pick<KeptDevice, 'id' | 'name' | 'serialId' | 'lab'>>`
    select d.id, d.name, d.serial_id as "serialId", l.name as lab
    from device d join lab l on l.id = d.lab_id
    where ${keeps(sql`d.id`, sql`d.lab_id`, keeper)}
      and (${pattern}::text is null or d.name ilike ${pattern} or d.serial_id ilike ${pattern})
    order by d.name, d.id limit ${OFFERED}`.execute(db)
  return rows
}

// ── Lists ────────────────────────────────────────────────────────────────────

const listFor = (keeper: Keeper): List & { kept: Condition } => ({
  table: 'use_entry',
  as: 'e',
  row: `e.id, e.kind, e.device_id as "deviceId", d.name as "deviceName", d.serial_id as "serialId",
    e.lab_id as "labId", l.name as "labName", e.user_id as "userId", u.name as "userName",
    e.outside_name as "outsideName", e.tier,
    (select json_agg(json_build_object('startAt', lower(r), 'endAt', upper(r)) order by r)
      from unnest(e.work) r)
      as intervals,
    (select sum(round(extract(epoch from upper(r) - lower(r)) / 60))::int from unnest(e.work) r) as minutes,
    e.samples, e.preparation_minutes as "preparationMinutes", e.cleanup_minutes as "cleanupMinutes",
    e.trained_students as "trainedStudents", e.trained_teachers as "trainedTeachers",
    e.trained_others as "trainedOthers", e.trained_mastery as "trainedMastery", e.nature, e.project,
    e.project_number as "projectNumber", e.funding_source as "fundingSource", e.disciplines,
    e.service_mode as "serviceMode", e.reason, e.overlap_reason as "overlapReason",
    e.entered_by as "enteredById", n.name as "enteredByName", e.entered_at as "enteredAt",
    e.revoked_by as "revokedById", x.name as "revokedByName", e.revoked_at as "revokedAt",
    e.revoke_reason as "revokeReason", e.replaces, after.id as "replacedBy", d.lab_id as "deviceLabId"`,
  joins: `join device d on d.id = e.device_id join lab l on l.id = e.lab_id
    join user_account n on n.id = e.entered_by
    left join user_account u on u.id = e.user_id left join user_account x on x.id = e.revoked_by
    left join use_entry after on after.replaces = e.id`,
  order: 'lower(e.work) desc, e.id desc',
  named: [
    ['device_id', 'device'],
    ['user_id', 'user_account'],
  ],
  kept: keeps(sql`e.device_id`, sql`(select lab_id from device where id = e.device_id)`, keeper),
})

export interface Wanted {
  keyword: string | undefined
  deviceId: number | null
  labId: number | null
  kind: EntryKind | null
  /** Campus days. */
  from: string | null
  to: string | null
  revoked: boolean
  zone: string
}
type Read = Omit<EntryRecord, 'kept'>

/** The entries of the instruments that the caller keeps, the latest use first. */
export async function list(
  db: Db,
  keeper: Keeper,
  w: Wanted,
  at: { page: number; size: number },
): Promise<{ items: EntryRecord[]; total: number }> {
  const entries = listFor(keeper)
  const where: Restriction[] = [entries.kept]
  if (w.deviceId !== null) where.push(sql`e.device_id = ${w.deviceId}`)
  if (w.labId !== null) where.push(sql`e.lab_id = ${w.labId}`)
  if (w.kind !== null) where.push(sql`e.kind = ${w.kind}`)
  if (!w.revoked) where.push(sql`e.revoked_at is null`)
  if (w.from !== null) where.push(sql`lower(e.work) >= ${w.from}::date::timestamp at time zone ${w.zone}`)
  if (w.to !== null) where.push(sql`lower(e.work) < (${w.to}::date + 1)::timestamp at time zone ${w.zone}`)
  if (w.keyword) {
    const pattern = `%${w.keyword.replace(/[\\%_]/g, '\\$&')}%`
    const said = sql`select id from use_entry where outside_name ilike ${pattern} or project ilike ${pattern}
      or project_number ilike ${pattern}`
    where.push(findMeaning(entries, w.keyword, [said]))
  }
  const { items, total } = await readPage<Read>(db, entries, where, at)
  return { items: items.map((e) => ({ ...e, kept: true })), total }
}

/** One entry, and whether the caller keeps its instrument. */
export async function find(db: Db, id: number, keeper: Keeper): Promise<EntryRecord | undefined> {
  const entries = listFor(keeper)
  const row = await readOne<Read>(db, entries, id)
  if (!row) return undefined
  const device = await findDevice(db, row.deviceId, keeper)
  return { ...row, kept: device?.kept ?? false }
}

// ── Writing ──────────────────────────────────────────────────────────────────

const LAB_THEN = `select l.id, l.name, l.dept_id as "deptId" from lab l where l.id = coalesce(
  (select t.from_lab_id from asset_transfer t where t.device_id = $1 and t.state = 'done' and t.done_at > $2
    order by t.done_at, t.id limit 1),
  (select d.lab_id from device d where d.id = $1))`
/** The laboratory of an instrument at that time: if it was moved later, the one it was moved from. */
export const findLabThen = async (db: Db, deviceId: number, at: Date) =>
  (await run<{ id: number; name: string; deptId: number }>(db, LAB_THEN, [deviceId, at]))[0]

export interface UserThen {
  id: number
  tier: 'campus' | 'school' | 'company'
  deptId: number | null
  userType: string
  payerId: number
}
const USER = `select id, tier, dept_id as "deptId", user_type as "userType",
  coalesce(supervisor_id, id) as "payerId"
  from user_account where id = $1 and enabled`
export const findUser = async (db: Db, id: number): Promise<UserThen | undefined> =>
  (await run<UserThen>(db, USER, [id]))[0]

const USER_OF_ENTRY = `select u.id, u.tier, e.user_dept_id as "deptId", e.user_type as "userType",
  e.payer_id as "payerId"
  from use_entry e join user_account u on u.id = e.user_id where e.id = $1 and e.user_id = $2`
/** The person named by an entry, as of then: their account may be closed by now. */
export const findUserOfEntry = async (db: Db, entryId: number, id: number): Promise<UserThen | undefined> =>
  (await run<UserThen>(db, USER_OF_ENTRY, [entryId, id]))[0]

export interface Known {
  source: 'booking' | 'entry'
  id: number
  startAt: Date
  endAt: Date
}
const KNOWN = `select source, id, lower(during) as "startAt", upper(during) as "endAt"
  from uses_within($1, $2::tstzmultirange) order by lower(during), source, id limit 20`
/** Known uses within these times, at most 20; one that runs has no end yet. */
export const knownUses = (db: Db, deviceId: number, work: string) => run<Known>(db, KNOWN, [deviceId, work])

export interface NewEntry extends EntryFigures {
  deviceId: number
  labId: number
  deptId: number
  kind: EntryKind
  userId: number | null
  outsideName: string | null
  userDeptId: number | null
  userType: string | null
  tier: PriceTier
  payerId: number | null
  nature: UseNature | null
  project: string | null
  projectNumber: string | null
  fundingSource: string | null
  disciplines: readonly string[]
  serviceMode: string | null
  /** A multirange in PostgreSQL's notation. */
  work: string
  reason: string
  overlapReason: string | null
  replaces: number | null
}
const ADD = `insert into use_entry (device_id, lab_id, dept_id, kind, user_id, outside_name, user_dept_id,
  user_type, tier, payer_id, nature, project, project_number, funding_source, disciplines, service_mode, work,
  samples, preparation_minutes, cleanup_minutes, trained_students, trained_teachers, trained_others,
  trained_mastery, reason, overlap_reason, replaces, entered_by, entered_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::tstzmultirange, $18,
    $19, $20, $21,
    $22, $23, $24, $25, $26, $27, $28, $29) returning id`
export const add = async (ctx: Ctx, e: NewEntry): Promise<number> =>
  (
    await runOne<{ id: number }>(ctx.db, ADD, [
      e.deviceId,
      e.labId,
      e.deptId,
      e.kind,
      e.userId,
      e.outsideName,
      e.userDeptId,
      e.userType,
      e.tier,
      e.payerId,
      e.nature,
      e.project,
      e.projectNumber,
      e.fundingSource,
      e.disciplines,
      e.serviceMode,
      e.work,
      e.samples,
      e.preparationMinutes,
      e.cleanupMinutes,
      e.trainedStudents,
      e.trainedTeachers,
      e.trainedOthers,
      e.trainedMastery,
      e.reason,
      e.overlapReason,
      e.replaces,
      ctx.me.id,
      ctx.now,
    ])
  ).id

const REVOKE = `update use_entry set revoked_by = $2, revoked_at = $3, revoke_reason = $4
  where id = $1 and revoked_at is null returning id`
/** False if it is already revoked. */
export const revoke = async (ctx: Ctx, id: number, reason: string): Promise<boolean> =>
  (await run(ctx.db, REVOKE, [id, ctx.me.id, ctx.now, reason])).length === 1

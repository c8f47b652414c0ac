import type {
  Mastery,
  RepairKind,
  RepairState,
  TeachingKind,
} from '@portal/contract/device-record/device-record'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

interface Slice {
  page: number
  size: number
}
/** Escapes the special characters of LIKE. */
export const makePattern = (keyword: string | undefined): string | null =>
  keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null

/**
 * The statements that read one page of a device's records and their total. Parameters: $1 device, $2 kind, $3
 * words, then further filters, then size and offset.
 */
const listTexts = (table: string, columns: string, words: string, order: string, more = '') => {
  const from = `from ${table} r where r.device_id = $1 and ($2::text is null or r.kind = $2)
      and ($3::text is null or concat_ws(' ', ${words}) ilike $3)${more}`
  const n = more ? 4 : 3
  return {
    page: `select ${columns} ${from} order by r.${order} desc, r.id desc limit $${n + 1} offset $${n + 2}`,
    total: `select count(*)::int as total ${from}`,
  }
}
async function readPage<Row>(
  db: Db,
  texts: { page: string; total: string },
  filters: readonly unknown[],
  { page, size }: Slice,
) {
  const items = await run<Row>(db, texts.page, [...filters, size, page * size])
  return { items, total: (await run<{ total: number }>(db, texts.total, filters))[0]?.total ?? 0 }
}

// ── 教学 ─────────────────────────────────────────────────────────────────────

export interface Teaching {
  id: number
  deviceId: number
  kind: TeachingKind
  title: string
  teacher: string
  heldOn: string
  minutes: number
  mastery: Mastery
  students: number
  teachers: number
  others: number
  remark: string | null
}
const TEACHING = `r.id, r.device_id as "deviceId", r.kind, r.title, r.teacher, r.held_on as "heldOn",
    r.minutes, r.mastery, r.students, r.teachers, r.others, r.remark`
const TEACHINGS = listTexts('device_teaching', TEACHING, 'r.title, r.teacher', 'held_on')
export const listTeachings = (
  db: Db,
  deviceId: number,
  q: Slice & { kind?: string | undefined; keyword?: string | undefined },
) => readPage<Teaching>(db, TEACHINGS, [deviceId, q.kind ?? null, makePattern(q.keyword)], q)
export const findTeaching = async (db: Db, id: number) =>
  (await run<Teaching>(db, `select ${TEACHING} from device_teaching r where r.id = $1`, [id]))[0]

const teachingColumns = (ctx: Ctx, v: Omit<Teaching, 'id'>) => ({
  device_id: v.deviceId,
  kind: v.kind,
  title: v.title,
  teacher: v.teacher,
  held_on: v.heldOn,
  minutes: v.minutes,
  mastery: v.mastery,
  students: v.students,
  teachers: v.teachers,
  others: v.others,
  remark: v.remark,
  updated_at: ctx.now,
})
export const addTeaching = (ctx: Ctx, v: Omit<Teaching, 'id'>) =>
  ctx.db
    .insertInto('device_teaching')
    .values({ ...teachingColumns(ctx, v), created_by: ctx.me.id, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const changeTeaching = (ctx: Ctx, id: number, v: Omit<Teaching, 'id'>) =>
  ctx.db.updateTable('device_teaching').set(teachingColumns(ctx, v)).where('id', '=', id).execute()
export const removeTeaching = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from device_teaching where id = $1', [id])

// ── 维修 ─────────────────────────────────────────────────────────────────────

export interface Repair {
  id: number
  deviceId: number
  kind: RepairKind
  state: RepairState
  title: string
  detail: string | null
  handler: string | null
  vendor: string | null
  startedAt: Date
  expectedAt: Date | null
  finishedAt: Date | null
  result: string | null
  costFen: number | null
  /** A repair order fills in the record. */
  ordered: boolean
  updatedAt: Date
}
const REPAIR = `r.id, r.device_id as "deviceId", r.kind, r.state, r.title, r.detail, r.handler, r.vendor,
    r.started_at as "startedAt", r.expected_at as "expectedAt",
  r.finished_at as "finishedAt", r.result, r.cost_fen as "costFen", r.updated_at as "updatedAt",
  exists (select from repair_order o where o.device_id = r.device_id and o.repair_id = r.id) as ordered`
const REPAIRS = listTexts(
  'device_repair',
  REPAIR,
  'r.title, r.detail, r.handler, r.vendor',
  'started_at',
  ' and ($4::text is null or r.state = $4)',
)
export const listRepairs = (
  db: Db,
  deviceId: number,
  q: Slice & { kind?: string | undefined; state?: string | undefined; keyword?: string | undefined },
) => readPage<Repair>(db, REPAIRS, [deviceId, q.kind ?? null, makePattern(q.keyword), q.state ?? null], q)
const FIND_REPAIR = `select ${REPAIR} from device_repair r where r.id = $1`
export const findRepair = async (db: Db, id: number) => (await run<Repair>(db, FIND_REPAIR, [id]))[0]
/** Locks a repair before a change, because its previous state decides the new status of the device. */
export const lockRepair = async (ctx: Ctx, id: number) =>
  (await run<Repair>(ctx.db, `${FIND_REPAIR} for update`, [id]))[0]

type RepairValues = Omit<
  Repair,
  'id' | 'startedAt' | 'expectedAt' | 'finishedAt' | 'ordered' | 'updatedAt'
> & {
  startedAt: string
  expectedAt: string | null
  finishedAt: string | null
}
const repairColumns = (ctx: Ctx, v: RepairValues) => ({
  device_id: v.deviceId,
  kind: v.kind,
  state: v.state,
  title: v.title,
  detail: v.detail,
  handler: v.handler,
  vendor: v.vendor,
  started_at: v.startedAt,
  expected_at: v.expectedAt,
  finished_at: v.finishedAt,
  result: v.result,
  cost_fen: v.costFen,
  updated_at: ctx.now,
})
export const addRepair = (ctx: Ctx, v: RepairValues) =>
  ctx.db
    .insertInto('device_repair')
    .values({ ...repairColumns(ctx, v), created_by: ctx.me.id, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const changeRepair = (ctx: Ctx, id: number, v: RepairValues) =>
  ctx.db.updateTable('device_repair').set(repairColumns(ctx, v)).where('id', '=', id).execute()
export const removeRepair = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from device_repair where id = $1', [id])

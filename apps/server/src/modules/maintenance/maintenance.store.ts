import type { PlanBody, PlanFilters, RecordBody, RecordFilters } from '@portal/contract/asset/maintenance'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import {
  readOne,
  readPage,
  sortList,
  walkList,
  type Condition,
  type List,
  type SortedAt,
} from '../../kernel/list.store.ts'
import {
  DEVICE,
  DEVICE_JOINS,
  matchDevices,
  matchFilters,
  type DeviceColumns,
  type Filters,
} from '../../kernel/of-device.store.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'

export interface PlanRecord extends DeviceColumns {
  id: number
  title: string
  detail: string | null
  everyDays: number
  nextOn: string
  keeperId: number
  keeperName: string
  enabled: boolean
  lastOn: string | null
}
const plans: List = {
  table: 'maintenance_plan',
  as: 'x',
  row: `x.id, x.title, x.detail, x.every_days as "everyDays", x.next_on as "nextOn",
    x.keeper_id as "keeperId", u.name as "keeperName", x.enabled,
    (select max(m.done_on) from maintenance_record m
      where m.device_id = x.device_id and m.plan_id = x.id) as "lastOn", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join user_account u on u.id = x.keeper_id`,
  order: 'x.next_on, x.id',
}
export const findPlan = (db: Db, id: number) => readOne<PlanRecord>(db, plans, id)

type WantedPlans = Filters & Omit<PlanFilters, 'deviceId'> & { today: string }
function makePlans(w: World, f: WantedPlans): Condition[] {
  const all = matchFilters(f, 'by')
  if (f.mine || !w.office)
    all.push(
      f.mine
        ? sql`x.keeper_id = ${w.userId}`
        : sql`(x.keeper_id = ${w.userId} or x.device_id in ${matchDevices(seenLabs(w), w.userId)})`,
    )
  if (f.enabled !== undefined) all.push(sql`x.enabled = ${f.enabled}`)
  if (f.due) all.push(sql`x.enabled and x.next_on <= ${f.today}::date`)
  return all
}
const PLAN_SORTS = { nextOn: 'next_on' }
export const listPlans = (db: Db, w: World, f: WantedPlans, { order_by: orderBy, ...at }: SortedAt) =>
  readPage<PlanRecord>(db, sortList(plans, orderBy, PLAN_SORTS), makePlans(w, f), at)
export const walkPlans = (db: Db, w: World, f: WantedPlans) =>
  walkList<PlanRecord>(db, plans, makePlans(w, f))

const LOCK_PLAN = 'select next_on as "nextOn" from maintenance_plan where id = $1 for update'
/** Locks a plan and returns its next day; undefined: there is no such plan. */
export const lockPlan = async (ctx: Ctx, id: number): Promise<string | undefined> =>
  (await run<{ nextOn: string }>(ctx.db, LOCK_PLAN, [id]))[0]?.nextOn

const ADD_PLAN = `insert into maintenance_plan
    (device_id, title, detail, every_days, next_on, keeper_id, enabled, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
export async function addPlan(ctx: Ctx, p: PlanBody): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD_PLAN, [
    p.deviceId,
    p.title,
    p.detail,
    p.everyDays,
    p.nextOn,
    p.keeperId,
    p.enabled,
    ctx.now,
  ])
  return id
}
const CHANGE_PLAN = `update maintenance_plan set title = $2, detail = $3, every_days = $4,
  reminded_on = case when next_on = $5::date then reminded_on end, next_on = $5, keeper_id = $6, enabled = $7
  where id = $1`
export const changePlan = (ctx: Ctx, id: number, p: PlanBody) =>
  run(ctx.db, CHANGE_PLAN, [id, p.title, p.detail, p.everyDays, p.nextOn, p.keeperId, p.enabled])
export const passPlan = (ctx: Ctx, id: number, keeperId: number, successorId: number) =>
  run(ctx.db, 'update maintenance_plan set keeper_id = $3 where id = $1 and keeper_id = $2', [
    id,
    keeperId,
    successorId,
  ])
export const removePlan = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from maintenance_plan where id = $1', [id])
/** Disables the plans of a scrapped device. */
export const stopPlans = (ctx: Ctx, deviceId: number) =>
  run(ctx.db, 'update maintenance_plan set enabled = false where device_id = $1 and enabled', [deviceId])

const STRANGERS = `select u.name, d.serial_id as "deviceSerialId", l.name as "labName"
  from maintenance_plan p join user_account u on u.id = p.keeper_id
    join device d on d.id = p.device_id join lab l on l.id = d.lab_id
  where p.device_id = $1 and p.enabled and p.keeper_id is distinct from d.contact_id
    and not exists (select from lab_member m where m.lab_id = d.lab_id and m.user_id = p.keeper_id)
  group by u.id, d.id, l.id order by u.name, u.id`
/** Who carries out the plans of a device without belonging to its laboratory. */
export const listStrangers = (db: Db, deviceId: number) =>
  run<{ name: string; deviceSerialId: string; labName: string }>(db, STRANGERS, [deviceId])

export interface MaintenanceRecord extends DeviceColumns {
  id: number
  planId: number | null
  planTitle: string | null
  doneOn: string
  doneBy: string
  what: string
  costFen: number
  createdById: number
  createdByName: string
  createdAt: Date
}
const records: List = {
  table: 'maintenance_record',
  as: 'x',
  row: `x.id, x.plan_id as "planId", p.title as "planTitle", x.done_on as "doneOn", x.done_by as "doneBy",
    x.what, x.cost_fen as "costFen", x.created_by as "createdById", u.name as "createdByName",
    x.created_at as "createdAt", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join user_account u on u.id = x.created_by
      left join maintenance_plan p on p.id = x.plan_id`,
}
export const findRecord = (db: Db, id: number) => readOne<MaintenanceRecord>(db, records, id)
function makeRecords(w: World, f: Filters & Omit<RecordFilters, 'deviceId'>): Condition[] {
  const all = matchFilters(f, 'by')
  if (!w.office)
    all.push(
      sql`x.id in (select id from maintenance_record where created_by = ${w.userId}
        union select id from maintenance_record where device_id in ${matchDevices(seenLabs(w), w.userId)})`,
    )
  return all
}
// Not by cost, which only those who look after the device see.
const RECORD_SORTS = { doneOn: 'done_on' }
export const listRecords = (
  db: Db,
  w: World,
  f: Filters & Omit<RecordFilters, 'deviceId'>,
  { order_by: orderBy, ...at }: SortedAt,
) => readPage<MaintenanceRecord>(db, sortList(records, orderBy, RECORD_SORTS), makeRecords(w, f), at)
export const walkRecords = (db: Db, w: World, f: Filters & Omit<RecordFilters, 'deviceId'>) =>
  walkList<MaintenanceRecord>(db, records, makeRecords(w, f))

const ADD_RECORD = `insert into maintenance_record
    (device_id, plan_id, done_on, done_by, what, cost_fen, created_by, created_at, plan_next_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`
const MOVE_ON = `update maintenance_plan
  set next_on = greatest(next_on, $2::date + every_days), reminded_on = null where id = $1`
/** Adds a record. Its plan is due again `every_days` after the day of the maintenance. */
export async function addRecord(ctx: Ctx, r: RecordBody): Promise<number> {
  const nextOn = r.planId === null ? undefined : await lockPlan(ctx, r.planId)
  const { id } = await runOne<{ id: number }>(ctx.db, ADD_RECORD, [
    r.deviceId,
    r.planId,
    r.doneOn,
    r.doneBy,
    r.what,
    r.costFen,
    ctx.me.id,
    ctx.now,
    nextOn ?? null,
  ])
  if (r.planId !== null) await run(ctx.db, MOVE_ON, [r.planId, r.doneOn])
  return id
}

const REMOVE_RECORD = 'delete from maintenance_record where id = $1'
// If a later record stores the due date that the removed record had set, it takes over the removed record's
// previous due date.
const PASS_ON = `update maintenance_record m set plan_next_on = r.plan_next_on
  from maintenance_record r join maintenance_plan p on p.id = r.plan_id
  where r.id = $1 and m.plan_id = r.plan_id and m.id <> r.id and m.plan_next_on = r.done_on + p.every_days`
const MOVE_BACK = `update maintenance_plan p set reminded_on = null,
    next_on = coalesce(greatest(r.plan_next_on, (select max(m.done_on) from maintenance_record m
      where m.device_id = p.device_id and m.plan_id = p.id and m.id <> r.id) + p.every_days), p.next_on)
  from maintenance_record r where r.id = $1 and p.id = r.plan_id and p.next_on = r.done_on + p.every_days`
/**
 * Removes a record. Its plan is due again as if the record had not existed, unless another date was set
 * since.
 */
export async function removeRecord(ctx: Ctx, { id, planId }: { id: number; planId: number | null }) {
  if (planId !== null) await lockPlan(ctx, planId)
  await run(ctx.db, PASS_ON, [id])
  await run(ctx.db, MOVE_BACK, [id])
  await run(ctx.db, REMOVE_RECORD, [id])
}

export interface DuePlan {
  id: number
  title: string
  nextOn: string
  /** Null: the keeper's account is closed. */
  keeperId: number | null
  keeperName: string
  labId: number
  deviceName: string
  deviceSerialId: string
}
const TAKE_DUE = `update maintenance_plan p set reminded_on = $1::date from device d, user_account k
  where d.id = p.device_id and k.id = p.keeper_id
    and p.id = any(array(select x.id from maintenance_plan x join device y on y.id = x.device_id
      where x.enabled and x.next_on <= $1::date + 3
        and (x.reminded_on is null or x.reminded_on <= $1::date - 7) and y.status <> 'scrapped'
      order by x.next_on limit $2 for update of x skip locked))
  returning p.id, p.title, p.next_on as "nextOn", case when k.enabled then k.id end as "keeperId",
    k.name as "keeperName", d.lab_id as "labId", d.name as "deviceName",
    d.serial_id as "deviceSerialId"`
/**
 * Plans that are due within three days or overdue and were not reminded of within the last week; marks them
 * as reminded.
 */
export const takeDue = (ctx: Ctx, today: string, limit: number) =>
  run<DuePlan>(ctx.db, TAKE_DUE, [today, limit])

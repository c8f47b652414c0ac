import type { PriceBasis, Rates } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface PlanRow {
  id: number
  deviceId: number
  basis: PriceBasis
  version: number
  from: string
  until: string | null
  /** It took days from the version before. */
  replaces: boolean
  rates: Rates
  note: string | null
  createdBy: string | null
  createdAt: Date
}
const PLAN = `select p.id, p.device_id as "deviceId", p.basis, p.version, lower(p.effective) as "from",
    upper(p.effective) as until, p.cut is not null as replaces, p.rates, p.note,
    u.name as "createdBy", p.created_at as "createdAt"
  from price_plan p left join user_account u on u.id = p.created_by`
export const listOfDevice = (db: Db, deviceId: number) =>
  run<PlanRow>(db, `${PLAN} where p.device_id = $1 order by lower(p.effective) desc, p.basis, p.id desc`, [
    deviceId,
  ])
export const find = async (db: Db, id: number) => (await run<PlanRow>(db, `${PLAN} where p.id = $1`, [id]))[0]
/** The plans valid on a campus day: at most one version per basis. */
export const listOnDay = (db: Db, deviceId: number, day: string) =>
  run<PlanRow>(db, `${PLAN} where p.device_id = $1 and p.effective @> $2::date order by p.basis desc`, [
    deviceId,
    day,
  ])

const BRIEF = `select d.id as "deviceId", d.dept_id as "deptId", b.name || ' ' || r.name as room,
    coalesce((select json_agg(json_build_object('basis', p.basis, 'rates', p.rates) order by p.basis desc)
      from price_plan p where p.device_id = d.id and p.effective @> $2::date), '[]') as plans
  from device d join lab l on l.id = d.lab_id
    left join room r on r.id = coalesce(d.room_id, l.room_id) left join building b on b.id = r.building_id
  where d.id = any($1::int8[]) and d.shared order by d.id`
/** The plans of shared devices that are valid on a campus day. */
export const listBrief = (db: Db, deviceIds: readonly number[], day: string) =>
  run<{ deviceId: number; deptId: number; room: string | null; plans: Pick<PlanRow, 'basis' | 'rates'>[] }>(
    db,
    BRIEF,
    [deviceIds, day],
  )

/**
 * The days that a version takes from the one before, beginning with its own first day. `until` null: no end.
 */
export interface Cut {
  until: string | null
}
const CLOSE = `update price_plan set effective = daterange(lower(effective), $3::date)
  where device_id = $1 and basis = $2 and effective @> $3::date returning upper(old.effective) as until`
const ADD = `insert into price_plan (device_id, basis, version, effective, rates, note, created_by,
    created_at, cut)
  select $1, $2, coalesce(max(version), 0) + 1, daterange($3::date, null), $4, $5, $6, $7,
    case when $8 then daterange($3::date, $9::date) end from price_plan
  where device_id = $1 and basis = $2 returning id`
/** Adds a version; the one valid on its first day ends before it. Returns the id. */
export async function add(
  ctx: Ctx,
  p: {
    deviceId: number
    basis: PriceBasis
    from: string
    rates: Rates
    note: string | null
    createdBy: number
  },
): Promise<number> {
  const [cut] = await run<Cut>(ctx.db, CLOSE, [p.deviceId, p.basis, p.from])
  const [row] = await run<{ id: number }>(ctx.db, ADD, [
    p.deviceId,
    p.basis,
    p.from,
    JSON.stringify(p.rates),
    p.note,
    p.createdBy,
    ctx.now,
    cut !== undefined,
    cut?.until ?? null,
  ])
  return row!.id // an insert returns its row
}

const END = `update price_plan set effective = daterange(lower(effective), $2::date) where id = $1`
/** `until` is the first day without the version; null: no end. */
export const end = (ctx: Ctx, id: number, until: string | null) => run(ctx.db, END, [id, until])

const REOPEN = `update price_plan set effective = daterange(lower(effective), $4::date)
  where device_id = $1 and basis = $2 and upper(effective) = $3::date`
/** Returns the days that a withdrawn version had taken to the version before it. */
export const giveBack = (ctx: Ctx, plan: Pick<PlanRow, 'deviceId' | 'basis' | 'from'>, { until }: Cut) =>
  run(ctx.db, REOPEN, [plan.deviceId, plan.basis, plan.from, until])
const REMOVE = `delete from price_plan where id = $1
  returning case when cut is not null then json_build_object('until', upper(cut)) end as cut`
/** Deletes a version; returns the days it took from the one before, or null. */
export const remove = async (ctx: Ctx, id: number): Promise<Cut | null> =>
  (await run<{ cut: Cut | null }>(ctx.db, REMOVE, [id]))[0]?.cut ?? null
/** Locks the device: of two concurrent new versions, the second sees the first. */
export const lock = (ctx: Ctx, deviceId: number) =>
  run(ctx.db, 'select from device where id = $1 for no key update', [deviceId])

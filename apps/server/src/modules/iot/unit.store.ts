import type { FailSafe, UnitKind } from '@portal/contract/iot/iot'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, type Condition, type List } from '../../kernel/list.store.ts'
import { makeLike } from './gateway.store.ts'

// Sub-devices of gateways, and who keeps them.

export interface UnitRecord {
  id: number
  number: number
  kind: UnitKind
  name: string
  model: string | null
  href: string | null
  gatewayId: number
  gatewayName: string
  seenAt: Date | null
  goneAt: Date | null
  foreign: boolean
  roomId: number | null
  roomName: string | null
  labId: number | null
  labName: string | null
  deviceId: number | null
  deviceName: string | null
  serialId: string | null
  leadMinutes: number
  graceMinutes: number
  warnMinutes: number
  stage: number
  failSafe: FailSafe
  remark: string | null
  state: { open?: boolean; on?: boolean } | null
  stateAt: Date | null
  reading: Partial<Record<'amps' | 'watts' | 'kwh' | 'celsius' | 'humidity', number>> | null
  readingAt: Date | null
  retiredAt: Date | null
  restoredAt: Date | null
  restoreReason: string | null
  replaces: number | null
  replacedBy: number | null
}
export const UNITS: List = {
  table: 'iot_sub_device',
  as: 's',
  row: `s.id, s.number, s.kind, s.name, s.model, s.href, s.gateway_id as "gatewayId", g.name as "gatewayName",
    g.seen_at as "seenAt", g.gone_at as "goneAt", g.mapping_id is not null as foreign,
    s.room_id as "roomId", b.name || ' ' || r.name as
      "roomName",
    s.lab_id as "labId", l.name as "labName", s.device_id as "deviceId", d.name as "deviceName",
    d.serial_id as "serialId", s.lead_minutes as "leadMinutes", s.grace_minutes as "graceMinutes",
    s.warn_minutes as "warnMinutes", s.stage, s.fail_safe as "failSafe", s.remark, s.state,
    s.state_at as "stateAt", s.reading, s.reading_at as "readingAt", s.retired_at as "retiredAt",
    s.restored_at as "restoredAt", s.restore_reason as "restoreReason", s.replaces,
    n.id as "replacedBy"`,
  joins: `join iot_gateway g on g.id = s.gateway_id left join room r on r.id = s.room_id
    left join building b on b.id = r.building_id left join lab l on l.id = s.lab_id
    left join device d on d.id = s.device_id left join iot_sub_device n on n.replaces = s.id`,
  order: 's.gateway_id desc, s.number, s.id desc',
}

/**
 * The caller: the office keeps all sub-devices, directors
 * and administrators keep those of their laboratories.
 */
export interface Keeper {
  userId: number
  all: boolean
}
/** `s` is the sub-device's row. */
export const keptBy = ({ userId, all }: Keeper): Condition =>
  all
    ? sql`true`
    : sql`exists (select from iot_labs(s) x(id) join lab_member m on m.lab_id = x.id
        where m.user_id = ${userId} and m.role in ('lab_director', 'lab_admin'))`

export interface WantedUnits {
  keyword: string | undefined
  kind: UnitKind | undefined
  gatewayId: number | undefined
  deviceId: number | undefined
  labId: number | undefined
  retired: boolean
}
export function listUnits(db: Db, keeper: Keeper, w: WantedUnits, at: { page: number; size: number }) {
  const where: Condition[] = [keptBy(keeper)]
  if (w.keyword) {
    const like = makeLike(w.keyword)
    where.push(sql`(s.name ilike ${like} or s.model ilike ${like}
      or s.device_id in (select id from device where name ilike ${like} or serial_id ilike ${like})
      or s.gateway_id in (select id from iot_gateway where name ilike ${like}))`)
  }
  if (w.kind) where.push(sql`s.kind = ${w.kind}`)
  if (w.gatewayId) where.push(sql`s.gateway_id = ${w.gatewayId}`)
  if (w.deviceId) where.push(sql`s.device_id = ${w.deviceId}`)
  if (w.labId) where.push(sql`${w.labId} in (select * from iot_labs(s))`)
  if (!w.retired) where.push(sql`s.retired_at is null`)
  return readPage<UnitRecord>(db, UNITS, where, at)
}
export const findUnit = (db: Db, id: number) => readOne<UnitRecord>(db, UNITS, id)
const KEPT = `select from iot_sub_device s where s.id = $1 and exists (select from iot_labs(s) x(id)
  join lab_member m on m.lab_id = x.id where m.user_id = $2 and m.role in ('lab_director', 'lab_admin'))`
export const isKept = async (db: Db, id: number, keeper: Keeper) =>
  keeper.all || (await run(db, KEPT, [id, keeper.userId])).length === 1

export interface UnitValues {
  name: string
  model: string | null
  href: string | null
  roomId: number | null
  labId: number | null
  deviceId: number | null
  leadMinutes: number
  graceMinutes: number
  warnMinutes: number
  stage: number
  failSafe: FailSafe
  remark: string | null
}
const values = (v: UnitValues) => [
  v.name,
  v.model,
  v.href,
  v.roomId,
  v.labId,
  v.deviceId,
  v.leadMinutes,
  v.graceMinutes,
  v.warnMinutes,
  v.stage,
  v.failSafe,
  v.remark,
]
const ADD = `insert into iot_sub_device (name, model, href, room_id, lab_id, device_id, lead_minutes,
  grace_minutes,
    warn_minutes, stage, fail_safe, remark, gateway_id, number, kind, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`
export const addUnit = (ctx: Ctx, v: UnitValues & { gatewayId: number; number: number; kind: UnitKind }) =>
  runOne<{ id: number }>(ctx.db, ADD, [...values(v), v.gatewayId, v.number, v.kind, ctx.now])
const EDIT = `update iot_sub_device set name = $1, model = $2, href = $3, room_id = $4, lab_id = $5,
  device_id = $6,
    lead_minutes = $7, grace_minutes = $8, warn_minutes = $9, stage = $10, fail_safe = $11, remark = $12
  where id = $13 and retired_at is null returning id`
export const editUnit = async (ctx: Ctx, id: number, v: UnitValues) =>
  (await run(ctx.db, EDIT, [...values(v), id])).length === 1
const RETIRE = `update iot_sub_device set retired_at = $2, retire_reason = $3 where id = $1 and
  retired_at is null
  returning id`
export const retireUnit = async (ctx: Ctx, id: number, reason: string) =>
  (await run(ctx.db, RETIRE, [id, ctx.now, reason])).length === 1
const REPLACE = `insert into iot_sub_device (gateway_id, number, kind, name, model, href, room_id,
  lab_id, device_id,
    lead_minutes, grace_minutes, warn_minutes, stage, fail_safe, remark, created_at, replaces)
  select gateway_id, number, kind, name, $2, href, room_id, lab_id, device_id, lead_minutes, grace_minutes,
    warn_minutes, stage, fail_safe, $3, $4, id from iot_sub_device where id = $1 returning id`
export const replaceUnit = (ctx: Ctx, id: number, v: { model: string | null; remark: string | null }) =>
  runOne<{ id: number }>(ctx.db, REPLACE, [id, v.model, v.remark, ctx.now])
const TAKE_OVER = 'update iot_grant set sub_device_id = $2 where sub_device_id = $1 and withdrawn_at is null'
export const takeOverGrants = (ctx: Ctx, from: number, to: number) => run(ctx.db, TAKE_OVER, [from, to])

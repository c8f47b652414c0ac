import type { UnitKind } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Named } from '../bulk/lookup.rules.ts'

// Gateways and sub-devices from spreadsheets: finds what the names
// in a sheet mean, and writes a few hundred rows in one statement.

export interface ImportedGateway {
  id: number | null
  name: string
  roomId: number | null
  remark: string | null
}
export type KnownGateway = ImportedGateway & { id: number; roomName: string | null; retired: boolean }
const GATEWAYS = `select g.id, g.name, g.room_id as "roomId", b.name || ' ' || r.name as "roomName", g.remark,
    g.retired_at is not null as retired
  from iot_gateway g left join room r on r.id = g.room_id left join building b on b.id = r.building_id
  where g.name = any ($1) order by g.id`
export const findGateways = (db: Db, names: readonly string[]) => run<KnownGateway>(db, GATEWAYS, [names])

const ROOMS = `select r.id, b.serial_id || ' ' || r.name as code, b.name || ' ' || r.name as name from room r
  join building b on b.id = r.building_id
  where b.serial_id || ' ' || r.name = any ($1) or b.name || ' ' || r.name = any ($1) order by r.id`
export const findRooms = (db: Db, words: readonly string[]) => run<Named>(db, ROOMS, [words])
const LABS = `select id, serial_id as code, name, enabled from lab
  where serial_id = any ($1) or name = any ($1) order by id`
export const findLabs = (db: Db, words: readonly string[]) => run<Named>(db, LABS, [words])
const DEVICES = 'select id, serial_id as code, name from device where serial_id = any ($1)'
export const findDevices = (db: Db, serialIds: readonly string[]) => run<Named>(db, DEVICES, [serialIds])

const GATEWAY_RECORDS = `jsonb_to_recordset($1::jsonb) r (id int8, name text, "roomId" int8, remark text)`
// A new gateway has no code until the office draws one.
const ADD_GATEWAYS = `insert into iot_gateway (name, room_id, remark, created_by, created_at)
  select name, "roomId", remark, $2, $3 from ${GATEWAY_RECORDS} where id is null`
const CHANGE_GATEWAYS = `update iot_gateway g set room_id = r."roomId", remark = r.remark
  from ${GATEWAY_RECORDS} where g.id = r.id`
export async function keepGateways(ctx: Ctx, gateways: readonly ImportedGateway[]): Promise<void> {
  const records = JSON.stringify(gateways)
  await run(ctx.db, ADD_GATEWAYS, [records, ctx.me.id, ctx.now])
  await run(ctx.db, CHANGE_GATEWAYS, [records])
}

export interface ImportedUnit {
  gatewayId: number
  number: number
  kind: UnitKind
  name: string
  model: string | null
  roomId: number | null
  labId: number | null
  deviceId: number | null
  leadMinutes: number
  graceMinutes: number
  remark: string | null
}
export type KnownUnit = ImportedUnit & { room: string | null; lab: string | null; serialId: string | null }
const UNITS = `select s.gateway_id as "gatewayId", s.number, s.kind, s.name, s.model, s.room_id as "roomId",
    s.lab_id as "labId", s.device_id as "deviceId", s.lead_minutes as "leadMinutes",
    s.grace_minutes as "graceMinutes", s.remark, b.name || ' ' || r.name as room, l.name as lab,
    d.serial_id as "serialId"
  from iot_sub_device s left join room r on r.id = s.room_id left join building b on b.id = r.building_id
    left join lab l on l.id = s.lab_id left join device d on d.id = s.device_id
  where s.gateway_id = any ($1) and s.retired_at is null`
/** All sub-devices in use at these gateways. */
export const findUnits = (db: Db, gatewayIds: readonly number[]) => run<KnownUnit>(db, UNITS, [gatewayIds])

const KEEP_UNITS = `insert into iot_sub_device (gateway_id, number, kind, name, model, room_id, lab_id,
    device_id, lead_minutes, grace_minutes, remark, created_at)
  select "gatewayId", number, kind, name, model, "roomId", "labId", "deviceId", "leadMinutes",
    "graceMinutes", remark, $2
  from jsonb_to_recordset($1::jsonb) r ("gatewayId" int8, number int, kind text, name text, model text,
    "roomId" int8, "labId" int8, "deviceId" int8, "leadMinutes" int, "graceMinutes" int, remark text)
  on conflict (gateway_id, number) where retired_at is null do update set name = excluded.name,
    model = excluded.model, room_id = excluded.room_id, lab_id = excluded.lab_id,
    device_id = excluded.device_id, lead_minutes = excluded.lead_minutes,
    grace_minutes = excluded.grace_minutes, remark = excluded.remark`
export const keepUnits = (ctx: Ctx, units: readonly ImportedUnit[]) =>
  run(ctx.db, KEEP_UNITS, [JSON.stringify(units), ctx.now])

import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { readPage } from '../../kernel/list.store.ts'
import type { ChosenUnit } from './batch.rules.ts'
import { GATEWAYS, type GatewayRecord } from './gateway.store.ts'
import { UNITS, type UnitRecord } from './unit.store.ts'

// Several gateways or sub-devices at once.

export const listGateways = async (db: Db, ids: readonly number[]) =>
  (await readPage<GatewayRecord>(db, GATEWAYS, [sql`g.id = any(${ids})`], { page: 0, size: ids.length }))
    .items
export const listUnits = async (db: Db, ids: readonly number[]) =>
  (await readPage<UnitRecord>(db, UNITS, [sql`s.id = any(${ids})`], { page: 0, size: ids.length })).items

const LOCK = `select s.id, s.name, s.gateway_id as "gatewayId", s.number, s.retired_at is not null as retired,
    (select g.retired_at is not null from iot_gateway g where g.id = s.gateway_id) as "gatewayRetired",
    exists (select from iot_sub_device n where n.replaces = s.id) as replaced,
    (select n.name from iot_sub_device n where n.gateway_id = s.gateway_id and n.number = s.number
      and n.retired_at is null and n.id <> s.id) as "takenBy"
  from iot_sub_device s where s.id = any($1) order by s.id for no key update of s`
/** Locks in the order of ids, so that two requests for the same units cannot deadlock. */
export const lockUnits = (ctx: Ctx, ids: readonly number[]) => run<ChosenUnit>(ctx.db, LOCK, [ids])
const TIE = 'update iot_sub_device set room_id = $2, lab_id = $3, device_id = null where id = any($1)'
export const tieUnits = (
  ctx: Ctx,
  ids: readonly number[],
  to: { roomId: number | null; labId: number | null },
) => run(ctx.db, TIE, [ids, to.roomId, to.labId])
const RETIRE = 'update iot_sub_device set retired_at = $2, retire_reason = $3 where id = any($1)'
export const retireUnits = (ctx: Ctx, ids: readonly number[], reason: string) =>
  run(ctx.db, RETIRE, [ids, ctx.now, reason])
const RESTORE = `update iot_sub_device set retired_at = null, retire_reason = null, restored_at = $2,
    restore_reason = $3 where id = any($1)`
export const restoreUnits = (ctx: Ctx, ids: readonly number[], reason: string) =>
  run(ctx.db, RESTORE, [ids, ctx.now, reason])

export interface ChosenGateway {
  id: number
  name: string
  retired: boolean
}
const LOCK_GATEWAYS = `select id, name, retired_at is not null as retired from iot_gateway
  where id = any($1) order by id for no key update`
export const lockGateways = (ctx: Ctx, ids: readonly number[]) =>
  run<ChosenGateway>(ctx.db, LOCK_GATEWAYS, [ids])
const RESTORE_GATEWAYS = `update iot_gateway set retired_at = null, retire_reason = null, restored_at = $2,
    restore_reason = $3 where id = any($1)`
export const restoreGateways = (ctx: Ctx, ids: readonly number[], reason: string) =>
  run(ctx.db, RESTORE_GATEWAYS, [ids, ctx.now, reason])

import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { readPage } from '../../kernel/list.store.ts'
import { GATEWAYS, type GatewayRecord } from './gateway.store.ts'
import { UNITS, type UnitRecord } from './unit.store.ts'

// Several gateways or sub-devices at once.

export const listGateways = async (db: Db, ids: readonly number[]) =>
  (await readPage<GatewayRecord>(db, GATEWAYS, [sql`g.id = any(${ids})`], { page: 0, size: ids.length }))
    .items
export const listUnits = async (db: Db, ids: readonly number[]) =>
  (await readPage<UnitRecord>(db, UNITS, [sql`s.id = any(${ids})`], { page: 0, size: ids.length })).items

const LOCK = `select id, name, gateway_id as "gatewayId", retired_at is not null as retired
  from iot_sub_device where id = any($1) order by id for no key update`
/** In one order, so that two who choose the same do not wait for each other. */
export const lockUnits = (ctx: Ctx, ids: readonly number[]) =>
  run<{ id: number; name: string; gatewayId: number; retired: boolean }>(ctx.db, LOCK, [ids])
const TIE = 'update iot_sub_device set room_id = $2, lab_id = $3, device_id = null where id = any($1)'
export const tieUnits = (
  ctx: Ctx,
  ids: readonly number[],
  to: { roomId: number | null; labId: number | null },
) => run(ctx.db, TIE, [ids, to.roomId, to.labId])
const RETIRE = 'update iot_sub_device set retired_at = $2, retire_reason = $3 where id = any($1)'
export const retireUnits = (ctx: Ctx, ids: readonly number[], reason: string) =>
  run(ctx.db, RETIRE, [ids, ctx.now, reason])

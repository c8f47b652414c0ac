import type { MappingRules } from '@portal/contract/iot/mapping'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, type List } from '../../kernel/list.store.ts'
import { TERMS } from './access.store.ts'
import { makeLike } from './gateway.store.ts'
import type { UnitTerms } from './grant.rules.ts'

// Mappings for devices of other makers, in versions, and the last messages of each device.

export interface MappingRecord {
  id: number
  name: string
  remark: string | null
  version: number
  by: string
  at: Date
  gateways: number
}
const MAPPINGS: List = {
  table: 'iot_mapping',
  as: 'm',
  row: `m.id, m.name, m.remark, v.version, u.name as by, v.at,
    (select count(*)::int from iot_gateway g where g.mapping_id = m.id and g.retired_at is null) as gateways`,
  joins: `join iot_mapping_version v on v.mapping_id = m.id and v.version = (select max(n.version)
      from iot_mapping_version n where n.mapping_id = m.id) join user_account u on u.id = v.by_id`,
}
export const listMappings = (db: Db, keyword: string | undefined, at: { page: number; size: number }) =>
  readPage<MappingRecord>(db, MAPPINGS, keyword ? [sql`m.name ilike ${makeLike(keyword)}`] : [], at)
export const findMapping = (db: Db, id: number) => readOne<MappingRecord>(db, MAPPINGS, id)

const VERSIONS = `select v.version, u.name as by, v.at, v.rules from iot_mapping_version v
  join user_account u on u.id = v.by_id where v.mapping_id = $1 order by v.version desc limit 50`
export const readVersions = (db: Db, id: number) =>
  run<{ version: number; by: string; at: Date; rules: MappingRules }>(db, VERSIONS, [id])

const ADD =
  'insert into iot_mapping (name, remark, created_by, created_at) values ($1, $2, $3, $4) returning id'
export const addMapping = (ctx: Ctx, v: { name: string; remark: string | null }) =>
  runOne<{ id: number }>(ctx.db, ADD, [v.name, v.remark, ctx.me.id, ctx.now])
const HOLD = 'select from iot_mapping where id = $1 for no key update'
/** Locks a mapping, so that of two concurrent saves the second sees the version of the first. */
export const holdMapping = (ctx: Ctx, id: number) => run(ctx.db, HOLD, [id])
const RENAME = 'update iot_mapping set name = $2, remark = $3 where id = $1'
export const renameMapping = (ctx: Ctx, id: number, v: { name: string; remark: string | null }) =>
  run(ctx.db, RENAME, [id, v.name, v.remark])
const ADD_VERSION = `insert into iot_mapping_version (mapping_id, version, rules, by_id, at)
  select $1, coalesce(max(version), 0) + 1, $2, $3, $4 from iot_mapping_version where mapping_id = $1`
export const addVersion = (ctx: Ctx, id: number, rules: MappingRules) =>
  run(ctx.db, ADD_VERSION, [id, JSON.stringify(rules), ctx.me.id, ctx.now])

// ── What a device says ───────────────────────────────────────────────────────

const RULES_OF = `select v.rules from iot_gateway g join iot_mapping_version v on v.mapping_id = g.mapping_id
  where g.id = $1 and g.sealed_key is not null order by v.version desc limit 1`
/** Undefined: the gateway speaks our protocol, or is not enrolled. */
export const listRules = async (db: Db, gatewayId: number) =>
  (await run<{ rules: MappingRules }>(db, RULES_OF, [gatewayId]))[0]?.rules

const HEARD = `insert into iot_heard (gateway_id, topic, said, at)
  select $1, $2, $3, $4 where exists (select from iot_heard where gateway_id = $1 and topic = $2)
    or (select count(*) from iot_heard where gateway_id = $1) < 50
  on conflict (gateway_id, topic) do update set said = excluded.said, at = excluded.at`
/** Stores the last message of up to 50 topics; messages of further topics are translated but not shown. */
export const noteHeard = (db: Db, gatewayId: number, topic: string, said: string, now: Date) =>
  run(db, HEARD, [gatewayId, topic, said, now])
const LAST = 'select topic, said, at from iot_heard where gateway_id = $1 order by at desc, topic limit 50'
export const readHeard = (db: Db, gatewayId: number) =>
  run<{ topic: string; said: string; at: Date }>(db, LAST, [gatewayId])

const ABOUT = `update iot_gateway set seen_at = $2, signal = coalesce($3, signal),
  firmware = coalesce($4, firmware) where id = $1`
export const noteAbout = (
  db: Db,
  gatewayId: number,
  v: { signal: number | null; firmware: string | null },
  now: Date,
) => run(db, ABOUT, [gatewayId, now, v.signal, v.firmware])
const DONE = `update iot_command c set answered_at = $4, done = true from iot_sub_device s
  where s.id = c.sub_device_id and c.gateway_id = $1 and s.number = $2 and c.what = $3
    and c.answered_at is null and c.sent_at is not null and c.until > $4 returning c.id`
/** A state that fits an open command is that command's answer. Returns the command's id, or null. */
export const noteDone = async (db: Db, gatewayId: number, number: number, what: string, now: Date) =>
  (await run<{ id: number }>(db, DONE, [gatewayId, number, what, now]))[0]?.id ?? null
/**
 * What is stored of a switch that is on, or was ordered on:
 * part of `Switched` in adapters/gate-device/deciding.ts.
 */
export interface Kept {
  ref: string | null
  warnedOf: number | null
  offAt: number | null
}
const STATES = `select id as "unitId", number, state, switched from iot_sub_device where gateway_id = $1
  and retired_at is null`
export interface Standing {
  unitId: number
  number: number
  state: { open?: boolean; on?: boolean } | null
  switched: Kept | null
}
export const readStates = async (db: Db, gatewayId: number) =>
  new Map((await run<Standing>(db, STATES, [gatewayId])).map((s) => [s.number, s]))

// ── Its switches ─────────────────────────────────────────────────────────────

const ON = `s.kind = 'air_switch' and s.retired_at is null and (s.state->>'on')::boolean`
// An override switches a unit on once: if it was switched
// off since the override began, even by hand, it stays off.
const DARK = `s.kind = 'air_switch' and s.retired_at is null and (s.state->>'on')::boolean is false`
const WANTED = `left join lateral (select t.id from iot_grant t where t.sub_device_id = s.id
    and t.kind = 'override' and t.withdrawn_at is null and t.from_at <= $1 and t.to_at > $1
    and not exists (select from iot_event e where e.sub_device_id = s.id and e.kind = 'switched_off'
      and e.at >= t.from_at) order by t.id limit 1) t on true`
const POWERED = `select distinct g.id
  from iot_gateway g join iot_sub_device s on s.gateway_id = g.id ${WANTED}
  where g.mapping_id is not null and g.sealed_key is not null
    and (${ON} or ${DARK} and (t.id is not null or s.switched is not null)) order by g.id`
/** Other makers' gateways with a switch that is on or may have to go on. */
export const listPowered = async (db: Db, now: Date) =>
  (await run<{ id: number }>(db, POWERED, [now])).map((g) => g.id)
const TO_LIGHT = `select s.id as "unitId", s.number, t.id as "grantId" from iot_sub_device s ${WANTED}
  where s.gateway_id = $2 and ${DARK} and (t.id is not null or s.switched is not null) order by s.number`
/** Switches that are off, with the override that wants them on; null: none does any more. */
export const readDark = (db: Db, gatewayId: number, now: Date) =>
  run<{ unitId: number; number: number; grantId: number | null }>(db, TO_LIGHT, [now, gatewayId])
export interface Powered extends UnitTerms {
  switched: Kept | null
}
const SWITCHES = `select ${TERMS}, s.switched from iot_sub_device s where s.gateway_id = $1 and ${ON}
  order by s.number`
export const readPowered = (db: Db, gatewayId: number) => run<Powered>(db, SWITCHES, [gatewayId])
const KEEP = 'update iot_sub_device set switched = $2 where id = $1'
export const keepSwitched = (db: Db, unitId: number, kept: Kept) =>
  run(db, KEEP, [unitId, JSON.stringify(kept)])
const FORGET = `update iot_sub_device set switched = null where gateway_id = $1 and number = $2
  and retired_at is null`
export const forgetSwitched = (db: Db, gatewayId: number, number: number) =>
  run(db, FORGET, [gatewayId, number])

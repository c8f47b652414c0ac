import type { GatewayLine, GatewayState } from '@portal/contract/iot/iot'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { poolDb, run, runOne, type Db, type Pool } from '../../kernel/db.ts'
import { readOne, readPage, type Condition, type List } from '../../kernel/list.store.ts'
import { FOREIGN_SILENT_SECONDS, SILENT_SECONDS } from './grant.rules.ts'

// Gateways: their enrolment, their last messages, and the lists they were sent.

export interface GatewayRecord {
  id: number
  name: string
  roomId: number | null
  roomName: string | null
  remark: string | null
  hardware: string | null
  firmware: string | null
  signal: number | null
  seenAt: Date | null
  goneAt: Date | null
  spoke: GatewayLine | null
  enrolledAt: Date | null
  codeUntil: Date | null
  clockOffMs: number | null
  units: number
  grantsSeq: number
  grantsHeld: number | null
  grantsAt: Date | null
  retiredAt: Date | null
  retireReason: string | null
  restoredAt: Date | null
  restoreReason: string | null
  mappingId: number | null
  mappingName: string | null
  certifiedUntil: Date | null
  certificate: CertificateRecord | null
}
export interface CertificateRecord {
  fingerprint: string
  subject: string
  serial: string
  validFrom: string
  validTo: string
  boundAt: string
  boundBy: string
  revokedAt: string | null
  revokedBy: string | null
  revokedWhy: string | null
}
export const GATEWAYS: List = {
  table: 'iot_gateway',
  as: 'g',
  row: `g.id, g.name, g.room_id as "roomId", b.name || ' ' || r.name as "roomName", g.remark, g.hardware,
    g.firmware, g.signal, g.seen_at as "seenAt", g.gone_at as "goneAt", g.spoke, g.enrolled_at as "enrolledAt",
    g.code_until as "codeUntil", g.clock_off_ms as "clockOffMs",
    (select count(*)::int from iot_sub_device s where s.gateway_id = g.id and s.retired_at is null) as units,
    g.grants_seq as "grantsSeq", g.grants_held as "grantsHeld", g.grants_at as "grantsAt",
    g.retired_at as "retiredAt", g.retire_reason as "retireReason",
    g.restored_at as "restoredAt", g.restore_reason as "restoreReason",
    g.mapping_id as "mappingId", m.name as "mappingName", g.certified_until as "certifiedUntil",
    (select jsonb_build_object('fingerprint', encode(c.fingerprint, 'hex'), 'subject', c.subject,
        'serial', c.serial, 'validFrom', c.valid_from, 'validTo', c.valid_to, 'boundAt', c.bound_at,
        'boundBy', u.name, 'revokedAt', c.ended_at, 'revokedBy', e.name, 'revokedWhy', c.revoked_why)
      from iot_certificate c join user_account u on u.id = c.bound_by
        left join user_account e on e.id = c.ended_by
      where c.gateway_id = g.id and c.epoch = g.epoch and g.certified_until is not null
      order by c.id desc limit 1) as certificate`,
  joins: `left join room r on r.id = g.room_id left join building b on b.id = r.building_id
    left join iot_mapping m on m.id = g.mapping_id`,
}
/** `ilike` pattern for "contains the keyword", with wildcards escaped. Only for short tables. */
export const makeLike = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

export function listGateways(
  db: Db,
  w: { keyword: string | undefined; state: GatewayState | undefined },
  at: { page: number; size: number },
  now: Date,
) {
  const [ours, foreign] = [SILENT_SECONDS, FOREIGN_SILENT_SECONDS].map(
    (s) => new Date(now.getTime() - s * 1000),
  )
  const online = sql`(g.seen_at > case when g.mapping_id is null then ${ours}::timestamptz
    else ${foreign}::timestamptz end and (g.gone_at is null or g.gone_at < g.seen_at)) is true`
  const where: Condition[] = []
  if (w.keyword) {
    const like = makeLike(w.keyword)
    where.push(sql`(g.name ilike ${like} or g.hardware ilike ${like} or g.remark ilike ${like})`)
  }
  if (w.state === 'retired') where.push(sql`g.retired_at is not null`)
  else if (w.state !== undefined) where.push(sql`g.retired_at is null`)
  if (w.state === 'new') where.push(sql`g.enrolled_at is null`)
  if (w.state === 'online') where.push(online)
  if (w.state === 'offline') where.push(sql`g.enrolled_at is not null and not ${online}`)
  return readPage<GatewayRecord>(db, GATEWAYS, where, at)
}
export const findGateway = (db: Db, id: number) => readOne<GatewayRecord>(db, GATEWAYS, id)

export interface GatewayValues {
  name: string
  roomId: number | null
  remark: string | null
  mappingId: number | null
}
const ADD = `insert into iot_gateway (name, room_id, remark, created_by, created_at, code_hash, code_until,
    mapping_id) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
export const addGateway = (ctx: Ctx, v: GatewayValues, codeHash: Buffer, until: Date) =>
  runOne<{ id: number }>(ctx.db, ADD, [
    v.name,
    v.roomId,
    v.remark,
    ctx.me.id,
    ctx.now,
    codeHash,
    until,
    v.mappingId,
  ])
const EDIT = 'update iot_gateway set name = $2, room_id = $3, remark = $4, mapping_id = $5 where id = $1'
export const editGateway = (ctx: Ctx, id: number, v: GatewayValues) =>
  run(ctx.db, EDIT, [id, v.name, v.roomId, v.remark, v.mappingId])
const RENEW =
  'update iot_gateway set code_hash = $2, code_until = $3 where id = $1 and retired_at is null returning id'
export const renewCode = async (ctx: Ctx, id: number, codeHash: Buffer, until: Date) =>
  (await run(ctx.db, RENEW, [id, codeHash, until])).length === 1
const RETIRE = `update iot_gateway g set retired_at = $2, retire_reason = $3, code_hash = null,
    code_until = null, sealed_key = null, enrolled_at = null, certified_until = null, silent_told_at = null
  where id = any($1) and retired_at is null
    and not exists (select from iot_sub_device s where s.gateway_id = g.id and s.retired_at is null)
  returning id`
export const retireGateways = async (ctx: Ctx, ids: readonly number[], reason: string) =>
  (await run<{ id: number }>(ctx.db, RETIRE, [ids, ctx.now, reason])).map(({ id }) => id)

/** The code is used up, and all earlier credentials of the gateway are void. */
const ENROL = (
  where: string,
) => `update iot_gateway set code_hash = null, code_until = null, epoch = epoch + 1,
    enrolled_at = $2, sealed_key = $3, hardware = $4, firmware = $5, up_seq = 0, event_seq = 0,
    reading_seq = 0,
    grants_held = null, grants_digest = null, gone_at = null, seen_at = null, certified_until = null,
    spoke = null
  where ${where} and retired_at is null returning id`
const ENROL_BY = { code: ENROL('code_hash = $1 and code_until > $2'), id: ENROL('id = $1') }
export const enrol = async (
  ctx: Ctx,
  by: { code: Buffer } | { id: number },
  v: { sealed: Buffer; hardware: string | null; firmware: string | null },
) => {
  const [text, who] = 'code' in by ? [ENROL_BY.code, by.code] : [ENROL_BY.id, by.id]
  return (await run<{ id: number }>(ctx.db, text, [who, ctx.now, v.sealed, v.hardware, v.firmware]))[0]?.id
}

/** Gateways whose hardware is named `hardware`, a dash, and more. */
const OF_HARDWARE = `select g.id, g.hardware, (select max((s.reading->>'kwh')::float8) from iot_sub_device s
    where s.gateway_id = g.id) as kwh
  from iot_gateway g where g.hardware like $1 || '-%' and g.retired_at is null order by g.id`
export const listOfHardware = (db: Db, hardware: string) =>
  run<{ id: number; hardware: string; kwh: number | null }>(db, OF_HARDWARE, [hardware])

// ── What it says ─────────────────────────────────────────────────────────────

export interface Line {
  id: number
  epoch: number
  sealedKey: Buffer
  eventSeq: number
  grantsSeq: number
  grantsText: string | null
  /** Null: the gateway signs in with its password. */
  certifiedUntil: Date | null
  enrolledAt: Date | null
}
const LINE = `select id, epoch, sealed_key as "sealedKey", event_seq as "eventSeq", grants_seq as "grantsSeq",
    grants_text as "grantsText", certified_until as "certifiedUntil", enrolled_at as "enrolledAt"
  from iot_gateway where id = $1 and sealed_key is not null`
export const findLine = async (db: Db, id: number) => (await run<Line>(db, LINE, [id]))[0]
/** For a client that connects to the broker, outside any transaction. */
export const findLineNow = (pool: Pool, id: number) => findLine(poolDb(pool), id)
// Not `for update`: inserts of rows that refer to the gateway, such as the note that all lists are stale,
// would wait for this lock while it waits for them.
export const lockLine = async (db: Db, id: number) =>
  (await run<Line>(db, `${LINE} for no key update`, [id]))[0]

const LINES = `select id, sealed_key as "sealedKey", reading_seq as "readingSeq",
    certified_until as "certifiedUntil" from iot_gateway
  where id = any($1) and sealed_key is not null order by id for no key update`
/** Locks many gateways in the order of ids, so that two transactions cannot deadlock. */
export const lockLines = (db: Db, ids: readonly number[]) =>
  run<Pick<Line, 'id' | 'sealedKey' | 'certifiedUntil'> & { readingSeq: number }>(db, LINES, [ids])
// Seen when it spoke, not when that is written: its line may have broken in between, and it would be online.
const READINGS = `update iot_gateway g set reading_seq = u.through, seen_at = greatest(g.seen_at, u.at)
  from unnest($1::int8[], $2::int8[], $3::timestamptz[]) u(id, through, at) where g.id = u.id`
export const noteReadings = (db: Db, of: readonly { id: number; through: number; heardAt: Date }[]) =>
  run(db, READINGS, [of.map((g) => g.id), of.map((g) => g.through), of.map((g) => g.heardAt)])

/** No row: an older or repeated message. */
const SEEN = `update iot_gateway set up_seq = $2, seen_at = $3 where id = $1 and up_seq < $2
  returning old.seen_at as "seenAt", old.gone_at as "goneAt"`
/**
 * When the gateway was heard before, and when its connection broke; undefined for an old or repeated message.
 */
export const noteSeen = async (db: Db, id: number, seq: number, now: Date) =>
  (await run<Pick<GatewayRecord, 'seenAt' | 'goneAt'>>(db, SEEN, [id, seq, now]))[0]
const STATE = `update iot_gateway set firmware = coalesce($2, firmware), signal = $3, clock_off_ms = $4,
  grants_held = $5, spoke = $6 where id = $1`
export const noteState = (
  db: Db,
  id: number,
  s: {
    firmware: string | null
    signal: number | null
    clockOffMs: number
    held: number | null
    spoke: GatewayLine
  },
) => run(db, STATE, [id, s.firmware, s.signal, s.clockOffMs, s.held, s.spoke])
const UNITS = `update iot_sub_device s set state = u.value, state_at = $3
  from jsonb_each($2::jsonb) u where s.gateway_id = $1 and s.retired_at is null and s.number = u.key::int
  returning old.state is distinct from new.state as "isNew"`
/** Returns true if any state has changed. */
export const noteUnits = async (db: Db, id: number, states: object, now: Date): Promise<boolean> =>
  (await run<{ isNew: boolean }>(db, UNITS, [id, JSON.stringify(states), now])).some((u) => u.isNew)
export const noteGone = (db: Db, id: number, now: Date) =>
  run(db, 'update iot_gateway set gone_at = $2 where id = $1', [id, now])
export const noteEvents = (db: Db, id: number, through: number, now: Date) =>
  run(db, 'update iot_gateway set event_seq = $2, seen_at = $3 where id = $1', [id, through, now])

/** Counts events that the portal itself records; `seen_at` stays, because the gateway was not heard. */
export const countEvents = (db: Db, id: number, through: number) =>
  run(db, 'update iot_gateway set event_seq = $2 where id = $1', [id, through])

// ── Its list ─────────────────────────────────────────────────────────────────

export interface Sent {
  seq: number
  /** The number of the list that the gateway says it has. */
  held: number | null
  at: Date | null
  digest: string | null
}
const SENT = `select grants_seq as seq, grants_held as held, grants_at as at, grants_digest as digest
  from iot_gateway where id = $1`
export const findSent = (db: Db, id: number) => runOne<Sent>(db, SENT, [id])
const KEEP = `update iot_gateway set grants_seq = $2, grants_at = $3, grants_digest = $4, grants_text = $5
  where id = $1`
export const keepList = (ctx: Ctx, id: number, v: { seq: number; digest: string; text: string }) =>
  run(ctx.db, KEEP, [id, v.seq, ctx.now, v.digest, v.text])

const OF_DEVICE = `insert into iot_stale (gateway_id)
  select distinct s.gateway_id from device d join lab l on l.id = d.lab_id
    join iot_sub_device s on s.retired_at is null
      and (s.device_id = d.id or s.lab_id = d.lab_id or s.room_id = coalesce(d.room_id, l.room_id))
  where d.id = $1 returning gateway_id`
/** Marks the lists that cover this instrument as stale; calls `hear` if there are any. */
export const noteStaleOfDevice = (ctx: Ctx, deviceId: number, hear: () => void): Promise<void> =>
  ctx.leave(OF_DEVICE, [deviceId], (stale) => {
    if (stale.length > 0) hear()
  })
// From the people to their instruments, once, then from these to the units, one branch for each index: a
// single condition would search the bookings again for every unit there is.
const OF_USERS = `with booked as materialized (
      select b.device_id from booking b where b.booker_id = any($1) and b.period && tstzrange($2, $3)
      union select b.device_id from booking b where b.experimenter_id = any($1)
        and b.experimenter_id <> b.booker_id -- the index knows only these
        and b.period && tstzrange($2, $3)),
    held as materialized (select d.id, d.lab_id, coalesce(d.room_id, l.room_id) as room_id
      from booked b join device d on d.id = b.device_id join lab l on l.id = d.lab_id)
  insert into iot_stale (gateway_id)
  select s.gateway_id from iot_sub_device s join iot_grant t on t.sub_device_id = s.id
    where s.retired_at is null and t.user_id = any($1) and t.withdrawn_at is null
  union select s.gateway_id from iot_sub_device s join held h on h.id = s.device_id
    where s.retired_at is null
  union select s.gateway_id from iot_sub_device s join held h on h.lab_id = s.lab_id
    where s.retired_at is null
  union select s.gateway_id from iot_sub_device s join held h on h.room_id = s.room_id
    where s.retired_at is null
  returning gateway_id`
/**
 * Marks the lists that may contain these people between
 * two moments as stale; returns false if there are none.
 */
export const noteStaleOfUsers = async (ctx: Ctx, userIds: readonly number[], from: Date, to: Date) =>
  (await run(ctx.db, OF_USERS, [userIds, from, to])).length > 0
export const noteStale = (ctx: Ctx, gatewayId: number) =>
  run(ctx.db, 'insert into iot_stale (gateway_id) values ($1)', [gatewayId])
export const noteStaleAmong = (ctx: Ctx, gatewayIds: readonly number[]) =>
  run(ctx.db, 'insert into iot_stale (gateway_id) select unnest($1::int8[])', [gatewayIds])
const ALL = 'select id from iot_gateway where sealed_key is not null'
const ALL_STALE = `insert into iot_stale (gateway_id) ${ALL} returning gateway_id`
export const noteAllStale = async (db: Db) => (await run(db, ALL_STALE, [])).length
// PostgreSQL itself remembers that this transaction has noted all: the setting ends with the transaction and
// with a savepoint that is rolled back, as the notes do.
const ALL_STALE_ONCE = `with first as materialized (
    select set_config('portal.noted_gateways', 'all', true)
    where current_setting('portal.noted_gateways', true) is distinct from 'all')
  insert into iot_stale (gateway_id) select a.id from (${ALL}) a, first returning gateway_id`
/** Marks all lists as stale once in a transaction; returns false if it has done so already or there are none. */
export const noteAllStaleOnce = async (ctx: Ctx) => (await run(ctx.db, ALL_STALE_ONCE, [])).length > 0

const FORGET_STALE = `delete from iot_stale
  where id = any(array(select id from iot_stale for update skip locked))`
/** Deletes all notes but those that are being taken; the caller then notes all gateways. */
export const forgetStale = (db: Db) => run(db, FORGET_STALE, [])

// Only 20 at a time: making a list locks its gateway, and
// a transaction over a thousand would block all of them.
const TAKE = `delete from iot_stale
  where id = any(array(select id from iot_stale order by id limit 20 for update skip locked))
  returning gateway_id as "gatewayId"`
export const takeStale = async (db: Db): Promise<number[]> => [
  ...new Set((await run<{ gatewayId: number }>(db, TAKE, [])).map((r) => r.gatewayId)),
]
const TAKE_OF = 'delete from iot_stale where gateway_id = $1 returning gateway_id'
/** Returns true if the list of this gateway has to be made anew. */
export const takeStaleAt = async (db: Db, id: number) => (await run(db, TAKE_OF, [id])).length > 0

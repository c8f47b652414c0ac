import type { CommandWhat, GrantKind } from '@portal/contract/iot/door-access'
import { qualificationReasons } from '@portal/contract/booking/booking'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, poolDb, run, runOne, type Db, type Pool } from '../../kernel/db.ts'
import { readOne, readPage, type Condition, type List } from '../../kernel/list.store.ts'
import { makeLike } from './gateway.store.ts'
import type { Booked, Granted, UnitTerms } from './grant.rules.ts'
import { keptBy, type Keeper } from './unit.store.ts'

// The rows that rights are computed from (bookings, grants, cards), and remote commands.

export const TERMS = `s.id as "unitId", s.number, s.kind, s.lead_minutes as "leadMinutes",
  s.grace_minutes as "graceMinutes", s.warn_minutes as "warnMinutes", s.stage, s.fail_safe as "failSafe"`
const UNITS = `select ${TERMS} from iot_sub_device s where s.gateway_id = $1 and s.retired_at is null
  order by s.number`
export const readTerms = (db: Db, gatewayId: number) => run<UnitTerms>(db, UNITS, [gatewayId])

// From a unit to all instruments behind it, one branch for each index: a single condition would be checked
// for every instrument there is. From a booking it is the other way round.
const DEVICES_OF_UNIT = `cross join lateral (
      select i.id, i.lab_id from device i where i.id = s.device_id
      union all select i.id, i.lab_id from device i where i.lab_id = s.lab_id
      union all select i.id, i.lab_id from device i where i.room_id = s.room_id
      union all select i.id, i.lab_id from lab l join device i on i.lab_id = l.id and i.room_id is null
        where l.room_id = s.room_id) d`
const UNITS_OF_DEVICE = `join device d on s.device_id = d.id or s.lab_id = d.lab_id
      or s.room_id = coalesce(d.room_id, (select l.room_id from lab l where l.id = d.lab_id))`
// A finished use keeps its right for the longest grace period (4 hours). Where the instrument requires a
// qualification: a booker who booked for someone else enters only with the booker's own qualification; the
// experimenter enters without one if a director overrode it for this booking, or if the use has begun.
// Everybody else must be qualified up to the end of the booking, as when the booking was judged: a list that
// was sent ahead opens a door long after.
const BOOKED = (
  where: string,
  devices = DEVICES_OF_UNIT,
) => `select ${TERMS}, b.id as "bookingId", u.id as "userId",
    lower(b.period) as "startAt", upper(b.period) as "endAt", b.finished_at as "finishedAt",
    b.extension_asked_to as "askedTo"
  from iot_sub_device s
    ${devices}
    join booking b on b.device_id = d.id and b.kind = 'self_operated'
      and b.period && tstzrange($2::timestamptz - interval '1 day', $3)
      and upper(b.period) > $2::timestamptz - interval '1 day' -- which the index knows
      and (b.state in ('awaiting_use', 'in_use')
        or b.state in ('awaiting_test_order', 'done')
          and b.finished_at > $2::timestamptz - interval '4 hours')
    join user_account u on u.id in (b.booker_id, b.experimenter_id) and u.enabled
    left join opening o on o.device_id = d.id
  where ${where} and s.retired_at is null and s.kind in ('door', 'air_switch')
    and (not coalesce(o.qualification_required, false)
      or u.id = b.experimenter_id and (b.state <> 'awaiting_use'
        or b.overridden && array[${literals(qualificationReasons)}])
      or exists (select from may_operate(d.id, d.lab_id, u.id, upper(b.period))))`
const GRANTED = (where: string) => `select s.id as "unitId", s.number, s.kind, t.id as "grantId",
    t.kind as "grantKind", t.user_id as "userId", t.from_at as "fromAt", t.to_at as "toAt", t.weekdays,
    t.from_minute as "fromMinute", t.to_minute as "toMinute"
  from iot_sub_device s join iot_grant t on t.sub_device_id = s.id
    left join user_account u on u.id = t.user_id
  where ${where} and s.retired_at is null and t.withdrawn_at is null and t.from_at < $3
    and (t.to_at is null or t.to_at > $2) and (t.user_id is null or u.enabled)`
const BOOKED_AT = {
  gateway: BOOKED('s.gateway_id = $1'),
  unit: BOOKED('s.id = $1'),
  booking: BOOKED('b.id = $1', UNITS_OF_DEVICE),
}
const GRANTED_AT = { gateway: GRANTED('s.gateway_id = $1'), unit: GRANTED('s.id = $1') }
export const readBooked = (db: Db, of: keyof typeof BOOKED_AT, id: number, now: Date, until: Date) =>
  run<Booked>(db, BOOKED_AT[of], [id, now, until])
export const readGranted = (db: Db, of: keyof typeof GRANTED_AT, id: number, now: Date, until: Date) =>
  run<Granted>(db, GRANTED_AT[of], [id, now, until])

/** A booking with its booker and experimenter, who ask for the doors they may open. */
const BOOKING = `select b.id, b.booker_id as "bookerId", b.experimenter_id as "experimenterId" from booking b
  where b.id = $1`
export const findBooking = async (db: Db, id: number) =>
  (await run<{ id: number; bookerId: number; experimenterId: number }>(db, BOOKING, [id]))[0]
const DOORS = `select s.id, s.name, s.gateway_id as "gatewayId", g.sealed_key as "sealedKey",
    g.mapping_id is not null as foreign,
    coalesce(b.name || ' ' || r.name, l.name, d.name, '') as place
  from iot_sub_device s join iot_gateway g on g.id = s.gateway_id left join room r on r.id = s.room_id
    left join building b on b.id = r.building_id left join lab l on l.id = s.lab_id
    left join device d on d.id = s.device_id
  where s.id = any($1) and s.kind = 'door' and g.sealed_key is not null order by s.name, s.id`
export const readDoors = (db: Db, ids: readonly number[]) =>
  run<{
    id: number
    name: string
    gatewayId: number
    sealedKey: Buffer
    /** Another maker's device: it reads neither our QR codes nor a list of cards. */
    foreign: boolean
    place: string
  }>(db, DOORS, [ids])

const NAMES = 'select id, name from user_account where id = any($1)'
export const readNames = async (db: Db, ids: readonly number[]) =>
  new Map((await run<{ id: number; name: string }>(db, NAMES, [ids])).map((u) => [u.id, u.name]))

// ── Grants ───────────────────────────────────────────────────────────────────

export interface GrantRecord {
  id: number
  unitId: number
  unitName: string
  gatewayId: number
  kind: GrantKind
  userId: number | null
  userName: string | null
  fromAt: Date
  toAt: Date | null
  weekdays: number[] | null
  fromMinute: number | null
  toMinute: number | null
  reason: string
  grantedById: number
  grantedByName: string
  grantedAt: Date
  withdrawnAt: Date | null
  withdrawReason: string | null
}
const GRANTS: List = {
  table: 'iot_grant',
  as: 't',
  row: `t.id, t.sub_device_id as "unitId", s.name as "unitName", s.gateway_id as "gatewayId", t.kind,
    t.user_id as "userId", u.name as "userName", t.from_at as "fromAt", t.to_at as "toAt", t.weekdays,
    t.from_minute as "fromMinute", t.to_minute as "toMinute", t.reason, t.granted_by as "grantedById",
    y.name as "grantedByName", t.granted_at as "grantedAt", t.withdrawn_at as "withdrawnAt",
    t.withdraw_reason as "withdrawReason"`,
  joins: `join iot_sub_device s on s.id = t.sub_device_id join user_account y on y.id = t.granted_by
    left join user_account u on u.id = t.user_id`,
}
export function listGrants(
  db: Db,
  keeper: Keeper,
  w: { keyword: string | undefined; unitId: number | undefined; kind: GrantKind | undefined; over: boolean },
  at: { page: number; size: number },
  now: Date,
) {
  const where: Condition[] = []
  if (!keeper.all)
    where.push(sql`t.sub_device_id in (select s.id from iot_sub_device s where ${keptBy(keeper)})`)
  if (w.keyword) {
    const like = makeLike(w.keyword)
    where.push(sql`(t.reason ilike ${like} or t.user_id in (select id from user_account where name ilike
      ${like})
      or t.sub_device_id in (select id from iot_sub_device where name ilike ${like}))`)
  }
  if (w.unitId) where.push(sql`t.sub_device_id = ${w.unitId}`)
  if (w.kind) where.push(sql`t.kind = ${w.kind}`)
  if (!w.over) where.push(sql`t.withdrawn_at is null and (t.to_at is null or t.to_at > ${now})`)
  return readPage<GrantRecord>(db, GRANTS, where, at)
}
export const findGrant = (db: Db, id: number) => readOne<GrantRecord>(db, GRANTS, id)
const ADD = `insert into iot_grant (sub_device_id, kind, user_id, from_at, to_at, weekdays, from_minute,
  to_minute, reason, granted_by, granted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`
export type NewGrant = Pick<
  GrantRecord,
  'unitId' | 'kind' | 'userId' | 'weekdays' | 'fromMinute' | 'toMinute' | 'reason'
> & { from: string; to: string | null }
export const addGrant = (ctx: Ctx, g: NewGrant) =>
  runOne<{ id: number }>(ctx.db, ADD, [
    g.unitId,
    g.kind,
    g.userId,
    g.from,
    g.to,
    g.weekdays,
    g.fromMinute,
    g.toMinute,
    g.reason,
    ctx.me.id,
    ctx.now,
  ])
const WITHDRAW = `update iot_grant set withdrawn_by = $2, withdrawn_at = $3, withdraw_reason = $4
  where id = $1 and withdrawn_at is null returning id`
export const withdraw = async (ctx: Ctx, id: number, reason: string) =>
  (await run(ctx.db, WITHDRAW, [id, ctx.me.id, ctx.now, reason])).length === 1
const END_GRANTS = `update iot_grant set withdrawn_at = $2, withdraw_reason = '账号已停用'
  where user_id = any($1) and withdrawn_at is null`
export const endGrants = (ctx: Ctx, userIds: readonly number[]) => run(ctx.db, END_GRANTS, [userIds, ctx.now])
const WITHDRAW_OVERRIDES = `update iot_grant set withdrawn_by = $2, withdrawn_at = $3, withdraw_reason = $4
  where sub_device_id = $1 and kind = 'override' and withdrawn_at is null and from_at <= $3 and to_at > $3
  returning id`
/** Withdraws the overrides that keep a switch on now; returns how many there were. */
export const withdrawOverrides = async (ctx: Ctx, unitId: number, reason: string) =>
  (await run(ctx.db, WITHDRAW_OVERRIDES, [unitId, ctx.me.id, ctx.now, reason])).length

// ── Cards ────────────────────────────────────────────────────────────────────

export interface CardRecord {
  id: number
  number: string
  userId: number
  userName: string
  boundAt: Date
  unboundAt: Date | null
  unboundWhy: string | null
}
const CARDS: List = {
  table: 'iot_card',
  as: 'c',
  row: `c.id, c.number, c.user_id as "userId", u.name as "userName", c.bound_at as "boundAt",
    c.unbound_at as "unboundAt", c.unbound_why as "unboundWhy"`,
  joins: 'join user_account u on u.id = c.user_id',
}
export function listCards(
  db: Db,
  w: { keyword: string | undefined; over: boolean },
  at: { page: number; size: number },
) {
  const where: Condition[] = []
  if (w.keyword) {
    const like = makeLike(w.keyword)
    where.push(sql`(c.number ilike ${like} or c.user_id in (select id from user_account
      where name ilike ${like} or username ilike ${like}))`)
  }
  if (!w.over) where.push(sql`c.unbound_at is null`)
  return readPage<CardRecord>(db, CARDS, where, at)
}
export const findCard = (db: Db, id: number) => readOne<CardRecord>(db, CARDS, id)
const BIND = `insert into iot_card (number, user_id, bound_by, bound_at) values ($1, $2, $3, $4) returning id`
export const bindCard = (ctx: Ctx, number: string, userId: number) =>
  runOne<{ id: number }>(ctx.db, BIND, [number, userId, ctx.me.id, ctx.now])
const HOLDER = 'select user_id as "userId" from iot_card where number = $1 and unbound_at is null'
/** The person to whom a card in use is bound; undefined: it is bound to nobody. */
export const findHolder = async (db: Db, number: string) =>
  (await run<{ userId: number }>(db, HOLDER, [number]))[0]?.userId
const UNBIND = `update iot_card set unbound_at = $2, unbound_why = $3 where id = $1
  and unbound_at is null returning id`
export const unbindCard = async (ctx: Ctx, id: number, why: string) =>
  (await run(ctx.db, UNBIND, [id, ctx.now, why])).length === 1
const UNBIND_OF = `update iot_card set unbound_at = $2, unbound_why = '账号已停用'
  where user_id = any($1) and unbound_at is null`
export const unbindUsers = (ctx: Ctx, userIds: readonly number[]) =>
  run(ctx.db, UNBIND_OF, [userIds, ctx.now])
const CARDS_OF = `select user_id as "userId", array_agg(number order by number) as numbers from iot_card
  where user_id = any($1) and unbound_at is null group by user_id`
export const readCards = async (db: Db, userIds: readonly number[]) =>
  new Map(
    (await run<{ userId: number; numbers: string[] }>(db, CARDS_OF, [userIds])).map((c) => [
      c.userId,
      c.numbers,
    ]),
  )

// ── Commands ─────────────────────────────────────────────────────────────────

export interface Command {
  id: number
  gatewayId: number
  unitId: number
  number: number
  what: CommandWhat
  until: Date
  sealedKey: Buffer | null
  certifiedUntil: Date | null
}
export interface DueCommand extends Command {
  /** Another maker's device: it signs nothing, and gets commands in its own wording. */
  foreign: boolean
}
const ORDER = `with line as (select g.id, s.number, g.sealed_key, g.certified_until,
      g.mapping_id is null and g.spoke is distinct from 'http' as told
    from iot_gateway g join iot_sub_device s on s.gateway_id = g.id where g.id = $1 and s.id = $2),
  made as (insert into iot_command (gateway_id, sub_device_id, what, reason, by_id, at, until, sent_at)
    select id, $2, $3, $4, $5, $6, $7, case when $8 and told then $6::timestamptz end from line
    returning id, what, until, sent_at is not null as sent)
  select made.id, $1::int8 as "gatewayId", $2::int8 as "unitId", line.number, made.what, made.until, made.sent,
    line.sealed_key as "sealedKey", line.certified_until as "certifiedUntil" from made, line`
/**
 * Adds a command. `sending`: the caller can send it after the commit. The returned `sent` says whether the
 * caller has to, which is so for gateways that speak MQTT and our protocol. Other commands stay unsent:
 * `takeCommandsNow` takes those for other makers' devices, `takeWaiting` those for gateways that speak HTTP.
 */
export const addCommand = (
  ctx: Ctx,
  c: {
    gatewayId: number
    unitId: number
    what: CommandWhat
    reason: string
    until: Date
    sending: boolean
  },
) =>
  runOne<Command & { sent: boolean }>(ctx.db, ORDER, [
    c.gatewayId,
    c.unitId,
    c.what,
    c.reason,
    ctx.me.id,
    ctx.now,
    c.until,
    c.sending,
  ])
const DUE = `with due as (select c.id from iot_command c join iot_gateway g on g.id = c.gateway_id
    where c.sent_at is null and g.spoke is distinct from 'http' order by c.id limit 100
    for update of c skip locked)
  update iot_command c set sent_at = $1 from due, iot_sub_device s, iot_gateway g
  where c.id = due.id and s.id = c.sub_device_id and g.id = c.gateway_id
  returning c.id, c.gateway_id as "gatewayId", s.id as "unitId", s.number, c.what,
    c.until, g.mapping_id is not null as foreign, g.sealed_key as "sealedKey",
    g.certified_until as "certifiedUntil"`
/**
 * Claims up to 100 unsent commands of gateways that do not speak HTTP; the caller sends them. A command that
 * is lost on its way stays unanswered and expires.
 */
export const takeCommandsNow = (pool: Pool, now: Date) => run<DueCommand>(poolDb(pool), DUE, [now])
const WAITING = `update iot_command c set sent_at = coalesce(c.sent_at, $2) from iot_sub_device s
  where c.gateway_id = $1 and c.answered_at is null and (c.sent_at is null or c.until > $2)
    and s.id = c.sub_device_id
  returning c.id, s.number, c.what, c.until`
/** Unanswered commands of one gateway: handed out again until it answers or they expire. */
export const takeWaiting = (db: Db, gatewayId: number, now: Date) =>
  run<Pick<DueCommand, 'id' | 'number' | 'what' | 'until'>>(db, WAITING, [gatewayId, now])
const ANSWERED = `with seen as (update iot_gateway set up_seq = $2, seen_at = $3 where id = $1 and up_seq < $2
    returning id)
  update iot_command c set answered_at = $3, done = $5, why = $6 from seen
  where c.id = $4 and c.gateway_id = seen.id and c.answered_at is null`
/** Records a gateway's answer from its message number `seq`; an older or repeated message changes nothing. */
export const noteAnswered = (
  db: Db,
  gatewayId: number,
  a: { seq: number; command: number; done: boolean; why: string | null },
  now: Date,
) => run(db, ANSWERED, [gatewayId, a.seq, now, a.command, a.done, a.why])
const ANSWER = `update iot_command set answered_at = $3, done = $4, why = $5
  where id = $2 and gateway_id = $1 and answered_at is null`
export const noteAnswer = (
  db: Db,
  gatewayId: number,
  a: { command: number; done: boolean; why: string | null },
  now: Date,
) => run(db, ANSWER, [gatewayId, a.command, now, a.done, a.why])
export interface CommandRecord {
  id: number
  unitId: number
  done: boolean | null
  why: string | null
  until: Date
}
const COMMAND = `select id, sub_device_id as "unitId", done, why, until from iot_command where id = $1`
export const findCommand = async (db: Db, id: number) => (await run<CommandRecord>(db, COMMAND, [id]))[0]

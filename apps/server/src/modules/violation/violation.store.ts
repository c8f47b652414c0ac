import type { PageQuery } from '@portal/contract/kernel/page'
import type { ViolationKind, ViolationState } from '@portal/contract/violation/violation'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import {
  findMeaning,
  readOne,
  readPage,
  sortList,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { namedSql, type NamedPerson } from '../people/people.service.ts'

interface Broken {
  id: number
  deviceId: number
  labId: number
  bookerId: number
}
const ADD = `insert into violation (user_id, device_id, booking_id, kind, at, lab_id, state_at)
  values ($1, $2, $3, $4, $5, $6, $5) on conflict (booking_id, kind) do nothing returning id`
/** A violation to record; each booking has each kind at most once. */
export interface NewViolation {
  userId: number
  deviceId: number
  labId: number
  /** Null: the person had no booking. */
  bookingId: number | null
  kind: ViolationKind
}
export const add = async (ctx: Ctx, v: NewViolation): Promise<boolean> =>
  (await run(ctx.db, ADD, [v.userId, v.deviceId, v.bookingId, v.kind, ctx.now, v.labId])).length === 1

const BOOKED = `select id, device_id as "deviceId", lab_id as "labId", booker_id as "bookerId" from booking
  where id = $1`
export const findBooking = async (db: Db, bookingId: number): Promise<Broken | undefined> =>
  (await run<Broken>(db, BOOKED, [bookingId]))[0]

const SINCE = `select at from violation where user_id = $1 and at >= $2 and revoked_at is null order by at`
export const listSince = async (db: Db, userId: number, at: Date): Promise<Date[]> =>
  (await run<{ at: Date }>(db, SINCE, [userId, at])).map((r) => r.at)

export interface Row {
  id: number
  kind: ViolationKind
  state: ViolationState
  stateAt: Date
  at: Date
  userId: number
  userName: string
  person: NamedPerson
  deviceId: number | null
  deviceName: string | null
  labId: number | null
  labName: string | null
  bookingId: number | null
  appealReason: string | null
  decisionReason: string | null
  decidedBy: string | null
  orderId: number | null
  settlementId: number | null
  feeFen: number | null
  settled: boolean | null
}
const violations: List = {
  table: 'violation',
  as: 'v',
  row: `v.id, v.kind, v.state, v.state_at as "stateAt", v.at, v.user_id as "userId", u.name as "userName",
      ${namedSql('u')} as person,
      v.device_id as "deviceId", d.name as "deviceName", v.lab_id as "labId",
    l.name as "labName", v.booking_id as "bookingId", v.appeal_reason as "appealReason",
    v.decision_reason as "decisionReason", w.name as "decidedBy",
    t.id as "orderId", t.settlement_id as "settlementId", t.total_fen as "feeFen",
    t.state = 'settled' as settled`,
  joins: `join user_account u on u.id = v.user_id left join device d on d.id = v.device_id
    left join lab l on l.id = v.lab_id left join user_account w on w.id = v.decided_by
    left join test_order t on t.booking_id = v.booking_id`,
  order: 'v.at desc, v.id desc',
  named: [
    ['user_id', 'user_account'],
    ['device_id', 'device'],
  ],
}
export const find = (db: Db, id: number) => readOne<Row>(db, violations, id)
const REVOKED = `select ${violations.row} from violation v ${violations.joins}
  where v.booking_id = any ($1) and v.state = 'revoked' order by v.id`
/** The revoked violations of these bookings. */
export const listRevoked = (db: Db, bookingIds: readonly number[]) => run<Row>(db, REVOKED, [bookingIds])

export interface Wanted {
  userId: number | null
  /** Null: the whole campus. */
  places: { labIds: readonly number[]; deviceIds: readonly number[] } | null
  state: ViolationState | null
  kind: ViolationKind | null
  labId: number | null
  keyword: string | undefined
  fromAt: Date | null
  untilAt: Date | null
  id: number | null
}
const SORTS = { at: 'at' }
export function list(db: Db, w: Wanted, at: PageQuery) {
  const all: Restriction[] = []
  if (w.userId !== null) all.push(sql`v.user_id = ${w.userId}`)
  if (w.places)
    all.push(
      sql`(v.lab_id = any(${w.places.labIds}::int8[]) or v.device_id = any(${w.places.deviceIds}::int8[]))`,
    )
  if (w.state) all.push(sql`v.state = ${w.state}`)
  if (w.kind) all.push(sql`v.kind = ${w.kind}`)
  if (w.labId !== null) all.push(sql`v.lab_id = ${w.labId}`)
  if (w.fromAt) all.push(sql`v.at >= ${w.fromAt}`)
  if (w.untilAt) all.push(sql`v.at < ${w.untilAt}`)
  if (w.id !== null) all.push(sql`v.id = ${w.id}`)
  if (w.keyword) all.push(findMeaning(violations, w.keyword))
  return readPage<Row>(db, sortList(violations, at.order_by, SORTS), all, at)
}

const STEP = `update violation set state = $3, state_at = $4,
    revoked_at = case when $3 = 'revoked' then $4::timestamptz end,
    revoked_by = case when $3 = 'revoked' then $5::int8 end,
    appealed_at = case when $3 = 'appealed' then $4 else appealed_at end,
    appeal_reason = case when $3 = 'appealed' then $6 else appeal_reason end,
    decision_reason = case when $3 = 'appealed' then decision_reason else $6 end,
    decided_by = case when $3 = 'appealed' then decided_by else $5 end
  where id = $1 and state = $2 returning id`
/** False if another call was faster. */
export const step = async (
  ctx: Ctx,
  id: number,
  from: ViolationState,
  to: ViolationState,
  reason: string | null,
): Promise<boolean> => (await run(ctx.db, STEP, [id, from, to, ctx.now, ctx.me.id, reason])).length === 1

const REVIEWED = `select device_id as id from device_reviewer where user_id = $1 and device_id is not null
  union select d.id from device_reviewer r join device d on d.lab_id = r.lab_id where r.user_id = $1`
/** Devices whose violations the person may see. */
export const listReviewedDevices = async (db: Db, userId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, REVIEWED, [userId])).map((r) => r.id)

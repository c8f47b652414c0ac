import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { Score } from '@portal/contract/use-rating/use-rating'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, type Db } from '../../kernel/db.ts'

export interface UsedRow {
  bookingId: number
  deviceId: number
  used: boolean
  bookerId: number
  experimenterId: number
  score: Score | null
  words: string | null
  userId: number | null
  userName: string | null
  ratedAt: Date | null
  changedAt: Date | null
}
const USED = `select b.id as "bookingId", b.device_id as "deviceId",
  b.state in (${literals(useStates)}) as used, b.booker_id as "bookerId",
  b.experimenter_id as "experimenterId", r.score, r.words, r.user_id as "userId", u.name as "userName",
  r.rated_at as "ratedAt", r.changed_at as "changedAt"
  from booking b left join use_rating r on r.booking_id = b.id left join user_account u on u.id = r.user_id
  where b.id = $1`
export const find = async (db: Db, bookingId: number): Promise<UsedRow | undefined> =>
  (await run<UsedRow>(db, USED, [bookingId]))[0]

const RATE = `insert into use_rating as r (booking_id, user_id, score, words, rated_at, changed_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (booking_id) do update set score = excluded.score, words = excluded.words,
    changed_at = excluded.changed_at
  where r.user_id = excluded.user_id returning booking_id`
/** False if another person has rated this use meanwhile. */
export const rate = async (
  ctx: Ctx,
  bookingId: number,
  said: { score: Score; words: string | null },
): Promise<boolean> =>
  (await run(ctx.db, RATE, [bookingId, ctx.me.id, said.score, said.words, ctx.now])).length === 1

export interface ListedRow {
  id: number
  score: Score
  words: string | null
  userId: number
  userName: string
  ratedAt: Date
  changedAt: Date
  usedAt: Date | null
}
export interface Wanted {
  deviceId: number
  score: Score | null
  from: string | null
  to: string | null
  zone: string
}
const FROM = `from use_rating r join booking b on b.id = r.booking_id
  where r.device_id = $1 and ($2::int is null or r.score = $2)
    and ($3::date is null or r.rated_at >= $3::date::timestamp at time zone $5)
    and ($4::date is null or r.rated_at < ($4::date + 1)::timestamp at time zone $5)`
const LIST = `select b.id, r.score, r.words, r.user_id as "userId", u.name as "userName",
  r.rated_at as "ratedAt", r.changed_at as "changedAt", coalesce(b.started_at, lower(b.period)) as "usedAt"
  ${FROM.replace('\n  where', ' join user_account u on u.id = r.user_id\n  where')}
  order by r.rated_at desc, b.id desc limit $6 offset $7`
const TOTAL = `select count(*)::int as total ${FROM}`
export async function list(db: Db, w: Wanted, { page, size }: { page: number; size: number }) {
  const values = [w.deviceId, w.score, w.from, w.to, w.zone]
  const items = await run<ListedRow>(db, LIST, [...values, size, page * size])
  return { items, total: (await run<{ total: number }>(db, TOTAL, values))[0]?.total ?? 0 }
}

const MEANS = `select device_id as "deviceId", count(*)::int as count, sum(score)::int as total
  from use_rating where device_id = any($1) group by device_id order by device_id`
export const sumOfDevices = (db: Db, deviceIds: readonly number[]) =>
  run<{ deviceId: number; count: number; total: number }>(db, MEANS, [deviceIds])

export interface UnratedRow {
  id: number
  deviceId: number
  deviceName: string
  deviceSerialId: string
  startedAt: Date | null
  endedAt: Date
}
// Both conditions use an index; the one on experimenters holds only rows whose experimenter is not the
// booker.
const UNRATED = `from booking b join device d on d.id = b.device_id
  where (b.booker_id = $1 or (b.experimenter_id = $1 and b.experimenter_id <> b.booker_id))
    and b.state in (${literals(useStates)}) and coalesce(b.finished_at, upper(b.period)) > $2
    and not exists (select from use_rating r where r.booking_id = b.id)`
const UNRATED_PAGE = `select b.id, d.id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId",
  coalesce(b.started_at, lower(b.period)) as "startedAt", coalesce(b.finished_at, upper(b.period)) as "endedAt"
  ${UNRATED} order by "endedAt" desc, b.id desc limit $3 offset $4`
const UNRATED_TOTAL = `select count(*)::int as total ${UNRATED}`
/** This person's unrated uses that ended after `since`. */
export async function listUnrated(
  db: Db,
  userId: number,
  since: Date,
  { page, size }: { page: number; size: number },
) {
  const items = await run<UnratedRow>(db, UNRATED_PAGE, [userId, since, size, page * size])
  return { items, total: (await run<{ total: number }>(db, UNRATED_TOTAL, [userId, since]))[0]?.total ?? 0 }
}

export interface RatingSum {
  deviceId: number
  count: number
  /** Sum of all scores; divided by `count` it is the mean. */
  total: number
  /** Number of ratings of 满意 or better. */
  content: number
}
const SUM = `select u.device_id as "deviceId", count(*)::int as count, sum(r.score)::int as total,
    (count(*) filter (where r.score >= 4))::int as content
  from use_rating r join use_current c on c.source = 'booking' and c.source_id = r.booking_id
    join use_record u on u.id = c.record_id
  where u.day between $2::date and $3::date and ($1::int8[] is null or u.device_id = any($1))
  group by u.device_id order by u.device_id`
/** Ratings of uses that began on the days from `from` to `to`, per instrument; null: of all instruments. */
export const sum = (db: Db, deviceIds: readonly number[] | null, from: string, to: string) =>
  run<RatingSum>(db, SUM, [deviceIds, from, to])

const OF_USES = `select booking_id as "bookingId", score from use_rating where booking_id = any($1)`
/** The ratings of these bookings' uses. */
export const ofBookings = (db: Db, bookingIds: readonly number[]) =>
  run<{ bookingId: number; score: Score }>(db, OF_USES, [bookingIds])

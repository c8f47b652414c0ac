import type { BookingState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import { LIVE } from '../sql.store.ts'

export interface Feed {
  userId: number
  /** Null: the person's own bookings. */
  deviceId: number | null
  deviceName: string | null
  /** Whether the instrument is shared; null for the person's own bookings. */
  shared: boolean | null
}

const BY_TOKEN = `select f.user_id as "userId", f.device_id as "deviceId", d.name as "deviceName", d.shared
  from calendar_feed f join user_account u on u.id = f.user_id left join device d on d.id = f.device_id
  where f.token_hash = $1 and u.enabled`
/** Finds a feed by its token; feeds of people whose account is closed are left out. */
export const findByToken = async (db: Db, tokenHash: Buffer): Promise<Feed | undefined> =>
  (await run<Feed>(db, BY_TOKEN, [tokenHash]))[0]

const SINCE = `select created_at as "createdAt" from calendar_feed
  where user_id = $1 and device_id is not distinct from $2`
export const findSince = async (db: Db, userId: number, deviceId: number | null): Promise<Date | undefined> =>
  (await run<{ createdAt: Date }>(db, SINCE, [userId, deviceId]))[0]?.createdAt

const KEEP = `insert into calendar_feed (user_id, device_id, token_hash, created_at) values ($1, $2, $3, $4)
  on conflict on constraint calendar_feed_once
    do update set token_hash = excluded.token_hash, created_at = excluded.created_at`
/** Stores a feed; its token replaces a former one. */
export const keep = (ctx: Ctx, deviceId: number | null, tokenHash: Buffer) =>
  run(ctx.db, KEEP, [ctx.me.id, deviceId, tokenHash, ctx.now])

const COUNT_OTHERS = `select count(*) as n from calendar_feed
  where user_id = $1 and device_id is distinct from $2`
export const countOthers = async (db: Db, userId: number, deviceId: number | null): Promise<number> =>
  (await run<{ n: number }>(db, COUNT_OTHERS, [userId, deviceId]))[0]?.n ?? 0

const END = 'delete from calendar_feed where user_id = $1 and device_id is not distinct from $2'
export const end = (ctx: Ctx, deviceId: number | null) => run(ctx.db, END, [ctx.me.id, deviceId])

/** Deletes the feeds of people whose accounts are closed; people who return make new ones. */
export const endFeeds = (ctx: Ctx, userIds: readonly number[]) =>
  run(ctx.db, 'delete from calendar_feed where user_id = any($1)', [userIds])

export interface FeedBooking {
  id: number
  state: BookingState
  stateAt: Date
  deviceName: string
  labName: string
  seat: number
  capacity: number
  startAt: Date
  endAt: Date
  mine: boolean
}
/** Most events in one calendar; nobody reads more. */
const MOST = 1000
const select = (where: string, order: string) => `
  select b.id, b.state, b.state_at as "stateAt", d.name as "deviceName", l.name as "labName", b.seat,
    coalesce(o.capacity, 1)::int as capacity, lower(b.period) as "startAt", upper(b.period) as "endAt",
    b.booker_id = $1 or b.experimenter_id = $1 as mine
  from booking b join device d on d.id = b.device_id join lab l on l.id = b.lab_id
    left join opening o on o.device_id = b.device_id
  where ${where} order by ${order} limit ${MOST}`

// Two subqueries, each by its own index; the second index holds only rows whose experimenter is not the
// booker.
const OWN = select(
  `b.id in (select id from booking where booker_id = $1 union
      select id from booking where experimenter_id = $1 and experimenter_id <> booker_id)
    and upper(b.period) > $2`,
  'lower(b.period) desc, b.id',
)
/**
 * A person's bookings as booker or experimenter, in any state, that end after `since`; at most `MOST`, the
 * latest first.
 */
export const listOwn = (db: Db, userId: number, since: Date): Promise<FeedBooking[]> =>
  run<FeedBooking>(db, OWN, [userId, since])

const TAKEN = select(
  `b.device_id = $3 and b.period && tstzrange($2, null) and b.state in ${LIVE}`,
  'lower(b.period), b.id',
)
/** The live bookings of a device from an instant on. */
export const listTaken = (db: Db, userId: number, since: Date, deviceId: number): Promise<FeedBooking[]> =>
  run<FeedBooking>(db, TAKEN, [userId, since, deviceId])

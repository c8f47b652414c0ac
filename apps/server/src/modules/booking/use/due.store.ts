import { awaitingStates } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { literals, run } from '../../../kernel/db.ts'
import type { Silence } from '../../../kernel/job-run.store.ts'
import { FINISH_GRACE_MINUTES, REMIND_AT_LEAST_MINUTES, REMIND_AT_MOST_MINUTES } from '../timing.rules.ts'

/** Most rows of one run; the next run, a minute later, continues. */
const LIMIT = 500

export interface Due {
  id: number
}

// Samples that are in the lab never expire. Selected each minute, they would fill the limit and block other
// rows.
const EXPIRED = `select b.id from booking b where b.state in (${literals(awaitingStates)})
  and lower(b.period) <= $1 and not (b.kind = 'sample_delivery' and exists (select from booking_sample s
    where s.booking_id = b.id and s.state = 'received'))
  order by lower(b.period) limit ${LIMIT}`
export const findExpired = (ctx: Ctx) => run<Due>(ctx.db, EXPIRED, [ctx.now])

// Preselects generously; the rules decide for each row. Samples that are in the lab are left out, since they
// would match for ever.
const MISSED = `select b.id from booking b where b.state = 'awaiting_use' and lower(b.period) < $1
  and not (b.kind = 'sample_delivery'
    and (upper(b.period) > $1 or exists (select from booking_sample s where s.booking_id = b.id
    and s.state = 'received')))
  and (b.kind = 'sample_delivery' or
    least(lower(b.period) + (select coalesce(max(o.grace_minutes), 0) from opening o
    where o.device_id = b.device_id) * interval '1 minute', upper(b.period)) < $1)
  order by lower(b.period) limit ${LIMIT}`
export const findMissed = (ctx: Ctx) => run<Due>(ctx.db, MISSED, [ctx.now])

// Bookings made after their reminder was due need no reminder.
const COMING = `select b.id from booking b
  cross join lateral (select lower(b.period) - least(${REMIND_AT_MOST_MINUTES},
    greatest(${REMIND_AT_LEAST_MINUTES}, coalesce(b.terms_limit_minutes, 0) + 60)) * interval
    '1 minute' as at) r
  where b.state = 'awaiting_use' and b.reminded_at is null and lower(b.period) > $1
    and lower(b.period) <= $1 + ${REMIND_AT_MOST_MINUTES} * interval '1 minute'
    and r.at <= $1 and b.created_at < r.at order by lower(b.period) limit ${LIMIT}`
export const findComing = (ctx: Ctx) => run<Due>(ctx.db, COMING, [ctx.now])
const REMINDED = `update booking set reminded_at = $2 where id = $1 and reminded_at is null returning id`
/** False if the reminder was sent before. */
export const markReminded = async (ctx: Ctx, bookingId: number): Promise<boolean> =>
  (await run(ctx.db, REMINDED, [bookingId, ctx.now])).length === 1

const OVERRUN = `select b.id from booking b where b.state = 'in_use'
  and upper(b.period) + greatest(${FINISH_GRACE_MINUTES},
    (select coalesce(max(o.grace_minutes), 0) from opening o where o.device_id = b.device_id)) * interval
    '1 minute' <= $1
  order by upper(b.period) limit ${LIMIT}`
export const findOverrun = (ctx: Ctx) => run<Due>(ctx.db, OVERRUN, [ctx.now])

const RUNS_ON = `select id from booking where state = 'in_use' and upper(period) <= $1
  and (overrun_told_at is null or overrun_told_at < upper(period))
  order by upper(period) limit ${LIMIT}`
/** Uses beyond their end whose people have not been told yet. */
export const findRunningOn = (ctx: Ctx) => run<Due>(ctx.db, RUNS_ON, [ctx.now])

const TAKE = `select id from booking where id = $1 for no key update skip locked`
/** Locks the row; false if another transaction has it locked and so handles it. */
export const takeAlone = async (ctx: Ctx, bookingId: number): Promise<boolean> =>
  (await run(ctx.db, TAKE, [bookingId])).length === 1

const SILENT = `with silence as (select * from unnest($2::timestamptz[], $3::timestamptz[]) s(before, at)),
  due as (select b.id, (select max(s.at) from silence s where b.period && tstzrange(s.before, s.at)) as at
    from booking b where b.state = 'awaiting_use' and lower(b.period) < $1
    for no key update of b skip locked)
  update booking b set silent_until = due.at from due
  where b.id = due.id and due.at > coalesce(b.silent_until, '-infinity')`
/** Marks bookings that were to begin while the portal was down. */
export const markSilent = async (ctx: Ctx, silences: readonly Silence[]): Promise<void> =>
  void (await run(ctx.db, SILENT, [ctx.now, silences.map((s) => s.before), silences.map((s) => s.at)]))

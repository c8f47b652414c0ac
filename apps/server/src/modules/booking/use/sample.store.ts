import type { SampleEvent, SampleState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run } from '../../../kernel/db.ts'

export interface NewSample {
  name: string
  count: number
  form: string | null
  hazard: string | null
  returnWanted: boolean
  wishes: string | null
}
export interface SampleRow extends NewSample {
  id: number
  state: SampleState
}

const INSERT = `insert into booking_sample (booking_id, name, count, form, hazard, return_wanted, wishes)
  select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bool[], $7::text[])`
export async function add(ctx: Ctx, bookingId: number, samples: readonly NewSample[]): Promise<void> {
  if (samples.length === 0) return
  const of = <K extends keyof NewSample>(key: K) => samples.map((s) => s[key])
  await run(ctx.db, INSERT, [
    bookingId,
    of('name'),
    of('count'),
    of('form'),
    of('hazard'),
    of('returnWanted'),
    of('wishes'),
  ])
}

const REMOVE = `delete from booking_sample where booking_id = $1 and state = 'declared'`
/** Those of a booking that changes: none has been delivered yet. */
export const removeDeclared = (ctx: Ctx, bookingId: number) => run(ctx.db, REMOVE, [bookingId])

const OF_BOOKING = `select id, name, count, form, hazard, return_wanted as "returnWanted", wishes, state from booking_sample where booking_id = $1 order by id`
export const findSamples = (ctx: Ctx, bookingId: number) => run<SampleRow>(ctx.db, OF_BOOKING, [bookingId])

// One statement for all: the states and their log entries stand or fall together.
const MOVE = `
  with moved as (
    update booking_sample s set state = m.to_state from unnest($2::int8[], $3::text[], $4::text[]) m(id, from_state, to_state)
    where s.booking_id = $1 and s.id = m.id and s.state = m.from_state
    returning s.id, m.from_state, m.to_state)
  insert into flow_log (business, row_id, event, from_state, to_state, actor_id, actor_name, at, request_id)
  select 'booking_sample', id, $5, from_state, to_state, $6, $7, $8, $9 from moved order by id
  returning row_id`
export interface SampleMove {
  id: number
  from: SampleState
  to: SampleState
}
/** Answers how many still were in the state that the rules were asked about. */
export async function move(
  ctx: Ctx,
  bookingId: number,
  event: SampleEvent,
  moves: readonly SampleMove[],
): Promise<number> {
  const of = <K extends keyof SampleMove>(key: K) => moves.map((m) => m[key])
  const done = await run(ctx.db, MOVE, [
    bookingId,
    of('id'),
    of('from'),
    of('to'),
    event,
    ctx.actor?.id ?? null,
    ctx.actor?.name ?? '系统',
    ctx.now,
    ctx.requestId,
  ])
  return done.length
}

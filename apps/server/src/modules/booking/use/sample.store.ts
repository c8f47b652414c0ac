import type { SampleState } from '@portal/contract/booking/booking'
import type { RowAnswer } from '@portal/contract/form/binding'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import { defineJointStep, type Joint } from '../../../kernel/joint.store.ts'
import { sampleFlow, type Sample } from './sample.flow.ts'

export interface NewSample {
  name: string
  count: number
  form: string | null
  hazard: string | null
  returnWanted: boolean
  wishes: string | null
  /** The form answers for this sample. */
  answers: RowAnswer | null
}
export interface SampleRow extends NewSample {
  id: number
  state: SampleState
}

const INSERT = `insert into booking_sample (booking_id, name, count, form, hazard, return_wanted, wishes,
    form_id, form_version, given)
  select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bool[], $7::text[], $8::int8[],
    $9::int4[], $10::jsonb[])`
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
    samples.map((s) => s.answers?.formId ?? null),
    samples.map((s) => s.answers?.version ?? null),
    samples.map((s) => (s.answers ? JSON.stringify(s.answers.values) : null)),
  ])
}

const REMOVE = `delete from booking_sample where booking_id = $1 and state = 'declared'`
/** Deletes the samples of a changed booking that have not been delivered yet. */
export const removeDeclared = (ctx: Ctx, bookingId: number) => run(ctx.db, REMOVE, [bookingId])

const OF_BOOKING = `select id, name, count, form, hazard, return_wanted as "returnWanted", wishes, state,
    case when form_id is not null
      then json_build_object('formId', form_id, 'version', form_version, 'values', given) end as answers
  from booking_sample where booking_id = $1 order by id`
export const findSamples = (db: Db, bookingId: number) => run<SampleRow>(db, OF_BOOKING, [bookingId])

const MOVE = defineJointStep<{ id: number }>()(sampleFlow, {
  table: 'booking_sample',
  where: 'booking_id = $1 and id = any($2::int8[])',
  answers: 'booking_id',
})
/** Moves the samples that still are in the judged state; returns those. */
export const move = (
  ctx: Ctx,
  bookingId: number,
  ids: readonly number[],
  step: Omit<Joint<Sample>, 'values'>,
) => MOVE(ctx, { ...step, values: [bookingId, ids] })

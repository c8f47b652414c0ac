import {
  bookingRefusals,
  type BookingRole,
  type SampleEvent,
  type SampleState,
} from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuse, refuseField } from '../../../kernel/refuse.ts'
import type { GivenAnswer } from '@portal/contract/form/binding'
import { judgeRows } from '../../form/form.service.ts'
import * as store from './sample.store.ts'

type Asked = Omit<store.NewSample, 'answers'> & { answers?: GivenAnswer | null | undefined }
/**
 * Judges the form answers of each sample. `before`: the samples that these replace. A sample with the same
 * name as before keeps its answers if none are given.
 */
export async function judgeSamples(
  ctx: Ctx,
  deviceId: number,
  samples: readonly Asked[],
  before: readonly store.SampleRow[] = [],
): Promise<store.NewSample[]> {
  // Self-operated bookings have no samples.
  if (samples.length === 0) return []
  const left = [...before]
  const rows = samples.map(({ name, answers: given }) => {
    const at = left.findIndex((b) => b.name === name)
    const [stays] = at < 0 ? [] : left.splice(at, 1)
    return { given, before: stays?.answers ?? null }
  })
  const answers = await judgeRows(ctx, deviceId, rows, {
    at: (i) => `samples.${i}.answers`,
    name: (i) => `样品 ${i + 1}`,
  })
  return samples.map((s, i) => ({ ...s, answers: answers[i] ?? null }))
}

/**
 * The samples to write when a booking is changed. Samples that have been received stay as they were declared;
 * a change that omits one of them is refused.
 */
export function chooseNew(
  samples: readonly store.NewSample[],
  before: readonly store.SampleRow[],
): store.NewSample[] {
  const left = [...samples]
  const missing = before.filter((came) => {
    if (came.state === 'declared') return false
    const at = left.findIndex((s) => DECLARED.every((key) => s[key] === came[key]))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  if (missing.length === 0) return left
  const names = missing.map((s) => s.name).join('、')
  throw refuseField('samples', `${bookingRefusals.SAMPLES_IN_LAB}：${names}`, 'SAMPLES_IN_LAB')
}
const DECLARED = ['name', 'count', 'form', 'hazard', 'returnWanted', 'wishes'] as const

export async function moveSamples(
  ctx: Ctx,
  bookingId: number,
  event: SampleEvent,
  samples: readonly { id: number; state: SampleState }[],
  roles: ReadonlySet<BookingRole>,
): Promise<void> {
  const from = [...new Set(samples.map((s) => s.state))]
  const ids = samples.map((s) => s.id)
  const moved = await store.move(ctx, bookingId, ids, { event, from, by: roles })
  if (moved.length !== samples.length)
    throw refuse('TOO_LATE', '样品状态已被他人修改，请刷新后查看', { status: 409 })
}

/**
 * The test order is agreed on: marks the samples that still wait for their test as tested, except `untested`.
 */
export async function markTested(ctx: Ctx, bookingId: number, untested: readonly number[]): Promise<void> {
  const waiting = (await store.findSamples(ctx.db, bookingId)).filter(
    (s) => (s.state === 'declared' || s.state === 'received') && !untested.includes(s.id),
  )
  await moveSamples(ctx, bookingId, 'test', waiting, new Set(['system']))
}

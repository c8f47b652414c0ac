import type { Reason } from '@portal/contract/kernel/envelope'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuse, type Refusal } from '../../../kernel/refuse.ts'
import { addDays, addMinutes, findInstant, findLocal, minutesBetween } from '../../../kernel/time.ts'
import { findOpenIntervals, type Interval, type Schedule } from '../../opening/opening.rules.ts'
import { findNearestFree, type Slot, showSlot } from './alternatives.rules.ts'
import type { Opening } from '../facts.rules.ts'
import * as store from './facts.store.ts'
import type { Judged } from './judging.action.ts'

const ALTERNATIVES = 5
const DAYS_BACK = 7
const DAYS_AHEAD = 14
/**
 * The nearest free slots of the same length, within the device's horizon and notice. `refused`: the call is
 * refused next, so the rollback is sent together with this query.
 */
export async function findAlternatives(
  ctx: Ctx,
  q: {
    deviceId: number
    period: Interval
    seat: number | null
    exceptId: number
    opening: Pick<Opening, 'capacity' | 'gridMinutes' | 'horizonDays' | 'noticeMinutes'>
    schedule: Pick<Schedule, 'windows' | 'exceptions'>
  },
  { refused = false } = {},
): Promise<Slot[]> {
  const zone = ctx.env.CAMPUS_TZ
  const { opening, period, schedule } = q
  const earliest = new Date(
    Math.max(
      addMinutes(ctx.now, opening.noticeMinutes).getTime(),
      addMinutes(period.from, -DAYS_BACK * 1440).getTime(),
    ),
  )
  const horizon = findInstant(addDays(findLocal(ctx.now, zone).day, opening.horizonDays + 1), 0, zone)
  const latest = new Date(Math.min(horizon.getTime(), addMinutes(period.to, DAYS_AHEAD * 1440).getTime()))
  if (earliest >= latest) return []
  const asking = store.findBusy(ctx.db, q.deviceId, { from: earliest, to: latest }, q.exceptId)
  if (refused) ctx.undo()
  const busy = await asking
  const seats =
    q.seat !== null && q.seat <= opening.capacity
      ? [q.seat]
      : Array.from({ length: opening.capacity }, (_, i) => i + 1)
  const open = findOpenIntervals({ ...schedule, zone, from: earliest, to: latest })
  return findNearestFree({
    wanted: period,
    open,
    busy,
    seats,
    gridMinutes: opening.gridMinutes,
    zone,
    limit: ALTERNATIVES,
  })
}

/** Reasons that another time would resolve. */
const byTime: ReadonlySet<string> = new Set([
  'OVERLAPS',
  'NOT_OPEN',
  'CLOSED',
  'PAST',
  'NOTICE',
  'HORIZON',
  'OFF_GRID',
])
export async function findHelp(
  ctx: Ctx,
  { asked, row: { opening }, schedule }: Judged,
  reasons: readonly Reason[],
  { refused = false } = {},
): Promise<Slot[]> {
  const { period } = asked
  if (!period || !opening || !reasons.some((r) => byTime.has(r.code))) return []
  const minutes = minutesBetween(period.from, period.to)
  if (minutes < opening.minMinutes || minutes > opening.maxMinutes) return []
  const { deviceId, seat, exceptId } = asked
  return findAlternatives(ctx, { deviceId, period, seat, exceptId, opening, schedule }, { refused })
}

/**
 * Builds a refusal with all reasons. A taken time makes it a conflict (409), whatever the other reasons are.
 */
export function turnDown(reasons: readonly Reason[], alternatives: readonly Slot[] = []): Refusal {
  const lead = reasons.find((r) => r.code === 'OVERLAPS') ?? reasons[0]
  if (!lead) throw new Error('a refusal needs a reason')
  return refuse(lead.code, lead.message, {
    reasons: [...reasons],
    help: { alternatives: alternatives.map(showSlot) },
    ...(lead.code === 'OVERLAPS' && { status: 409 }),
  })
}

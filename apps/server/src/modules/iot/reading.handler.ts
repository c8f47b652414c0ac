import type { CurveSpan, iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { addMinutes } from '../../kernel/time.ts'
import { readCurve } from './reading.store.ts'
import { requireUnit } from './standing.action.ts'

const DAYS: Record<CurveSpan, number> = { day: 1, week: 7, month: 30, year: 366 }

/** The latest readings of a unit, in as many points as fit a screen. */
export async function showCurve(ctx: Ctx, { params, query }: Parsed<typeof iotCalls.curve>) {
  const unit = await requireUnit(ctx, params.id, 'look')
  const from = addMinutes(ctx.now, -DAYS[query.span] * 1440)
  return { points: await readCurve(ctx.db, query.span, unit.id, from, ctx.now), from, to: ctx.now }
}

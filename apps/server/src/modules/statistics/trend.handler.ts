import type { Parsed } from '@portal/contract/kernel/call'
import type { trendCalls } from '@portal/contract/statistics/trend'
import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { fillMonths, listMonths, twelveMonthsTo } from './board.rules.ts'
import { sumOpenMinutes } from '../opening/opening.service.ts'
import { readKnown } from './figures.action.ts'
import { readStanding } from './standing.action.ts'
import { listDeviceMonths, listLabMonths } from './trend.store.ts'
import { makeUtilisation, readUtilisation } from './utilisation.action.ts'

/** Instruments that the caller may not see are left out; the others are still shown. */
export async function deviceTrends(ctx: Ctx, { query: q }: Parsed<typeof trendCalls.deviceTrends>) {
  const days = twelveMonthsTo(findToday(ctx))
  const [{ asOf }, { scopes, labIds, deptIds }] = await together([readKnown(ctx), readStanding(ctx)])
  const seen = { all: scopes.includes('all'), labIds, deptIds }
  const rows = await listDeviceMonths(ctx.db, q.deviceIds, days.from, seen)
  const months = listMonths(days)
  const byDevice = Map.groupBy(rows, (r) => r.deviceId)
  const open = await sumOpenMinutes(ctx, [...byDevice.keys()], days)
  return {
    months,
    devices: [...byDevice].map(([deviceId, of]) => {
      const minutes = fillMonths(months, of)
      return {
        deviceId,
        minutes,
        utilisation: makeUtilisation(
          minutes.reduce((sum, n) => sum + n, 0),
          open.get(deviceId),
        ),
      }
    }),
    asOf,
  }
}

export async function labTrend(ctx: Ctx, { query: { labId } }: Parsed<typeof trendCalls.labTrend>) {
  const days = twelveMonthsTo(findToday(ctx))
  const months = listMonths(days)
  const [{ asOf }, of, utilisation] = await together([
    readKnown(ctx),
    listLabMonths(ctx.db, labId, months),
    readUtilisation(ctx, [labId], days),
  ])
  return {
    months,
    minutes: fillMonths(months, of),
    uses: of.reduce((sum, m) => sum + m.uses, 0),
    utilisation,
    asOf,
  }
}

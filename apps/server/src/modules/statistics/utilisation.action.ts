import type { Utilisation } from '@portal/contract/statistics/trend'
import type { Ctx } from '../../kernel/ctx.ts'
import { sumOpenMinutes } from '../opening/opening.service.ts'
import { listOpened } from './trend.store.ts'

export const makeUtilisation = (usedMinutes: number, openMinutes = 0): Utilisation =>
  openMinutes > 0 ? { usedMinutes, openMinutes } : null

/**
 * Minutes of use and of opening of the instruments of these laboratories
 * that take bookings. Uses of other instruments do not count.
 */
export async function readUtilisation(
  ctx: Ctx,
  labIds: readonly number[],
  days: { from: string; to: string },
): Promise<Utilisation> {
  const opened = await listOpened(ctx.db, labIds, days.from)
  const open = await sumOpenMinutes(
    ctx,
    opened.map((d) => d.id),
    days,
  )
  const used = opened.reduce((sum, d) => sum + (open.has(d.id) ? d.minutes : 0), 0)
  return makeUtilisation(
    used,
    [...open.values()].reduce((sum, n) => sum + n, 0),
  )
}

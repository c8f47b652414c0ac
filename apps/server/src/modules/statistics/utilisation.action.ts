import type { Utilisation } from '@portal/contract/statistics/trend'
import type { Ctx } from '../../kernel/ctx.ts'
import { sumOpenMinutes } from '../opening/opening.service.ts'
import { listOpened } from './trend.store.ts'

export const makeUtilisation = (usedMinutes: number, openMinutes = 0): Utilisation =>
  openMinutes > 0 ? { usedMinutes, openMinutes } : null

/**
 * The share of the hours in which instruments of these laboratories were open. What was used of others says
 * nothing of it.
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

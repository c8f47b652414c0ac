import type { Ctx } from '../../../kernel/ctx.ts'
import { addDays, findInstant, findLocal, findMonday } from '../../../kernel/time.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import type { Opening, Used } from '../facts.rules.ts'
import * as store from './facts.store.ts'

export interface Asking {
  deviceId: number
  bookerId: number
  at: Date
  exceptId: number
  opening: Opening | null
  lock: boolean
}
/**
 * What the booker has booked on the device in the day and week (campus time) of an instant; null if the
 * device has no quota.
 */
export async function findUsedQuota(ctx: Ctx, q: Asking): Promise<Used | null> {
  const query = makeQuotaQuery(ctx, q)
  return query && store.findUsed(ctx.db, query)
}
/** The same question for a statement that reads other facts as well; null if the device has no quota. */
export function makeQuotaQuery(ctx: Ctx, q: Asking): store.QuotaQuery | null {
  const { opening } = q
  if (!opening || (opening.quotaDayMinutes ?? opening.quotaWeekMinutes ?? opening.quotaRunning) === null)
    return null
  const zone = ctx.env.CAMPUS_TZ
  const { day } = findLocal(q.at, zone)
  const days = (first: string, n: number): Interval => ({
    from: findInstant(first, 0, zone),
    to: findInstant(addDays(first, n), 0, zone),
  })
  const { deviceId, bookerId, exceptId, lock } = q
  return { deviceId, bookerId, exceptId, lock, day: days(day, 1), week: days(findMonday(day), 7) }
}

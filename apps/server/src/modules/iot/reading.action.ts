import type { Ctx } from '../../kernel/ctx.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './reading.store.ts'

const DAY = 1440
/** How long each is kept; by day for good. */
const KEPT = [
  ['iot_reading', 62 * DAY],
  ['iot_reading_minute', 186 * DAY],
  ['iot_reading_hour', 3 * 366 * DAY],
] as const

/** Minutes, hours and days that are over are reckoned, each from what is below it; old months go. */
export async function foldReadings(ctx: Ctx): Promise<number> {
  const zone = ctx.env.CAMPUS_TZ
  // A word that is being written down while this runs still belongs to the last minute.
  const until = addMinutes(ctx.now, -1)
  let done = 0
  for (const span of ['minute', 'hour', 'day'] as const)
    done += await store.foldSpan(ctx.db, span, until, zone)
  for (const [table, minutes] of KEPT)
    done += await store.dropParts(ctx.db, table, addMinutes(ctx.now, -minutes))
  return done
}

import { liveStates } from '@portal/contract/booking/booking'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

export interface ComingRow {
  id: number
  bookerId: number
  experimenterId: number
  startAt: Date
  endAt: Date
}
const COMING = `select id, booker_id as "bookerId", experimenter_id as "experimenterId", lower(period) as "startAt", upper(period) as "endAt"
  from booking where device_id = $1 and state = any ($2) and period && tstzrange($3, $4) order by lower(period) limit 500`
/** The live bookings of a device that touch this time. */
export const coming = (ctx: Ctx, deviceId: number, from: Date, until: Date) => run<ComingRow>(ctx.db, COMING, [deviceId, liveStates, from, until])

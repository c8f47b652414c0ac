import type { BookingState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import { LIVE } from './sql.store.ts'

export interface TheirsRow {
  id: number
  state: BookingState
  bookerId: number
  experimenterId: number
  payerId: number
}
// One part for each index; what is over has money on it only until it is settled.
const THEIRS = `select distinct b.id, b.state, b.booker_id as "bookerId", b.experimenter_id as "experimenterId", b.payer_id as "payerId" from (
    select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b where b.booker_id = any($1) and (b.state in ${LIVE} or b.held_fen > 0)
    union all select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b where b.payer_id = any($1) and b.payer_id <> b.booker_id and (b.state in ${LIVE} or b.held_fen > 0)
    union all select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b where b.experimenter_id = any($1) and b.experimenter_id <> b.booker_id and b.state in ${LIVE}) b
  order by b.id`
/** What these people book, pay or work for that is not over, or holds money still. */
export const theirs = (ctx: Ctx, userIds: readonly number[]) => run<TheirsRow>(ctx.db, THEIRS, [userIds])

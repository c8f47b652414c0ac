import type { BookingState } from '@portal/contract/booking/booking'
import { run, type Db } from '../../../kernel/db.ts'
import { LIVE } from '../sql.store.ts'

interface TheirsRow {
  id: number
  state: BookingState
  bookerId: number
  experimenterId: number
  payerId: number
}
// One subquery per index. A finished booking counts only while money is frozen for it, that is until it is
// settled.
const THEIRS = `select distinct b.id, b.state, b.booker_id as "bookerId",
  b.experimenter_id as "experimenterId", b.payer_id as "payerId" from (
    select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b
      where b.booker_id = any($1) and (b.state in ${LIVE} or b.held_fen > 0)
    union all select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b
      where b.payer_id = any($1) and b.payer_id <> b.booker_id and (b.state in ${LIVE} or b.held_fen > 0)
    union all select b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id from booking b
      where b.experimenter_id = any($1) and b.experimenter_id <> b.booker_id and b.state in ${LIVE}) b
  order by b.id`
/**
 * Bookings that these people book, pay for or use, that are live or (for bookers and payers) still hold
 * frozen money.
 */
export const findTheirs = (db: Db, userIds: readonly number[]) => run<TheirsRow>(db, THEIRS, [userIds])

const AWAITING = `select id from booking
  where payer_id = any($1) and payer_id <> booker_id and state = 'awaiting_payer' order by id`
/** Bookings of others that wait for one of these people to pay. */
export const findAwaiting = (db: Db, userIds: readonly number[]) =>
  run<{ id: number }>(db, AWAITING, [userIds])

export interface Heir {
  id: number
  name: string
  tier: 'campus' | 'school' | 'company'
  deptId: number | null
  userType: string
  suspendedUntil: Date | null
}
const HEIR = `select id, name, tier, dept_id as "deptId", user_type as "userType",
  suspended_until as "suspendedUntil" from user_account where id = $1 and enabled`
/** The successor, with the fields that the booking rules need. */
export const findHeir = async (db: Db, userId: number): Promise<Heir | undefined> =>
  (await run<Heir>(db, HEIR, [userId]))[0]

const LOST = `select b.id from fund_card c join booking b on b.fund_card_id = c.id and b.held_fen > 0
  where c.frozen_fen > 0 and (not c.enabled or c.valid_to < $1) and ($2::int8 is null or c.id = $2)
    order by b.id limit 500`
/** Bookings with money frozen on cards that can no longer pay, of one card or of any; at most 500. */
export const findOnLostCards = (db: Db, day: string, cardId: number | null = null) =>
  run<{ id: number }>(db, LOST, [day, cardId])

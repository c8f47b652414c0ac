import type { Ref } from '@portal/contract/kernel/rows'
import { run, type Db } from '../../../kernel/db.ts'

export interface PayerFacts {
  userType: string
  tier: string
}
const ACTIVE = 'select user_type as "userType", tier from user_account where id = $1 and enabled'
export const find = async (db: Db, userId: number): Promise<PayerFacts | undefined> =>
  (await run<PayerFacts>(db, ACTIVE, [userId]))[0]

const LAST = `select u.id, u.name from (select payer_id from booking where booker_id = $1 order by id desc
  limit 1) b
  join user_account u on u.id = b.payer_id and u.enabled`
/** The payer of a person's last booking; null if there is none or their account is closed. */
export const findLast = async (db: Db, bookerId: number): Promise<Ref | null> =>
  (await run<Ref>(db, LAST, [bookerId]))[0] ?? null

import type { Ctx } from '../../../kernel/ctx.ts'
import { run } from '../../../kernel/db.ts'
import { LIVE } from '../sql.store.ts'

const PARTY = `select from booking where device_id = $1 and state in ${LIVE}
  and $2 in (booker_id, experimenter_id, payer_id) limit 1`
/** Has the person who asks to do with a booking that is still to come there? */
export const isParty = async (ctx: Ctx, deviceId: number): Promise<boolean> =>
  (await run(ctx.db, PARTY, [deviceId, ctx.me.id])).length > 0

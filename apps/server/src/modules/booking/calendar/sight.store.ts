import type { Ctx } from '../../../kernel/ctx.ts'
import { run } from '../../../kernel/db.ts'
import { LIVE } from '../sql.store.ts'

const PARTY = `select from booking where device_id = $1 and state in ${LIVE}
  and $2 in (booker_id, experimenter_id, payer_id) limit 1`
/** True if the caller books, uses or pays for a live booking of the device. */
export const isParty = async (ctx: Ctx, deviceId: number): Promise<boolean> =>
  (await run(ctx.db, PARTY, [deviceId, ctx.me.id])).length > 0

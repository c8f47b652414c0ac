import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

const ADD = `insert into violation (user_id, device_id, booking_id, kind, at, lab_id, state_at) values ($1, $2, $3, $4, $5, $6, $5) on conflict (booking_id, kind) do nothing returning id`
/** False: written down before. */
export const add = async (ctx: Ctx, b: { id: number; deviceId: number; labId: number; bookerId: number }, kind: 'no_show' | 'late_cancel'): Promise<boolean> =>
  (await run(ctx.db, ADD, [b.bookerId, b.deviceId, b.id, kind, ctx.now, b.labId])).length === 1

const SINCE = `select at from violation where user_id = $1 and at >= $2 and revoked_at is null order by at`
export const since = async (ctx: Ctx, userId: number, at: Date): Promise<Date[]> => (await run<{ at: Date }>(ctx.db, SINCE, [userId, at])).map((r) => r.at)

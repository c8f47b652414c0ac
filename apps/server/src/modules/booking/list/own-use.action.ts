import type { Ctx } from '../../../kernel/ctx.ts'
import { bookings, describeAsker } from '../booking.process.ts'
import { showRow } from '../booking.view.ts'
import * as store from './list.store.ts'

/** The caller's own bookings of a device that the caller can start or finish now. */
export async function listOwnUses(ctx: Ctx, deviceId: number): Promise<ReturnType<typeof showRow>[]> {
  const rows = await store.findRows(ctx, await store.findUsesAt(ctx.db, deviceId, ctx.me.id))
  const rolesOn = await bookings.rolesAmong(ctx, rows, describeAsker(ctx))
  return rows
    .map((row) => showRow(row, rolesOn(row), ctx.now))
    .filter(({ can }) => can.includes('start') || can.includes('finish'))
}

import { attempt } from '../../../kernel/attempt.store.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/refuse.ts'
import * as store from '../booking.store.ts'

/**
 * Moves a booking that exists to another time. Those who do the same on this device wait their turn, so that `look` still holds when
 * `write` comes; only a new booking may come in between, and then `conflict` says what is free instead.
 */
export async function place<Seen, T>(
  ctx: Ctx,
  deviceId: number,
  look: () => Promise<Seen>,
  write: (seen: Seen) => Promise<T>,
  conflict: (seen: Seen) => Promise<Error>,
): Promise<T> {
  await store.lockDevice(ctx, deviceId)
  const seen = await look()
  try {
    return await attempt(ctx, () => write(seen))
  } catch (e) {
    throw violates(e, 'booking_no_overlap') ? await conflict(seen) : e
  }
}

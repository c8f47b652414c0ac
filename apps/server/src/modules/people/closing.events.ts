import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The person's password was set by somebody else: whoever is signed in with it is to be signed out. */
    'person.shut_out': { userId: number }
    /**
     * Their accounts were just closed: whoever keeps something of theirs says what becomes of it. `successorId` takes over what he may;
     * what they booked only where `handOver` says so.
     */
    'people.leaving': { userIds: readonly number[]; successorId: number | null; handOver: boolean }
    /** The same, once that is done. */
    'people.left': { userIds: readonly number[] }
  }
}

/** Their accounts are closed: what they leave behind is settled first, then they are signed out and what waits for them moves on. */
export async function announceClosed(ctx: Ctx, userIds: readonly number[], { successorId = null, handOver = false }: { successorId?: number | null; handOver?: boolean } = {}): Promise<void> {
  if (userIds.length === 0) return
  await announce(ctx, 'people.leaving', { userIds, successorId, handOver })
  await announce(ctx, 'people.left', { userIds })
}
export const announceShutOut = (ctx: Ctx, userId: number): Promise<void> => announce(ctx, 'person.shut_out', { userId })

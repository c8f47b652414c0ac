import type { HeldPost } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'

/** A post of the person that others rely on, and its new holder. */
export interface PassedPost {
  kind: HeldPost
  id: number
  successorId: number
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** An administrator set the person's password: all sessions of the person are ended. */
    'person.shut_out': { userId: number }
    /**
     * Accounts were just closed: each module settles what it stores about these people. `successorId` takes
     * over what the rules allow, and their bookings only with `handOver`.
     */
    'people.leaving': { userIds: readonly number[]; successorId: number | null; handOver: boolean }
    /** Posts of the person that pass to successors: each module passes on those it stores. */
    'people.posts_passed': { userId: number; posts: readonly PassedPost[] }
    /** Accounts were closed; the listeners of `people.leaving` have run. */
    'people.left': { userIds: readonly number[] }
    /** People moved to another dept and are no longer head of their previous one. */
    'people.heads_moved': { userIds: readonly number[] }
    /** Accounts were just opened again. */
    'people.returned': { userIds: readonly number[] }
  }
}

/**
 * Announces that accounts were closed: first posts pass on, then modules settle what is left, then
 * `people.left` ends sessions and reassigns waiting tasks.
 */
export async function announceClosed(
  ctx: Ctx,
  userIds: readonly number[],
  {
    successorId = null,
    handOver = false,
    posts = [],
  }: { successorId?: number | null; handOver?: boolean; posts?: readonly PassedPost[] } = {},
): Promise<void> {
  if (userIds.length === 0) return
  const [userId] = userIds
  if (posts.length > 0 && userId !== undefined) await announce(ctx, 'people.posts_passed', { userId, posts })
  await announce(ctx, 'people.leaving', { userIds, successorId, handOver })
  await announce(ctx, 'people.left', { userIds })
}
export const announceOpened = async (ctx: Ctx, userIds: readonly number[]): Promise<void> => {
  if (userIds.length > 0) await announce(ctx, 'people.returned', { userIds })
}
export const announceShutOut = (ctx: Ctx, userId: number): Promise<void> =>
  announce(ctx, 'person.shut_out', { userId })

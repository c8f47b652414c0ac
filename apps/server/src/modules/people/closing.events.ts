import type { HeldPost } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'

/** What somebody was and others rely on, and who is that from now on. */
export interface PassedPost {
  kind: HeldPost
  id: number
  successorId: number
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The person's password was set by somebody else: whoever is signed in with it is to be signed out. */
    'person.shut_out': { userId: number }
    /**
     * Their accounts were just closed: whoever keeps something of theirs says what becomes of it.
     * `successorId` takes over what he may; what they booked only where `handOver` says so.
     */
    'people.leaving': { userIds: readonly number[]; successorId: number | null; handOver: boolean }
    /** Posts of theirs that go to somebody else: each module takes those it keeps. */
    'people.posts_passed': { userId: number; posts: readonly PassedPost[] }
    /** The same, once that is done. */
    'people.left': { userIds: readonly number[] }
    /** They moved to another dept, and head the one they were of no longer. */
    'people.heads_moved': { userIds: readonly number[] }
    /** Their accounts were just opened again. */
    'people.returned': { userIds: readonly number[] }
  }
}

/**
 * Their accounts are closed: what they leave behind is settled first, then they are signed out and what waits
 * for them moves on.
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

import { labRefusals } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuseField } from '../../kernel/refuse.ts'
import type { PassedPost } from '../people/closing.events.ts'
import { setRoleOfPost } from '../people/people.service.ts'
import type {} from './lab.events.ts'
import * as store from './people.store.ts'

/**
 * Only people with an account in use can be given something to do; `field` is where the form asks for them.
 */
export async function requireActive(ctx: Ctx, userId: number, field: string): Promise<void> {
  if (!(await store.isActive(ctx.db, userId)))
    throw refuseField(field, labRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
}

/**
 * Who directs, administers or reviews anywhere has the role that opens the screens for it; in which labs, is
 * looked up each time.
 */
export async function updateRoles(ctx: Ctx, userId: number): Promise<void> {
  const posts = await store.readPosts(ctx.db, userId)
  await setRoleOfPost(ctx, userId, 'LAB_DIRECTOR', posts.director)
  await setRoleOfPost(ctx, userId, 'LAB_ADMIN', posts.administrator)
  await setRoleOfPost(ctx, userId, 'REVIEWER', posts.reviewer)
}

/** A lab or a device is about to be deleted: with the posts go the roles that nothing else brings. */
export async function endPosts(ctx: Ctx, of: { labId: number } | { deviceId: number }): Promise<void> {
  const holders = await ('labId' in of ? store.emptyLab(ctx, of.labId) : store.emptyDevice(ctx, of.deviceId))
  for (const id of holders) await updateRoles(ctx, id)
}

/** Somebody leaves, and others are what he was: in his place, not beside him. */
export async function passPostsOn(
  ctx: Ctx,
  { userId, posts }: { userId: number; posts: readonly PassedPost[] },
): Promise<void> {
  for (const { kind, id, successorId } of posts) {
    const role = kind === 'lab_director' || kind === 'lab_admin' ? kind : null
    if (role === null && kind !== 'reviewer') continue
    const place = role
      ? await store.passMember(ctx, id, userId, successorId)
      : await store.passReviewer(ctx, id, userId, successorId)
    if (!place) continue
    await updateRoles(ctx, successorId)
    await updateRoles(ctx, userId)
    await announce(ctx, 'lab.people_changed', place)
  }
}

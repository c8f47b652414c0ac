import { labRefusals } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuseField } from '../../kernel/refuse.ts'
import type { PassedPost } from '../people/closing.events.ts'
import { isActive, setRoleOfPost } from '../people/people.service.ts'
import type {} from './lab.events.ts'
import * as store from './people.store.ts'

/** Throws if the person has no open account; `field` is the form field of the person. */
export async function requireActive(ctx: Ctx, userId: number, field: string): Promise<void> {
  if (!(await isActive(ctx, userId))) throw refuseField(field, labRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
}

/**
 * Gives or takes the roles that belong to posts in labs, because they open the screens. In which labs a
 * person has posts is looked up each time, with the person locked: two transactions that change posts of one
 * person do not see each other's, and the role would follow from one of them only. Callers lock the people
 * before the posts, as closing an account does.
 */
export async function updateRoles(ctx: Ctx, ...userIds: number[]): Promise<void> {
  await store.lockPeople(ctx, userIds)
  for (const userId of userIds) {
    const posts = await store.readPosts(ctx.db, userId)
    await setRoleOfPost(ctx, userId, 'LAB_DIRECTOR', posts.director)
    await setRoleOfPost(ctx, userId, 'LAB_ADMIN', posts.administrator)
    await setRoleOfPost(ctx, userId, 'REVIEWER', posts.reviewer)
  }
}

/** Ends the posts in a lab or device about to be deleted, and the roles that nothing else justifies. */
export async function endPosts(ctx: Ctx, of: { labId: number } | { deviceId: number }): Promise<void> {
  await store.lockHolders(ctx, 'labId' in of ? of : { deviceIds: [of.deviceId] })
  const holders = await ('labId' in of ? store.emptyLab(ctx, of.labId) : store.emptyDevice(ctx, of.deviceId))
  await updateRoles(ctx, ...holders)
}

/**
 * Locks the reviewers of devices that are about to move to another lab. Callers do this before they lock the
 * devices: closing an account locks the person first, and then the devices that pass to another contact.
 */
export async function lockReviewers(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length > 0) await store.lockHolders(ctx, { deviceIds })
}

interface HandedOver {
  deviceId: number
  name: string
  fromLabId: number
  toLabId: number
}
/**
 * An instrument has moved to another laboratory. Its reviewers were chosen by the previous one, so they no
 * longer decide, and waiting requests go to the reviewers of the new one.
 */
export async function releaseReviewers(
  ctx: Ctx,
  { deviceId, name, fromLabId, toLabId }: HandedOver,
): Promise<void> {
  await lockReviewers(ctx, [deviceId])
  const gone = await store.releaseReviewers(ctx, deviceId, toLabId)
  if (gone.length === 0) return
  await updateRoles(ctx, ...gone.map((r) => r.id))
  for (const labId of [fromLabId, toLabId]) await announce(ctx, 'lab.people_changed', { labId, deviceId })
  const labName = await store.readLabName(ctx.db, toLabId)
  await tell(ctx, {
    kind: 'transfer',
    userIds: gone.map((r) => r.id),
    title: '您不再审核该仪器',
    body: `${name} 已调拨至${labName}，其预约改由该实验室审核。`,
  })
  await tell(ctx, {
    kind: 'transfer',
    role: { role: 'lab_director', labId: toLabId },
    link: `/maintain/lab/manages?id=${toLabId}`,
    title: '仪器调入：请确认由谁审核',
    body:
      `${name} 已调入${labName}，原审核员${gone.map((r) => r.name).join('、')}不再审核。` +
      '其预约由本实验室的审核员审核，没有时由主任审核；也可以在“实验室管理 → 管理员”中为该仪器另行指定。',
  })
}

/** Passes posts to successors: the successor replaces the person, who loses the post. */
export async function passPostsOn(
  ctx: Ctx,
  { userId, posts }: { userId: number; posts: readonly PassedPost[] },
): Promise<void> {
  await store.lockPeople(ctx, [userId, ...posts.map((p) => p.successorId)])
  for (const { kind, id, successorId } of posts) {
    const role = kind === 'lab_director' || kind === 'lab_admin' ? kind : null
    if (role === null && kind !== 'reviewer') continue
    const place = role
      ? await store.passMember(ctx, id, userId, successorId)
      : await store.passReviewer(ctx, id, userId, successorId)
    if (!place) continue
    await updateRoles(ctx, successorId, userId)
    await announce(ctx, 'lab.people_changed', place)
  }
}

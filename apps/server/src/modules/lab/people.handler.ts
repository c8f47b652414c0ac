import type { Parsed } from '@portal/contract/kernel/call'
import { labRefusals, type labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { PassedPost } from '../people/closing.events.ts'
import { setRoleOfPost } from '../people/people.service.ts'
import type {} from './lab.events.ts'
import { editsOf, mayEdit } from './lab.rules.ts'
import { allowEdit, requireActive, standingOn } from './lab.handler.ts'
import { memberOf, reviewerOf } from './lab.view.ts'
import * as store from './people.store.ts'

/** Its own people, and whoever may change it, see who does what in a lab. */
async function allowInside(ctx: Ctx, labId: number): Promise<void> {
  const { roles, reviews } = await standingOn(ctx, labId)
  ctx.allow(
    roles.length > 0 || reviews || editsOf(ctx.me.permissions, roles).length > 0,
    '只有本实验室人员可以查看',
  )
}

/** Who directs, administers or reviews anywhere has the role that opens the screens for it; which labs, is looked up each time. */
async function keepRoles(ctx: Ctx, userId: number): Promise<void> {
  const posts = await store.postsOf(ctx.db, userId)
  await setRoleOfPost(ctx, userId, 'LAB_DIRECTOR', posts?.directs ?? false)
  await setRoleOfPost(ctx, userId, 'LAB_ADMIN', posts?.administers ?? false)
  await setRoleOfPost(ctx, userId, 'REVIEWER', posts?.reviews ?? false)
}

export async function members(ctx: Ctx, { query }: Parsed<typeof labCalls.members>) {
  await allowInside(ctx, query.labId)
  return (await store.members(ctx.db, query.labId, query.role)).map(memberOf)
}

export async function addMember(ctx: Ctx, { body }: Parsed<typeof labCalls.addMember>) {
  await allowEdit(ctx, body.labId, 'admin')
  await requireActive(ctx, body.userId, 'userId')
  ctx.target = `lab ${body.labId}`
  try {
    const added = await store.addMember(ctx, body.labId, body.userId, body.role)
    await keepRoles(ctx, body.userId)
    await announce(ctx, 'lab.people_changed', { labId: body.labId, deviceId: null })
    return added
  } catch (e) {
    if (violates(e, 'lab_member_pkey')) throw refuseField('userId', labRefusals.MEMBER_TAKEN, 'MEMBER_TAKEN')
    throw e
  }
}

export async function memberPhone(ctx: Ctx, { body }: Parsed<typeof labCalls.memberPhone>) {
  const member = await store.findMember(ctx.db, body.id)
  if (!member) throw notFound('该人员')
  const { roles } = await standingOn(ctx, member.labId)
  ctx.allow(
    member.userId === ctx.me.id || mayEdit('admin', ctx.me.permissions, roles),
    '您只能修改本人在实验室的电话',
  )
  ctx.target = `lab ${member.labId}`
  await store.setMemberPhone(ctx, body.id, body.phone)
  return null
}

export async function removeMember(ctx: Ctx, { params }: Parsed<typeof labCalls.removeMember>) {
  const member = await store.findMember(ctx.db, params.id)
  if (!member) throw notFound('该人员')
  await allowEdit(ctx, member.labId, 'admin')
  ctx.target = `lab ${member.labId}`
  if (member.role === 'lab_director' && (await store.lockDirectors(ctx, member.labId)) <= 1)
    throw refuse('LAST_DIRECTOR', labRefusals.LAST_DIRECTOR)
  await store.removeMember(ctx, params.id)
  await keepRoles(ctx, member.userId)
  await announce(ctx, 'lab.people_changed', { labId: member.labId, deviceId: null })
  return null
}

export async function reviewers(ctx: Ctx, { query }: Parsed<typeof labCalls.reviewers>) {
  await allowInside(ctx, query.labId)
  return (await store.reviewers(ctx.db, query.labId)).map(reviewerOf)
}

export async function addReviewer(ctx: Ctx, { body }: Parsed<typeof labCalls.addReviewer>) {
  const deviceId = body.deviceId ?? null
  await allowEdit(ctx, body.labId, 'audit')
  if (deviceId !== null && (await store.labOfDevice(ctx.db, deviceId)) !== body.labId) throw notFound('仪器')
  await requireActive(ctx, body.userId, 'userId')
  ctx.target = deviceId === null ? `lab ${body.labId}` : `device ${deviceId}`
  try {
    const added = await store.addReviewer(ctx, body.labId, deviceId, body.userId)
    await keepRoles(ctx, body.userId)
    await announce(ctx, 'lab.people_changed', { labId: body.labId, deviceId })
    return added
  } catch (e) {
    if (violates(e, 'device_reviewer_lab_id_device_id_user_id_key'))
      throw refuseField('userId', labRefusals.REVIEWER_TAKEN, 'REVIEWER_TAKEN')
    throw e
  }
}

export async function removeReviewer(ctx: Ctx, { query }: Parsed<typeof labCalls.removeReviewer>) {
  const reviewer = await store.findReviewer(ctx.db, query.id)
  if (!reviewer) throw notFound('该审核员')
  await allowEdit(ctx, reviewer.labId, 'audit')
  ctx.target = reviewer.deviceId === null ? `lab ${reviewer.labId}` : `device ${reviewer.deviceId}`
  await store.removeReviewer(ctx, query.id)
  await keepRoles(ctx, reviewer.userId)
  await announce(ctx, 'lab.people_changed', { labId: reviewer.labId, deviceId: reviewer.deviceId })
  return null
}

/** Somebody leaves, and others are what he was: in his place, not beside him. */
export async function passOn(
  ctx: Ctx,
  { userId, posts }: { userId: number; posts: readonly PassedPost[] },
): Promise<void> {
  for (const { kind, id, successorId } of posts) {
    const role = kind === 'lab_director' || kind === 'lab_admin' ? kind : null
    if (role === null && kind !== 'reviewer') continue
    const about = role
      ? await store.passMember(ctx, id, userId, successorId)
      : await store.passReviewer(ctx, id, userId, successorId)
    if (!about) continue
    await keepRoles(ctx, successorId)
    await keepRoles(ctx, userId)
    await announce(ctx, 'lab.people_changed', about)
  }
}

import type { Parsed } from '@portal/contract/kernel/call'
import { labRefusals, type labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type {} from './lab.events.ts'
import { listEdits, mayEdit } from './lab.rules.ts'
import { showMember, showReviewer } from './lab.view.ts'
import { requireActive, updateRoles } from './people.action.ts'
import * as store from './people.store.ts'
import { allowEdit, findStanding } from './standing.action.ts'

/** Members, reviewers and people who may change the lab see who has which post in it. */
async function allowInside(ctx: Ctx, labId: number): Promise<void> {
  const { roles, reviews } = await findStanding(ctx, labId)
  ctx.allow(
    roles.length > 0 || reviews || listEdits(ctx.me.permissions, roles).length > 0,
    '只有本实验室人员可以查看',
  )
}

export async function listMembers(ctx: Ctx, { query }: Parsed<typeof labCalls.members>) {
  await allowInside(ctx, query.labId)
  return (await store.listMembers(ctx.db, query.labId, query.role)).map(showMember)
}

export async function addMember(ctx: Ctx, { body }: Parsed<typeof labCalls.addMember>) {
  await allowEdit(ctx, body.labId, 'admin')
  await store.lockPeople(ctx, [body.userId])
  await requireActive(ctx, body.userId, 'userId')
  ctx.target = `lab ${body.labId}`
  try {
    const added = await store.addMember(ctx, body.labId, body.userId, body.role)
    await updateRoles(ctx, body.userId)
    await announce(ctx, 'lab.people_changed', { labId: body.labId, deviceId: null })
    return added
  } catch (e) {
    if (violates(e, 'lab_member_pkey')) throw refuseField('userId', labRefusals.MEMBER_TAKEN, 'MEMBER_TAKEN')
    throw e
  }
}

export async function changeMemberPhone(ctx: Ctx, { body }: Parsed<typeof labCalls.memberPhone>) {
  const member = await store.findMember(ctx.db, body.id)
  if (!member) throw notFound('该人员')
  const { roles } = await findStanding(ctx, member.labId)
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
  await store.lockPeople(ctx, [member.userId])
  if (
    member.role === 'lab_director' &&
    (await store.lockOtherDirectors(ctx, member.labId, member.userId)) === 0
  )
    throw refuse('LAST_DIRECTOR', labRefusals.LAST_DIRECTOR)
  await store.removeMember(ctx, params.id)
  await updateRoles(ctx, member.userId)
  await announce(ctx, 'lab.people_changed', { labId: member.labId, deviceId: null })
  return null
}

export async function listReviewers(ctx: Ctx, { query }: Parsed<typeof labCalls.reviewers>) {
  await allowInside(ctx, query.labId)
  return (await store.listReviewers(ctx.db, query.labId)).map(showReviewer)
}

export async function addReviewer(ctx: Ctx, { body }: Parsed<typeof labCalls.addReviewer>) {
  const deviceId = body.deviceId ?? null
  await allowEdit(ctx, body.labId, 'audit')
  if (deviceId !== null && (await store.findLabOfDevice(ctx.db, deviceId)) !== body.labId)
    throw notFound('仪器')
  await store.lockPeople(ctx, [body.userId])
  await requireActive(ctx, body.userId, 'userId')
  ctx.target = deviceId === null ? `lab ${body.labId}` : `device ${deviceId}`
  try {
    const added = await store.addReviewer(ctx, body.labId, deviceId, body.userId)
    await updateRoles(ctx, body.userId)
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
  await store.lockPeople(ctx, [reviewer.userId])
  await store.removeReviewer(ctx, query.id)
  await updateRoles(ctx, reviewer.userId)
  await announce(ctx, 'lab.people_changed', { labId: reviewer.labId, deviceId: reviewer.deviceId })
  return null
}

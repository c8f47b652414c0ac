import { randomInt } from 'node:crypto'
import type { Parsed } from '@portal/contract/kernel/call'
import { peopleCalls } from '@portal/contract/people/people'
import { hashPassword } from '../../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { violatesReference } from '../../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../../kernel/serve.ts'
import { writeAfter } from '../../../kernel/write-after.ts'
import { announceClosed, announceOpened, announceShutOut } from '../closing.events.ts'
import { hashChosen } from '../credentials/credentials.action.ts'
import { endHeadships } from '../headship.action.ts'
import {
  explainTaken,
  gramsOfPerson,
  makeTemporaryPassword,
  movesOwnMailbox,
  refuseBy,
} from '../people.rules.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'
import * as logins from '../login.store.ts'
import {
  judgeDept,
  judgePerson,
  judgeRoles,
  judgeSupervisor,
  judgeType,
  keepAnAdmin,
} from './judging.action.ts'
import { changeRoles } from './roles.action.ts'

export async function create(ctx: Ctx, { body }: Parsed<typeof peopleCalls.create>) {
  await judgeDept(ctx, body.deptId)
  await judgeRoles(ctx, body.roleIds)
  await judgeType(ctx, body.userType)
  await judgeSupervisor(ctx, body.supervisorId)
  const password = body.password
    ? { hash: await hashChosen(ctx, 'password', body.password), byOther: true }
    : null
  return writeAfter(ctx, peopleCalls.create, async (c) => {
    c.target = `用户 ${body.username}`
    const id = await store
      .add(c, body.username, password, body, gramsOfPerson(body, body.username))
      .catch((e: unknown) => {
        throw explainTaken(e)
      })
    await roleStore.setRoles(c, id, body.roleIds)
    return { id }
  })
}

export async function change(ctx: Ctx, { body }: Parsed<typeof peopleCalls.change>) {
  await roleStore.lockAdmins(ctx)
  const before = await judgePerson(ctx, body.id, 'change')
  const { enabled = before.enabled, roleIds } = body
  if (body.id === ctx.me.id && (!enabled || changesRoles(before, roleIds))) throw refuseBy('SELF')
  if (movesOwnMailbox(ctx.me.id, before, body.email)) throw refuseBy('OWN_EMAIL', 'email')
  await judgeDept(ctx, body.deptId, before)
  await judgeRoles(ctx, roleIds ?? [])
  await judgeType(ctx, body.userType, before.userType)
  await judgeSupervisor(ctx, body.supervisorId, before)
  const values = {
    ...body,
    enabled,
    suspendedUntil: body.suspendedUntil ? new Date(body.suspendedUntil) : null,
    suspendedReason: body.suspendedUntil ? body.suspendedReason : null,
  }
  await store.change(ctx, body.id, values, gramsOfPerson(body, before.username)).catch((e: unknown) => {
    throw explainTaken(e)
  })
  if (roleIds) await roleStore.setRoles(ctx, body.id, roleIds)
  else await endHeadships(ctx, [{ userId: body.id, deptBefore: before.deptId, deptId: body.deptId }])
  await keepAnAdmin(ctx)
  if (before.enabled && !enabled) await announceClosed(ctx, [body.id])
  if (!before.enabled && enabled) await announceOpened(ctx, [body.id])
  return null
}

const changesRoles = ({ roles }: store.PersonRecord, roleIds: readonly number[] | undefined): boolean =>
  roleIds !== undefined &&
  (roles.length !== new Set(roleIds).size || roles.some((r) => !roleIds.includes(r.id)))

/**
 * Fields missing in a change keep their stored values. Account state and roles are not filled in: what is
 * read here may be stale by the time the change holds its locks.
 */
export const loadUnchanged: LoadUnchanged = async (ctx, { id }) => {
  const person = id && (await store.find(ctx.db, id))
  if (!person) return undefined
  const { enabled: _enabled, roles: _roles, ...kept } = person
  return kept
}

export async function setRoles(ctx: Ctx, { params, body }: Parsed<typeof peopleCalls.setRoles>) {
  await changeRoles(ctx, params.id, body)
  return null
}

export async function signOut(ctx: Ctx, { params }: Parsed<typeof peopleCalls.signOut>) {
  await judgePerson(ctx, params.id, 'signOut')
  await announceShutOut(ctx, params.id)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof peopleCalls.remove>) {
  await roleStore.lockAdmins(ctx)
  await judgePerson(ctx, params.id, 'remove')
  await store.remove(ctx, params.id).catch((e: unknown) => {
    throw violatesReference(e) ? refuseBy('HAS_RECORDS') : e
  })
  await keepAnAdmin(ctx)
  return null
}

export async function resetPassword(ctx: Ctx, { params }: Parsed<typeof peopleCalls.resetPassword>) {
  await judgePerson(ctx, params.id, 'resetPassword')
  const password = makeTemporaryPassword(randomInt)
  const hash = await hashPassword(password)
  return writeAfter(ctx, peopleCalls.resetPassword, async (c) => {
    await judgePerson(c, params.id, 'resetPassword')
    await logins.setPassword(c, params.id, hash, true)
    await announceShutOut(c, params.id)
    await tell(c, {
      userIds: [params.id],
      kind: 'system',
      title: '您的登录密码已被管理员重置',
      body: '用新密码登录后需要先修改密码。如非您本人要求，请尽快联系管理员。',
      mail: true,
    })
    return { password }
  })
}

import { accountCalls, accountRefusals } from '@portal/contract/account/account'
import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import { peopleRefusals } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { postMail, tell } from '../../kernel/outbox.store.ts'
import { readChanges, knownChanges, readObjects } from '../../kernel/objects.ts'
import { forbidden, refuse, refuseField } from '../../kernel/refuse.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import * as file from '../file/file.service.ts'
import * as people from '../people/people.service.ts'
import * as session from '../session/session.service.ts'
import { limits } from '../session/throttle.rules.ts'
import { namePortal, readSite } from '../site/site.service.ts'
import * as store from './account.store.ts'
import { proveCode, refuseCode, useCode } from './code.action.ts'
import { writeMovedMail } from './code.rules.ts'

export async function showProfile(ctx: Ctx) {
  const record = await people.requirePerson(ctx, ctx.me.id)
  return {
    ...people.showPerson(record),
    avatar: record.avatarFileId && fileUrl(record.avatarFileId),
    hasPassword: record.hasPassword,
  }
}

export async function register(ctx: Ctx, { body }: Parsed<typeof accountCalls.register>) {
  const { username, password, code, ...guest } = body
  // Proves the mailbox first; otherwise anybody could find out which student numbers exist. A right code
  // counts as a guess too, so that one mailed code cannot be used to list usernames.
  const codeId = await proveCode(ctx, guest.email, 'register', code)
  if (await people.findLogin(ctx, username))
    throw refuseField('username', peopleRefusals.USERNAME_TAKEN, 'USERNAME_TAKEN')
  const passwordHash = await people.hashChosen(ctx, 'password', password)
  await writeAfter(ctx, accountCalls.register, async (c) => {
    c.target = `用户 ${username}`
    await useCode(c, codeId)
    await people.addGuest(c, { ...guest, username, passwordHash })
  })
  return { username }
}

const containsName = (username: string, password: string) => password.toLowerCase().includes(username)

export async function resetPassword(ctx: Ctx, { body }: Parsed<typeof accountCalls.resetPassword>) {
  const codeId = await proveCode(ctx, body.email, 'reset', body.code)
  const person = await people.findLoginByEmail(ctx, body.email)
  if (!person) throw refuseCode() // no code was mailed in this case
  if (containsName(person.username, body.password))
    throw refuseField('password', accountRefusals.HOLDS_USERNAME, 'HOLDS_USERNAME')
  const hash = await people.hashChosen(ctx, 'password', body.password)
  await writeAfter(
    ctx,
    accountCalls.resetPassword,
    async (c) => {
      await useCode(c, codeId)
      await setPassword(c, person.id, hash)
      await session.revokeAllSessions(c, person.id)
      await session.forgetAttemptsOn(c, person.username)
      await session.forgetAttempts(c, limits.own, String(person.id))
    },
    person,
  )
  return { username: person.username }
}

export async function changePassword(ctx: Ctx, { body }: Parsed<typeof accountCalls.changePassword>) {
  const { id, username } = ctx.me
  const person = await people.findLogin(ctx, username)
  if (!person?.passwordHash) throw refuse('NO_PASSWORD', accountRefusals.NO_PASSWORD)
  if (body.newPassword === body.oldPassword)
    throw refuseField('newPassword', accountRefusals.SAME_PASSWORD, 'SAME_PASSWORD')
  if (containsName(username, body.newPassword))
    throw refuseField('newPassword', accountRefusals.HOLDS_USERNAME, 'HOLDS_USERNAME')
  if (!(await isOwnPassword(ctx, body.oldPassword, person.passwordHash)))
    throw refuseField('oldPassword', accountRefusals.PASSWORD_WRONG, 'PASSWORD_WRONG')
  const hash = await people.hashChosen(ctx, 'newPassword', body.newPassword)
  await writeAfter(ctx, accountCalls.changePassword, async (c) => {
    await setPassword(c, id, hash)
    await session.revokeOtherSessions(c, id)
    await session.endPasswordChange(c, id)
    await session.forgetAttempts(c, limits.own, String(id))
  })
  return null
}

/**
 * Throttled, so that a person at an unlocked screen cannot guess without limit. By a count of the signed-in
 * person: strangers who guess at the sign-in must not keep the owner from using the password.
 */
async function isOwnPassword(ctx: Ctx, password: string, hash: string): Promise<boolean> {
  await session.admitAttempt(ctx, limits.own, String(ctx.me.id))
  return session.checkPassword(password, hash)
}

async function setPassword(ctx: Ctx, userId: number, hash: string): Promise<void> {
  await people.setPassword(ctx, userId, hash)
  await tell(ctx, {
    userIds: [userId],
    kind: 'system',
    mail: true,
    title: '您的登录密码已修改',
    body: '如非您本人操作，请立即通过“忘记密码”重新设置，并联系管理员。',
  })
}

export async function changeProfile(ctx: Ctx, { body }: Parsed<typeof accountCalls.changeProfile>) {
  const before = await people.requirePerson(ctx, ctx.me.id)
  const name = body.name ?? before.name
  const organization = body.organization ?? before.organization
  if (before.onCampus && (name !== before.name || organization !== before.organization))
    throw forbidden('校内人员的姓名与单位由学校维护，不能自行修改')
  const { email = before.email, phone = before.phone } = body
  const moves = email !== before.email
  const codeIds = moves ? await proveMove(ctx, before.email, email, body) : []
  const portal = namePortal(await readSite(ctx))
  await writeAfter(ctx, accountCalls.changeProfile, async (c) => {
    for (const codeId of codeIds) await useCode(c, codeId)
    await people.changeOwn(c, before, { name, organization, email, phone })
    if (!moves) return
    await session.forgetAttempts(c, limits.own, String(c.me.id))
    // A message in the portal would be read, and its mail received, by the person who has moved the account.
    if (before.email !== null) await postMail(c, writeMovedMail(before.email, portal, email))
  })
  return null
}

/**
 * Proves that the owner moves the account to another mailbox or to none, and that the new mailbox is theirs.
 * A mailbox recovers the password: a person at an unlocked screen would otherwise take the account. Returns
 * the ids of the codes, which the following transaction must use up.
 */
async function proveMove(
  ctx: Ctx,
  from: string | null,
  to: string | null,
  { code, password, oldCode }: Parsed<typeof accountCalls.changeProfile>['body'],
): Promise<number[]> {
  if (to !== null && !code) throw refuseField('code', '更换邮箱需要填写发送到新邮箱的验证码', 'BAD_REQUEST')
  const codeIds: number[] = []
  const hash = (await people.findLogin(ctx, ctx.me.username))?.passwordHash
  if (hash) {
    if (!password) throw refuseField('password', '更换邮箱需要填写登录密码', 'BAD_REQUEST')
    if (!(await isOwnPassword(ctx, password, hash)))
      throw refuseField('password', accountRefusals.OWN_PASSWORD_WRONG, 'OWN_PASSWORD_WRONG')
  } else if (from !== null) {
    if (!oldCode) throw refuseField('oldCode', '更换邮箱需要填写发送到原邮箱的验证码', 'BAD_REQUEST')
    codeIds.push(await proveCode(ctx, from, 'change', oldCode, 'oldCode'))
  }
  if (to !== null && code) codeIds.push(await proveCode(ctx, to, 'change', code))
  return codeIds
}

export async function setAvatar(ctx: Ctx) {
  const picture = ctx.requireFile('图片')
  const kept = await file.keepPicture(ctx, picture, {
    business: 'avatar',
    rowId: ctx.me.id,
    visibility: 'public',
  })
  const before = await people.setAvatar(ctx, ctx.me.id, kept.id)
  if (before) await file.remove(ctx, before)
  return { avatar: fileUrl(kept.id) }
}

/**
 * Tables of other people's data that a person's own call may change (a balance, an evaluation). Such changes
 * are shown on the pages of those data, not here.
 */
const OTHERS: ReadonlySet<string> = new Set([
  'fund_card',
  'fund_card_user',
  'tender',
  'tender_member',
  'tender_invitation',
  'panel',
  'panel_expert',
  'approval_policy',
])

export async function listLogs(ctx: Ctx, { query }: Parsed<typeof accountCalls.logs>) {
  const items = await store.listLogs(ctx.db, ctx.me.id, query.before ?? Number.MAX_SAFE_INTEGER, query.size)
  const objects = await readObjects(
    ctx.db,
    items.map((l) => l.target),
  )
  const own = items.map((l) => l.changes?.filter((c) => !OTHERS.has(c.t)) ?? [])
  const changes = await readChanges(ctx.db, own.flat(), ctx.env.CAMPUS_TZ)
  let from = 0
  const rows = items.map((l, i) => {
    const ofThis = changes.slice(from, (from += knownChanges(own[i] ?? [])))
    return { ...l, object: null, link: null, ...objects[i], changes: ofThis }
  })
  return { items: rows, next: items.length === query.size ? (items.at(-1)?.id ?? null) : null }
}

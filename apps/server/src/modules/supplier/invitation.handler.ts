import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Parsed } from '@portal/contract/kernel/call'
import { peopleRefusals } from '@portal/contract/people/people'
import {
  INVITATION_DAYS,
  supplierCalls,
  supplierRefusals,
  type ContactBody,
} from '@portal/contract/supplier/supplier'
import { hashPassword } from '../../adapters/hashing/passwords.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { postMail } from '../../kernel/outbox.store.ts'
import { defineTranslation, Refusal, refuse, refuseField } from '../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import * as people from '../people/people.service.ts'
import { readDetail } from './show.action.ts'
import { supplierFlow } from './supplier.flow.ts'
import { suppliers } from './supplier.process.ts'
import { followMembers } from './members.action.ts'
import { describeRenaming, listCompanyGrams, wordLink } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

const computeHash = (token: string): Buffer => createHash('sha256').update(token).digest()

function newToken(ctx: Ctx) {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: computeHash(token), until: addMinutes(ctx.now, INVITATION_DAYS * 24 * 60) }
}

const postInvitation = (
  ctx: Ctx,
  to: ContactBody & { name: string },
  { token, until }: { token: string; until: Date },
) =>
  postMail(ctx, {
    to: to.email,
    subject: '邀请贵公司注册为学校设备采购供应商',
    body: `${to.contact}，您好：

学校邀请 ${to.name} 注册为设备采购供应商。请${wordLink(ctx.env.PUBLIC_URL, `/osp/storage/providerActive#token=${token}`)}

打开后设置用户名和密码并激活账号，再完善企业资料提交审核。

链接在 ${shownAt(until, ctx.env.CAMPUS_TZ)} 前有效，只能使用一次，请勿转发给无关人员。如非贵公司业务，请忽略本邮件。`,
    until: until.toISOString(),
  })

const translateViolation = defineTranslation({
  supplier_credit_code: () =>
    refuseField('creditCode', supplierRefusals.CREDIT_CODE_TAKEN, 'CREDIT_CODE_TAKEN'),
})

export async function invite(ctx: Ctx, { body }: Parsed<typeof supplierCalls.invite>) {
  const token = newToken(ctx)
  const { id } = await suppliers.begin(ctx, supplierFlow, 'invite', {
    by: ['office'],
    add: () => translateViolation(() => store.add(ctx, body, token, listCompanyGrams(body))),
  })
  await postInvitation(ctx, body, token)
  return readDetail(ctx, id)
}

export async function inviteAgain(
  ctx: Ctx,
  { params, body: { name, creditCode, ...contact } }: Parsed<typeof supplierCalls.inviteAgain>,
) {
  // Locked: a name that is not given must stay as a colleague has just put it right.
  const loaded = await suppliers.hold(ctx, params.id)
  const { row: s } = loaded
  const invited = { ...contact, name: name ?? s.name, creditCode: creditCode ?? s.creditCode }
  const token = newToken(ctx)
  await translateViolation(() =>
    suppliers.take(ctx, loaded, 'invite', {
      reason: describeRenaming(s, invited),
      changes: { invited, token, search: listCompanyGrams(invited) },
    }),
  )
  await postInvitation(ctx, invited, token)
  return readDetail(ctx, params.id)
}

async function requireInvited(ctx: Ctx, token: string): Promise<store.SupplierDetail> {
  const s = await store.findInvited(ctx.db, computeHash(token), ctx.now)
  if (!s) throw refuse('INVITATION_GONE', supplierRefusals.INVITATION_GONE)
  return s
}

export async function showInvitation(ctx: Ctx, { body }: Parsed<typeof supplierCalls.invitation>) {
  const { name, contact, tokenUntil } = await requireInvited(ctx, body.token)
  return { name, contact, until: tokenUntil ?? ctx.now }
}

/** Creates the account. The email address is proven, because the token was sent there. */
export async function activate(ctx: Ctx, { body }: Parsed<typeof supplierCalls.activate>) {
  await requireInvited(ctx, body.token)
  if (ctx.actor && (await store.findOfUser(ctx.db, ctx.actor.id)))
    throw refuse('SUPPLIER_ALREADY', supplierRefusals.SUPPLIER_ALREADY)
  if (await people.findLogin(ctx, body.username))
    throw refuseField('username', peopleRefusals.USERNAME_TAKEN, 'USERNAME_TAKEN')
  const passwordHash = await people.hashChosen(ctx, 'password', body.password)
  await writeAfter(ctx, supplierCalls.activate, async (c) => {
    const s = await requireInvited(c, body.token)
    c.target = `supplier ${s.id}`
    const userId = await people
      .addSupplierPerson(c, {
        username: body.username,
        password: { hash: passwordHash, byOther: false },
        name: body.name,
        organization: s.name,
        email: s.email,
        phone: body.phone,
      })
      .catch((e: unknown) => {
        throw e instanceof Refusal && e.code === 'EMAIL_TAKEN'
          ? refuse('EMAIL_TAKEN', '收到邀请的邮箱已属于另一个账号，请联系学校招标办换一个邮箱重新邀请')
          : e
      })
    await store.addMember(c, s.id, userId)
    const reason = `${body.name}（${body.username}）`
    await suppliers.take(c, { row: s, roles: new Set(['invited']) }, 'activate', { reason })
  })
  return { username: body.username }
}

// ── Further people ───────────────────────────────────────────────────────────

export async function addMember(ctx: Ctx, { params, body }: Parsed<typeof supplierCalls.addMember>) {
  await requireMembers(ctx, params.id)
  const password = people.makeTemporaryPassword(randomInt)
  const hash = await hashPassword(password)
  await writeAfter(ctx, supplierCalls.addMember, async (c) => {
    const s = await requireMembers(c, params.id)
    const before = await store.listMembers(c.db, s.id)
    const userId = await people.addSupplierPerson(c, {
      ...body,
      password: { hash, byOther: true },
      organization: s.name,
    })
    await store.addMember(c, s.id, userId)
    await followMembers(c, s.id, before)
  })
  return { username: body.username, password }
}

export async function removeMember(ctx: Ctx, { params }: Parsed<typeof supplierCalls.removeMember>) {
  await store.lock(ctx, [params.id])
  const s = await requireMembers(ctx, params.id)
  const members = await store.listMembers(ctx.db, s.id)
  if (!members.some((m) => m.id === params.userId))
    throw refuse('OTHER_COMPANY', supplierRefusals.OTHER_COMPANY)
  if (!members.some((m) => m.id !== params.userId && m.enabled))
    throw refuse('LAST_MEMBER', supplierRefusals.LAST_MEMBER)
  await store.removeMember(ctx, s.id, params.userId)
  await followMembers(ctx, s.id, members)
  return null
}

async function requireMembers(ctx: Ctx, supplierId: number): Promise<store.SupplierDetail> {
  const { row: s } = await suppliers.load(ctx, supplierId)
  if (s.state === 'invited') throw refuse('STATE', '该供应商尚未激活，请重新发送邀请', { status: 409 })
  return s
}

import { deptRefusals, MAX_CONTACTS, type deptCalls } from '@portal/contract/dept/dept'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml } from '../../kernel/html.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import * as files from '../file/file.service.ts'
import { PICTURES } from './dept.rules.ts'
import * as store from './overview.store.ts'

/** Holders of `_EDIT` write about their own dept, holders of `_ALL` about every dept. */
const mayEdit = (ctx: Ctx, deptId: number) =>
  ctx.holds('DEPART_OVERVIEW_ALL') || (ctx.holds('DEPART_OVERVIEW_EDIT') && ctx.me.deptId === deptId)
/** The contacts of a dept: also edited by those who may build its team. */
const mayBuild = (ctx: Ctx, deptId: number) =>
  mayEdit(ctx, deptId) ||
  ctx.holds('TEAM_BUILD_ALL') ||
  (ctx.holds('TEAM_BUILD_EDIT') && ctx.me.deptId === deptId)
const NOT_YOURS = '您只能编辑本单位的部门概况'
const allowBuild = (ctx: Ctx, deptId: number) => ctx.allow(mayBuild(ctx, deptId), NOT_YOURS)

export function listOverviews(ctx: Ctx, { query }: Parsed<typeof deptCalls.overviews>) {
  if (!query.editable) return store.listOverviews(ctx.db, null, true)
  const { deptId } = ctx.me
  const own = deptId !== null && mayBuild(ctx, deptId) ? [deptId] : []
  return store.listOverviews(ctx.db, ctx.holds('DEPART_OVERVIEW_ALL', 'TEAM_BUILD_ALL') ? null : own, false)
}

export async function showDuty(ctx: Ctx, { query }: Parsed<typeof deptCalls.duty>) {
  const row = await store.findDuty(ctx.db, query.deptId)
  if (!row) throw notFound('单位')
  return {
    ...row,
    can: [
      ...(mayEdit(ctx, query.deptId) ? (['edit'] as const) : []),
      ...(mayBuild(ctx, query.deptId) ? (['team'] as const) : []),
    ],
  }
}

export async function writeDuty(ctx: Ctx, { body }: Parsed<typeof deptCalls.writeDuty>) {
  ctx.target = `dept ${body.deptId}`
  ctx.allow(mayEdit(ctx, body.deptId), NOT_YOURS)
  if (!(await store.lockDept(ctx, body.deptId))) throw notFound('单位')
  const now = await store.findDuty(ctx.db, body.deptId)
  if (now) refuseOlder('部门职责', now, body.seenAt)
  const bodyHtml = cleanHtml(body.bodyHtml)
  await store.writeDuty(ctx, body.deptId, bodyHtml)
  await files.keepPictures(ctx, bodyHtml, PICTURES, body.deptId)
  return { updatedAt: ctx.now }
}

export async function listContacts(ctx: Ctx, { query }: Parsed<typeof deptCalls.contacts>) {
  const { items, total } = await store.listContacts(ctx.db, query.deptId, query)
  const can = mayBuild(ctx, query.deptId)
  return { items: items.map((c) => ({ ...c, can: can ? ['edit' as const] : [] })), total }
}

export async function saveContact(
  ctx: Ctx,
  { body: { id, deptId, ...values } }: Parsed<typeof deptCalls.saveContact>,
) {
  ctx.target = `dept ${deptId}`
  allowBuild(ctx, deptId)
  if (!(await store.lockDept(ctx, deptId))) throw notFound('单位')
  if (id) {
    const changed = await store.changeContact(ctx, id, deptId, values)
    if (!changed) throw notFound('岗位')
    return changed
  }
  if ((await store.countContacts(ctx.db, deptId)) >= MAX_CONTACTS)
    throw refuse('CONTACTS_FULL', deptRefusals.CONTACTS_FULL)
  return store.addContact(ctx, deptId, values)
}

export async function removeContact(ctx: Ctx, { params }: Parsed<typeof deptCalls.removeContact>) {
  const deptId = await store.findDeptOfContact(ctx.db, params.id)
  if (deptId === undefined) throw notFound('岗位')
  ctx.target = `dept ${deptId}`
  allowBuild(ctx, deptId)
  await store.removeContact(ctx, params.id)
  return null
}

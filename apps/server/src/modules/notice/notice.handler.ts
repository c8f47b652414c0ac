import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import {
  noticeAudienceWords,
  noticeKindWords,
  noticeRefusals,
  noticeStageWords,
  noticeStateWords,
  type noticeCalls,
} from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { fail, notFound, refuseField, violatesReference } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { exported } from '../../kernel/sheet.ts'
import { listCodes } from '../dictionary/dictionary.service.ts'
import * as files from '../file/file.service.ts'
import { findReader, readScope } from './notice.action.ts'
import { listActions, FILES, PICTURES } from './notice.rules.ts'
import * as store from './notice.store.ts'

const SUMMARY_LENGTH = 120

// ── Reading ──────────────────────────────────────────────────────────────────

export const list = async (ctx: Ctx, { query }: Parsed<typeof noticeCalls.list>) =>
  store.listPublic(ctx.db, await findReader(ctx), query)

export async function get(ctx: Ctx, { query }: Parsed<typeof noticeCalls.get>) {
  const notice = await store.findPublic(ctx.db, await findReader(ctx), query.id)
  if (!notice) throw notFound('公告')
  await store.countView(ctx, query.id)
  return { ...notice, attachments: await listAttachments(ctx, query.id), views: notice.views + 1 }
}

const listAttachments = async (ctx: Ctx, id: number) =>
  ((await files.listFiles(ctx, FILES, [id])).get(id) ?? []).map(files.showAttachment)

// ── Managing ─────────────────────────────────────────────────────────────────

const addActions = <R extends store.ManagedRow>(ctx: Ctx, row: R) => ({
  ...row,
  can: listActions(row.state, ctx.holds(...edit('NOTICE_MSG'))),
})

export async function listManaged(ctx: Ctx, { query }: Parsed<typeof noticeCalls.manage>) {
  const { items, total } = await store.listManaged(ctx.db, readScope(ctx), ctx.now, query)
  return { items: items.map((row) => addActions(ctx, row)), total }
}

export async function showManaged(ctx: Ctx, { query }: Parsed<typeof noticeCalls.manageOne>) {
  const notice = await store.findManaged(ctx.db, readScope(ctx), ctx.now, query.id)
  if (!notice) throw notFound('公告')
  return { ...addActions(ctx, notice), attachments: await listAttachments(ctx, query.id) }
}

export async function listTargets(ctx: Ctx) {
  const [roles, userTypes] = await Promise.all([store.listRoles(ctx.db), listCodes(ctx, 'campus_user_type')])
  return { roles, userTypes }
}

type Body = Parsed<typeof noticeCalls.create>['body']

export async function create(ctx: Ctx, { body }: Parsed<typeof noticeCalls.create>) {
  const values = listValues(ctx, body)
  const { id } = await store.add(ctx, values)
  ctx.target = `notice ${id}`
  await files.attach(ctx, body.fileIds, FILES, id)
  await keepPicturesAndAim(ctx, id, body, values)
  return { id }
}

export async function change(ctx: Ctx, { body }: Parsed<typeof noticeCalls.change>) {
  const { state, updatedAt } = await lockNotice(ctx, body.id)
  refuseOlder('公告', { updatedAt, state: noticeStateWords[state] }, body.seenAt ?? undefined)
  const values = listValues(ctx, body)
  await store.change(ctx, body.id, values)
  await files.replaceFiles(ctx, body.fileIds, FILES, body.id)
  await keepPicturesAndAim(ctx, body.id, body, values)
  return null
}

async function keepPicturesAndAim(
  ctx: Ctx,
  id: number,
  { audience, targets }: Body,
  { bodyHtml }: store.NoticeValues,
): Promise<void> {
  await files.keepPictures(ctx, bodyHtml, PICTURES, id)
  const chosen = audience === 'chosen' ? targets : { deptIds: [], roleIds: [], userTypes: [] }
  const offered = (await listCodes(ctx, 'campus_user_type')).map((t) => t.value)
  // A notice keeps a type that is no longer offered.
  const types = new Set([...offered, ...(await store.listTypes(ctx.db, id))])
  if (chosen.userTypes.some((t) => !types.has(t)))
    throw refuseField('targets', noticeRefusals.TARGET_UNKNOWN, 'TARGET_UNKNOWN')
  try {
    await store.aim(ctx, id, chosen)
  } catch (e) {
    if (violatesReference(e)) throw refuseField('targets', noticeRefusals.TARGET_UNKNOWN, 'TARGET_UNKNOWN')
    throw e
  }
}

export async function publish(ctx: Ctx, { params }: Parsed<typeof noticeCalls.publish>) {
  await lockNotice(ctx, params.id)
  if (!(await store.publish(ctx, params.id))) throw fail('CONFLICT', '该公告已发布，请刷新后查看')
  return null
}

export async function withdraw(ctx: Ctx, { params }: Parsed<typeof noticeCalls.withdraw>) {
  await lockNotice(ctx, params.id)
  if (!(await store.withdraw(ctx, params.id))) throw fail('CONFLICT', '只有已发布或待发布的公告可以撤回')
  return null
}

export async function remove(ctx: Ctx, { query }: Parsed<typeof noticeCalls.remove>) {
  await lockNotice(ctx, query.id)
  await store.remove(ctx, query.id)
  await files.removeFiles(ctx, [FILES, PICTURES], query.id)
  return null
}

export async function uploadAttachment(ctx: Ctx) {
  const upload = ctx.requireFile()
  return files.showAttachment(await files.keep(ctx, upload, { business: FILES, visibility: 'private' }))
}

/** Locks the notice until the end of the transaction; throws notFound if the caller does not manage it. */
async function lockNotice(ctx: Ctx, id: number): Promise<store.Standing> {
  ctx.target = `notice ${id}`
  const found = await store.lockManaged(ctx, readScope(ctx), id)
  if (!found) throw notFound('公告')
  return found
}

/** Cleans the HTML once, here, so that it need not be cleaned for each reader. */
function listValues(ctx: Ctx, { audience, targets, ...body }: Body): store.NoticeValues {
  const bodyHtml = cleanHtml(body.bodyHtml)
  const words = plainText(bodyHtml)
  if (!words && !bodyHtml.includes('<img')) throw refuseField('bodyHtml', '正文不能为空')
  if (
    audience === 'chosen' &&
    targets.deptIds.length + targets.roleIds.length + targets.userTypes.length === 0
  )
    throw refuseField('targets', noticeRefusals.TARGETS_MISSING, 'TARGETS_MISSING')
  const publishAt = body.publishAt ?? (body.state === 'published' ? ctx.now : null)
  return {
    title: body.title,
    kind: body.kind,
    state: body.state,
    pinned: body.pinned,
    audience,
    bodyHtml,
    summary: words.slice(0, SUMMARY_LENGTH),
    publishAt,
    search: listGrams([body.title], { prose: words }),
  }
}

// ── As a file ────────────────────────────────────────────────────────────────

export const exportManaged = exported('公告', listManaged, [
  { header: '标题', width: 50, value: (n) => n.title },
  { header: '类型', width: 12, value: (n) => noticeKindWords[n.kind] },
  { header: '状态', width: 10, value: (n) => noticeStageWords[n.state] },
  { header: '置顶', width: 8, value: (n) => n.pinned },
  { header: '发布时间', width: 18, value: (n) => n.publishAt },
  { header: '可见范围', width: 12, value: (n) => noticeAudienceWords[n.audience] },
  { header: '浏览次数', width: 10, value: (n) => n.views },
  { header: '作者', width: 14, value: (n) => n.author },
  { header: '更新时间', width: 18, value: (n) => n.updatedAt },
])

/** The stored notice as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = async (ctx, { id }) => {
  if (!id) return undefined
  const row = await rowAsBody(ctx.db, 'notice', { id })
  const found = row && (await store.findManaged(ctx.db, readScope(ctx), ctx.now, id))
  if (!found) return undefined
  const { depts, roles, userTypes } = found.targets
  const targets = { deptIds: depts.map((d) => d.id), roleIds: roles.map((r) => r.id), userTypes }
  return {
    ...row,
    targets,
    fileIds: ((await files.listFiles(ctx, FILES, [id])).get(id) ?? []).map((f) => f.id),
  }
}

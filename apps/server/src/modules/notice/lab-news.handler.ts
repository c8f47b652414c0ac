import type { Parsed } from '@portal/contract/kernel/call'
import type { labNewsCalls } from '@portal/contract/notice/lab-news'
import { noticeStateWords } from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { fail, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import * as files from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { allowEdit, findStanding } from '../lab/lab.service.ts'
import { actionsOfNews, isPublic, choosePublishTime } from './lab-news.rules.ts'
import * as store from './lab-news.store.ts'
import { PICTURES } from './notice.rules.ts'

const SUMMARY_LENGTH = 120

export async function list(ctx: Ctx, { query }: Parsed<typeof labNewsCalls.list>) {
  const lab = await findStanding(ctx, query.labId)
  const edits = mayEdit('intro', ctx.me.permissions, lab.roles)
  const { items, total } = await store.list(ctx.db, lab.id, ctx.now, edits, query)
  return { items: items.map((n) => ({ ...n, can: actionsOfNews(n.state, edits) })), total }
}

/** Throws notFound for news that is not public, except for editors of the lab. */
export async function get(ctx: Ctx, { params }: Parsed<typeof labNewsCalls.get>) {
  const news = await store.find(ctx.db, params.id, ctx.now)
  if (!news) throw notFound('动态')
  const { roles } = await findStanding(ctx, news.lab.id)
  const edits = mayEdit('intro', ctx.me.permissions, roles)
  const isOut = isPublic(news, ctx.now)
  if (!isOut && !edits) throw notFound('动态')
  if (isOut) await store.countView(ctx, news.id)
  return { ...news, views: news.views + (isOut ? 1 : 0), can: actionsOfNews(news.state, edits) }
}

export async function save(
  ctx: Ctx,
  { body: { id, labId, seenAt, ...body } }: Parsed<typeof labNewsCalls.save>,
) {
  await allowEdit(ctx, labId, 'intro')
  const before = id ? await holdNews(ctx, id, labId) : null
  if (before) refuseOlder('动态', { ...before, state: noticeStateWords[before.state] }, seenAt ?? undefined)
  const bodyHtml = cleanHtml(body.bodyHtml)
  const words = plainText(bodyHtml)
  if (!words && !bodyHtml.includes('<img')) throw refuseField('bodyHtml', '正文不能为空')
  const wished = body.publishAt ? new Date(body.publishAt) : null
  // Public news keeps its publication time; news published now gets one.
  const published =
    before && isPublic(before, ctx.now) ? (wished ?? before.publishAt) : choosePublishTime(wished, ctx.now)
  const values = {
    ...body,
    bodyHtml,
    summary: words.slice(0, SUMMARY_LENGTH),
    search: listGrams([body.title], { prose: words }),
    publishAt: body.state === 'published' ? published : wished,
  }
  const saved = before ? before.id : (await store.add(ctx, labId, values)).id
  if (before) await store.change(ctx, labId, saved, values)
  await files.keepPictures(ctx, bodyHtml, PICTURES, saved)
  ctx.target = `notice ${saved}`
  return { id: saved }
}

export async function setState(ctx: Ctx, { body }: Parsed<typeof labNewsCalls.setState>) {
  const news = await requireEditable(ctx, body.id)
  const event = body.state === 'published' ? 'publish' : 'withdraw'
  if (!actionsOfNews(news.state, true).includes(event))
    throw refuse('STATE', `该动态当前为“${noticeStateWords[news.state]}”，请刷新后重试`, { status: 409 })
  const publishAt = body.state === 'published' ? choosePublishTime(news.publishAt, ctx.now) : news.publishAt
  if (!(await store.step(ctx, news.id, news.state, body.state, publishAt)))
    throw fail('CONFLICT', '该动态刚被他人修改，请刷新后重试')
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof labNewsCalls.remove>) {
  const news = await requireEditable(ctx, params.id)
  await store.remove(ctx, news.id)
  await files.removeFiles(ctx, [PICTURES], news.id)
  return null
}

/** News of this lab, locked until the end of the transaction; throws notFound for news of other labs. */
async function holdNews(ctx: Ctx, id: number, labId: number): Promise<store.LabNewsContent> {
  await store.lock(ctx, id)
  const news = await store.find(ctx.db, id, ctx.now)
  if (news?.lab.id !== labId) throw notFound('动态')
  return news
}
async function requireEditable(ctx: Ctx, id: number): Promise<store.LabNewsContent> {
  const news = await store.find(ctx.db, id, ctx.now)
  if (!news) throw notFound('动态')
  await allowEdit(ctx, news.lab.id, 'intro')
  ctx.target = `notice ${id}`
  return news
}

import type { Parsed } from '@portal/contract/kernel/call'
import type { noticeCalls } from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import * as store from './notice.store.ts'

const SUMMARY_LENGTH = 120

export const list = (ctx: Ctx, { query }: Parsed<typeof noticeCalls.list>) => store.listPublic(ctx, query)

export async function get(ctx: Ctx, { query }: Parsed<typeof noticeCalls.get>) {
  const notice = await store.findPublic(ctx, query.id)
  if (!notice) throw notFound('公告')
  await store.countView(ctx, query.id)
  return { ...notice, views: notice.views + 1 }
}

export const manage = (ctx: Ctx, { query }: Parsed<typeof noticeCalls.manage>) => store.listManaged(ctx, query)

export async function manageOne(ctx: Ctx, { query }: Parsed<typeof noticeCalls.manageOne>) {
  const notice = await store.findManaged(ctx, query.id)
  if (!notice) throw notFound('公告')
  return notice
}

export async function create(ctx: Ctx, { body }: Parsed<typeof noticeCalls.create>) {
  const { id } = await store.add(ctx, valuesOf(ctx, body))
  ctx.target = `notice ${id}`
  return { id }
}

export async function change(ctx: Ctx, { body }: Parsed<typeof noticeCalls.change>) {
  ctx.target = `notice ${body.id}`
  if (!(await store.change(ctx, body.id, valuesOf(ctx, body)))) throw notFound('公告')
  return null
}

export async function remove(ctx: Ctx, { query }: Parsed<typeof noticeCalls.remove>) {
  ctx.target = `notice ${query.id}`
  if (!(await store.remove(ctx, query.id))) throw notFound('公告')
  return null
}

/** Cleaned once, here; whoever shows it need not. */
function valuesOf(ctx: Ctx, body: Parsed<typeof noticeCalls.create>['body']): store.NoticeValues {
  const bodyHtml = cleanHtml(body.bodyHtml)
  const words = plainText(bodyHtml)
  if (!words && !bodyHtml.includes('<img')) throw refuseField('bodyHtml', '正文不能为空')
  const publishAt = body.publishAt ?? (body.state === 'published' ? ctx.now : null)
  return { ...body, bodyHtml, summary: words.slice(0, SUMMARY_LENGTH), publishAt }
}

import type { guidanceCalls } from '@portal/contract/guidance/guidance'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { exported } from '../../kernel/sheet.ts'
import * as files from '../file/file.service.ts'
import { PICTURES } from './guidance.rules.ts'
import * as store from './guidance.store.ts'

/** The number of characters of an article that are searched. */
const SEARCHED_LENGTH = 4000

export const search = (ctx: Ctx, { query }: Parsed<typeof guidanceCalls.search>) =>
  store.search(ctx.db, query.keyword)
export const list = (ctx: Ctx, { query }: Parsed<typeof guidanceCalls.list>) => store.list(ctx.db, query)

export async function get(ctx: Ctx, { params }: Parsed<typeof guidanceCalls.get>) {
  const article = await store.find(ctx.db, params.id)
  if (!article) throw notFound('帮助文章')
  return article
}

export async function create(ctx: Ctx, { body }: Parsed<typeof guidanceCalls.create>) {
  const values = listValues(body)
  const { id } = await store.add(ctx, values)
  ctx.target = `guidance ${id}`
  await files.keepPictures(ctx, values.bodyHtml, PICTURES, id)
  return { id }
}

export async function change(ctx: Ctx, { body }: Parsed<typeof guidanceCalls.change>) {
  ctx.target = `guidance ${body.id}`
  const now = await store.lock(ctx, body.id)
  if (!now) throw notFound('帮助文章')
  refuseOlder('帮助文章', now, body.seenAt)
  const values = listValues(body)
  await store.change(ctx, body.id, values)
  await files.keepPictures(ctx, values.bodyHtml, PICTURES, body.id)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof guidanceCalls.remove>) {
  ctx.target = `guidance ${params.id}`
  if (!(await store.remove(ctx, params.id))) throw notFound('帮助文章')
  await files.removeFiles(ctx, [PICTURES], params.id)
  return null
}

function listValues({
  title,
  link,
  sort,
  ...body
}: Parsed<typeof guidanceCalls.create>['body']): store.GuidanceValues {
  const bodyHtml = cleanHtml(body.bodyHtml)
  const words = plainText(bodyHtml)
  if (!words) throw refuseField('bodyHtml', '正文不能为空')
  return {
    title,
    link,
    sort,
    bodyHtml,
    body: words.slice(0, SEARCHED_LENGTH),
    searchText: listGrams([title]).text,
  }
}

export const exportList = exported('帮助文章', list, [
  { header: '标题', width: 40, value: (g) => g.title },
  { header: '正文', width: 80, value: (g) => g.body },
  { header: '办理入口', width: 30, value: (g) => g.link },
  { header: '排序', width: 8, value: (g) => g.sort },
  { header: '更新时间', width: 18, value: (g) => g.updatedAt },
])

import type { DownloadCategory, DownloadType } from '@portal/contract/download/download'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

const CATEGORIES = `select c.id, c.name, (select count(*)::int from download d where d.category_id = c.id) as count
  from download_category c where c.type = $1 order by c.sort, c.id`
export const categories = (ctx: Ctx, type: DownloadType) => run<DownloadCategory>(ctx.db, CATEGORIES, [type])

export interface DownloadRow {
  id: number
  title: string
  category: Ref
  fileId: string
  fileName: string
  mime: string
  bytes: number
  downloads: number
  createdAt: Date
}
const FROM = `download d join download_category c on c.id = d.category_id join file f on f.id = d.file_id
  where c.type = $1 and ($2::int8 is null or c.id = $2) and ($3::text is null or position(lower($3) in lower(d.title)) > 0)`
const LIST = `select d.id, d.title, jsonb_build_object('id', c.id, 'name', c.name) as category, f.id as "fileId", f.name as "fileName", f.mime, f.bytes, d.downloads,
  d.created_at as "createdAt" from ${FROM} order by d.id desc limit $4 offset $5`
const TOTAL = `select count(*)::int as total from ${FROM}`

export async function list(ctx: Ctx, f: { type: DownloadType; categoryId?: number | undefined; keyword?: string | undefined; page: number; size: number }) {
  const filter = [f.type, f.categoryId ?? null, f.keyword ?? null]
  const [items, [count]] = await Promise.all([
    run<DownloadRow>(ctx.db, LIST, [...filter, f.size, f.page * f.size]),
    run<{ total: number }>(ctx.db, TOTAL, filter),
  ])
  return { items, total: count?.total ?? 0 }
}

const COUNT = `update download set downloads = downloads + 1 where id = $1 returning downloads`
export const count = async (ctx: Ctx, id: number) => (await run<{ downloads: number }>(ctx.db, COUNT, [id]))[0]

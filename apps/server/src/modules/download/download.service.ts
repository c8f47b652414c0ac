import type { downloadCalls } from '@portal/contract/download/download'
import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { countDownload } from '../resource/resource.service.ts'
import * as store from './download.store.ts'

export const categories = async (ctx: Ctx, { query }: Parsed<typeof downloadCalls.categories>) => ({ items: await store.categories(ctx, query.type) })

export async function resources(ctx: Ctx, { query }: Parsed<typeof downloadCalls.resources>) {
  const { items, total } = await store.list(ctx, query)
  return { items: items.map(({ fileId, ...row }) => ({ ...row, url: `${fileUrl(fileId)}?download=1` })), total }
}

export async function count(ctx: Ctx, { params, query }: Parsed<typeof downloadCalls.count>) {
  const counted = query.of === 'resource' ? await countDownload(ctx, params.id) : await store.count(ctx, params.id)
  if (!counted) throw notFound('资料')
  return counted
}

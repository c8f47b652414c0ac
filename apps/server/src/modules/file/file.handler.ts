import { fileUrl, type fileCalls } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, forbidden, notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { LOOSE_PICTURE } from './file.rules.ts'
import * as store from './file.store.ts'
import { mayRead, isForAll, open, openJpeg } from './reading.action.ts'
import { keepPicture } from './keeping.action.ts'

/**
 * Stores a picture for a rich text. Until `keepPictures` joins it to a row, only its uploader and
 * administrators can read it, and the sweep may remove it.
 */
export async function uploadPicture(
  ctx: Ctx,
): Promise<{ id: string; url: string; width: number; height: number }> {
  const uploaded = ctx.requireFile('要上传的图片')
  const { id, width, height } = await keepPicture(ctx, uploaded, {
    business: LOOSE_PICTURE,
    visibility: 'private',
  })
  ctx.target = `file ${id}`
  return { id, url: fileUrl(id), width: width ?? 0, height: height ?? 0 }
}

export async function get(ctx: Ctx, { params, query }: Parsed<typeof fileCalls.get>): Promise<RawReply> {
  const file = await store.find(ctx.db, params.id)
  if (!file) throw notFound('文件')
  if (!(await mayRead(ctx, file))) throw ctx.actor ? forbidden('您不能查看该文件') : fail('UNAUTHENTICATED')
  const forAll = file.visibility === 'private' && (await isForAll(ctx, file))
  return open(ctx, file, { thumb: query.thumb ?? false, download: query.download ?? false, forAll })
}

export async function getJpeg(ctx: Ctx, { params }: Parsed<typeof fileCalls.jpeg>): Promise<RawReply> {
  const file = await store.find(ctx.db, params.id)
  // Only redrawn pictures have a width. An image stored as it came may be too large to unpack for anybody.
  if (!file || file.visibility !== 'public' || file.width === null) throw notFound('图片')
  return openJpeg(ctx, file)
}

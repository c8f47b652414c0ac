import { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { listHeaders } from './file.rules.ts'
import * as store from './file.store.ts'
import { readJpeg } from './keeping.action.ts'
import { readers, hasReaders, isOfText } from './registry.action.ts'

export async function mayRead(ctx: Ctx, file: store.FileRow): Promise<boolean> {
  if (file.visibility === 'public') return true
  if (ctx.actor && (file.ownerId === ctx.actor.id || ctx.holds('ADMIN'))) return true
  for (const { business, rowId } of await listPlaces(ctx, file)) {
    const reading = readers.get(business)
    if (reading && (ctx.actor || reading.alsoStrangers) && (await reading.mayRead(ctx, rowId))) return true
  }
  return false
}
/** The row a file belongs to; for a picture also the texts that show it. */
async function listPlaces(ctx: Ctx, file: store.FileRow): Promise<store.Place[]> {
  const { id, business, rowId } = file
  const own = business === null || rowId === null ? [] : [{ business, rowId }]
  return isOfText(file) ? [...own, ...(await store.listTextsShowing(ctx.db, id))] : own
}
/** True for a picture in a text that everybody may read at present. */
export const isForAll = async (ctx: Ctx, file: store.FileRow): Promise<boolean> =>
  isOfText(file) && (!ctx.actor || (await mayRead(new Ctx(ctx.deps, ctx.db, { now: ctx.now }), file)))

/** The bytes of a file. The caller must have checked that the person may see it. */
export async function open(
  ctx: Ctx,
  file: store.FileRow,
  { thumb = false, download = false, forAll = false } = {},
): Promise<RawReply> {
  const { files } = ctx.deps.adapters
  const body = (thumb ? await files.read(`${file.id}.thumb`) : undefined) ?? (await files.read(file.id))
  if (!body) throw notFound('文件')
  const headers = listHeaders(file, { download, forAll, revocable: hasReaders(file) })
  return { type: file.mime, body, headers }
}

/** A public, redrawn picture as JPEG. */
export async function openJpeg(ctx: Ctx, file: store.FileRow): Promise<RawReply> {
  const jpeg = { ...file, name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, mime: 'image/jpeg' }
  return {
    type: jpeg.mime,
    body: await readJpeg(ctx, file.id),
    headers: {
      ...listHeaders(jpeg, { download: false, forAll: false, revocable: hasReaders(file) }),
      // Other sites show it on their own pages, which the portal's other replies forbid.
      'cross-origin-resource-policy': 'cross-origin',
    },
  }
}

/** Finds a file by id. */
export const find = (ctx: Ctx, id: string): Promise<store.FileRow | undefined> => store.find(ctx.db, id)

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileRefusals, MAX_LOOSE_BYTES, PICTURE_PX, THUMB_PX } from '@portal/contract/file/file'
import { redraw, redrawAsJpeg } from '../../adapters/images/pictures.ts'
import type { Received } from '../../adapters/files/files.ts'
import type { Ctx, UploadedFile } from '../../kernel/ctx.ts'
import { fail, notFound, refuse } from '../../kernel/refuse.ts'
import { turns } from '../../kernel/turns.ts'
import * as store from './file.store.ts'
import { looseBusinesses } from './registry.action.ts'

export interface About {
  /**
   * The kind of row it belongs to. Without `rowId`, a form's upload: `attach` sets the row once it exists.
   */
  business: string
  rowId?: number | null
  visibility: 'public' | 'private'
}
interface Shown {
  name: string
  mime: string
  width?: number
  height?: number
}
interface Size {
  bytes: number
  sha256: Buffer
}

async function save(
  ctx: Ctx,
  shown: Shown,
  { bytes, sha256 }: Size,
  about: About,
  write: (key: string) => Promise<unknown>,
): Promise<store.FileRow> {
  if (ctx.actor && about.rowId === undefined) await judgeLoose(ctx, ctx.actor.id, bytes)
  const row = await store.add(ctx, {
    name: shown.name,
    mime: shown.mime,
    bytes,
    sha256,
    visibility: about.visibility,
    business: about.business,
    rowId: about.rowId ?? null,
    width: shown.width ?? null,
    height: shown.height ?? null,
  })
  // The bytes are written before the commit, because a row must never exist without them. Bytes of a
  // rolled-back row are removed at once if possible, otherwise by the nightly sweep.
  const { files } = ctx.deps.adapters
  ctx.ifRefused(
    () => void Promise.all([files.remove(row.id), files.remove(`${row.id}.thumb`)]).catch(() => {}),
  )
  await write(row.id)
  return row
}

/**
 * Throws LOOSE_FULL if a person has too many bytes in forms not yet submitted. Concurrent uploads are
 * serialised, so the second counts the first.
 */
async function judgeLoose(ctx: Ctx, ownerId: number, bytes: number): Promise<void> {
  const loose = await store.sumLoose(ctx.db, ownerId, looseBusinesses())
  if (loose + bytes > MAX_LOOSE_BYTES) throw refuse('LOOSE_FULL', fileRefusals.LOOSE_FULL, { status: 409 })
}

/** Stores a file unchanged: attachments, proofs, results. */
export const keep = (
  ctx: Ctx,
  { name, mime, received }: UploadedFile,
  about: About,
): Promise<store.FileRow> =>
  save(ctx, { name, mime }, received, about, (key) => ctx.deps.adapters.files.place(received, key))

/** Stores a file that the server itself has made. */
export const keepBytes = (
  ctx: Ctx,
  { content, ...shown }: Shown & { content: Buffer },
  about: About,
): Promise<store.FileRow> =>
  save(ctx, shown, measureSize(content), about, (key) => ctx.deps.adapters.files.put(key, content))

const measureSize = (content: Buffer): Size => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest(),
})

/** Two at a time, because an unpacked picture takes up to 256 MB. */
const draw = turns(2)

/** Stores a picture for pages: redrawn in a sensible size, with a thumbnail. */
export async function keepPicture(
  ctx: Ctx,
  file: { name: string; received: Pick<Received, 'path'> },
  about: About,
): Promise<store.FileRow> {
  const picture = await draw(() => redraw(file.received.path, PICTURE_PX, THUMB_PX))
  if (!picture) throw refuse('IMAGE_UNREADABLE', fileRefusals.IMAGE_UNREADABLE, { status: 415 })
  const { full, thumb, width, height, mime } = picture
  const shown = { name: `${file.name.replace(/\.[^.]*$/, '')}.webp`, mime, width, height }
  return save(ctx, shown, measureSize(full), about, async (key) => {
    await ctx.deps.adapters.files.put(key, full)
    await ctx.deps.adapters.files.put(`${key}.thumb`, thumb)
  })
}

/** What others call 1 MB, by the smaller of its two meanings. */
const JPEG_BYTES = 1_000_000

/**
 * Turns of their own, because anybody may ask for a JPEG: uploads do not wait for them, nor does the queue
 * grow without end.
 */
const drawJpeg = turns(2, { most: 50, refuse: () => fail('TOO_MANY', fileRefusals.BUSY) })
/** What is being drawn, by picture: whoever asks for it meanwhile gets the same. */
const drawing = new Map<string, Promise<Buffer>>()

/**
 * The bytes of a redrawn picture as JPEG. It is drawn when it is first asked for, because most pictures never
 * are, and kept beside the picture: anybody may ask again.
 */
export async function readJpeg(ctx: Ctx, id: string): Promise<Readable | Buffer> {
  const { files } = ctx.deps.adapters
  const kept = await files.read(`${id}.jpg`)
  if (kept) return kept
  const begun = drawing.get(id)
  if (begun) return begun
  const drawn = drawJpeg(() => makeJpeg(ctx, id)).finally(() => drawing.delete(id))
  drawing.set(id, drawn)
  return drawn
}

async function makeJpeg(ctx: Ctx, id: string): Promise<Buffer> {
  const { files } = ctx.deps.adapters
  // Another process may have drawn it while this one waited.
  const kept = await files.read(`${id}.jpg`)
  if (kept) return buffer(kept)
  const picture = await files.read(id)
  if (!picture) throw notFound('图片')
  const jpeg = await redrawAsJpeg(await buffer(picture), PICTURE_PX, JPEG_BYTES)
  await files.put(`${id}.jpg`, jpeg)
  return jpeg
}

/**
 * Attaches files that the caller uploaded before to a row. Throws on files of other people or files already
 * attached.
 */
export async function attach(
  ctx: Ctx,
  ids: readonly string[],
  business: string,
  rowId: number,
): Promise<void> {
  if (ids.length === 0) return
  const joined = await store.attach(ctx, ids, business, rowId)
  if (joined.length !== new Set(ids).size) throw fail('BAD_REQUEST', '附件不存在或已被使用，请重新上传')
}

/** The files of many rows, by row, in one query. */
export async function listFiles(
  ctx: Ctx,
  business: string,
  rowIds: readonly number[],
): Promise<Map<number, store.FileRow[]>> {
  const rows = rowIds.length ? await store.listOfRows(ctx.db, business, rowIds) : []
  return Map.groupBy(rows, (row) => row.rowId as number)
}

/**
 * Makes a file public or private; only for a business with readers, whose public files caches keep for some
 * minutes instead of a year.
 */
export const show = (ctx: Ctx, id: string, visibility: About['visibility']) => store.show(ctx, id, visibility)

/**
 * Makes these files the files of a row: removes those that are no longer among them and attaches those that
 * the caller has uploaded. Throws as `attach`. The caller must have checked the permission.
 */
export async function replaceFiles(
  ctx: Ctx,
  ids: readonly string[],
  business: string,
  rowId: number,
): Promise<void> {
  const before = ((await listFiles(ctx, business, [rowId])).get(rowId) ?? []).map((f) => f.id)
  for (const id of before) if (!ids.includes(id)) await remove(ctx, id)
  await attach(
    ctx,
    ids.filter((id) => !before.includes(id)),
    business,
    rowId,
  )
}

/** Removes a file. The caller must have checked the permission. */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  if (!(await store.remove(ctx, [id])).length) throw notFound('文件')
  dropBytes(ctx, [id])
}

/**
 * Removes the attachments and pictures of rows about to be deleted. A picture that another text shows is
 * passed to that text. Returns how many were removed.
 */
export async function removeWith(
  ctx: Ctx,
  businesses: readonly string[],
  rowIds: readonly number[],
): Promise<number> {
  const ids = await store.removeFiles(ctx, businesses, rowIds)
  dropBytes(ctx, ids)
  return ids.length
}
/** As `removeWith`, for the module that owns the rows. */
export async function removeFiles(
  ctx: Ctx,
  businesses: readonly string[],
  rows: number | readonly number[],
): Promise<void> {
  await removeWith(ctx, businesses, typeof rows === 'number' ? [rows] : rows)
}
/** Moves one row's files to another row. */
export const rehang = (ctx: Ctx, business: string, from: number, to: number) =>
  store.rehang(ctx, business, from, to)

interface CopiedAs {
  /** The business of the other row, if it differs. */
  business?: string
  visibility?: About['visibility']
  atMost?: number
}
/**
 * Copies one row's files, bytes included, to another row, because either row may lose its files. Returns the
 * copies, oldest first.
 */
export async function copy(
  ctx: Ctx,
  business: string,
  from: number,
  to: number,
  as: CopiedAs = {},
): Promise<string[]> {
  const { files } = ctx.deps.adapters
  const pairs = await store.copy(ctx, business, from, to, {
    business: as.business ?? business,
    visibility: as.visibility ?? null,
    atMost: as.atMost ?? null,
  })
  for (const pair of pairs) {
    await files.copy(pair.from, pair.to)
    await files.copy(`${pair.from}.thumb`, `${pair.to}.thumb`)
  }
  return pairs.map((p) => p.to)
}

export function dropBytes(ctx: Ctx, ids: readonly string[]): void {
  const { files } = ctx.deps.adapters
  const keys = ids.flatMap((id) => [id, `${id}.thumb`, `${id}.jpg`])
  // The sweep removes what is left.
  ctx.afterCommit(() => void Promise.all(keys.map((key) => files.remove(key))).catch(() => {}))
}

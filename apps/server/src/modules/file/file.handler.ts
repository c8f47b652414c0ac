import { createHash } from 'node:crypto'
import {
  fileRefusals,
  fileUrl,
  MAX_LOOSE_BYTES,
  PICTURE_PX,
  THUMB_PX,
  type fileCalls,
} from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import { redraw } from '../../adapters/images/pictures.ts'
import type { Received } from '../../adapters/files/files.ts'
import { Ctx, type UploadedFile } from '../../kernel/ctx.ts'
import { fail, forbidden, notFound, refuse } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { turns } from '../../kernel/turns.ts'
import { headersOf, LOOSE_PICTURE, picturesIn } from './file.rules.ts'
import * as store from './file.store.ts'
import { attachmentOf } from './file.view.ts'

export type { FileRow } from './file.store.ts'
export { attachmentOf }

/** May the person who asks see the row that a private file hangs on? */
type MayRead = (ctx: Ctx, rowId: number) => Promise<boolean> | boolean
interface Reading {
  mayRead: MayRead
  /** Is it asked of people without a session too? There is no `ctx.me` then. */
  alsoStrangers: boolean
}
const readers = new Map<string, Reading>()

/** A module that keeps private files says who may read them: `readableBy('booking', (ctx, id) => …)`. Without it only their owners may. */
export function readableBy(business: string, mayRead: MayRead, { alsoStrangers = false } = {}): void {
  readers.set(business, { mayRead, alsoStrangers })
}

export interface About {
  /** What it hangs on. Without a row yet, the form's own upload: `attach` joins it to the row once that exists. */
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
  const row = await store.add(ctx.db, {
    name: shown.name,
    mime: shown.mime,
    bytes,
    sha256,
    ownerId: ctx.actor?.id ?? null,
    visibility: about.visibility,
    business: about.business,
    rowId: about.rowId ?? null,
    width: shown.width ?? null,
    height: shown.height ?? null,
    createdAt: ctx.now,
  })
  // Bytes before the commit: a row never stands without them. Bytes of a row that was rolled back are swept up, at the latest at night.
  const { files } = ctx.deps.adapters
  ctx.ifRefused(
    () => void Promise.all([files.remove(row.id), files.remove(`${row.id}.thumb`)]).catch(() => {}),
  )
  await write(row.id)
  return row
}

/** What one person has uploaded for forms that were not sent yet has an end: of two at once the second counts the first. */
async function judgeLoose(ctx: Ctx, ownerId: number, bytes: number): Promise<void> {
  const loose = await store.looseBytes(ctx.db, ownerId, looseBusinesses())
  if (loose + bytes > MAX_LOOSE_BYTES) throw refuse('LOOSE_FULL', fileRefusals.LOOSE_FULL, { status: 409 })
}

/** Keeps a file as it came: attachments, proofs, results. */
export const keep = (
  ctx: Ctx,
  { name, mime, received }: UploadedFile,
  about: About,
): Promise<store.FileRow> =>
  save(ctx, { name, mime }, received, about, (key) => ctx.deps.adapters.files.place(received, key))

/** Keeps what the server itself has made. */
export const keepBytes = (
  ctx: Ctx,
  { content, ...shown }: Shown & { content: Buffer },
  about: About,
): Promise<store.FileRow> =>
  save(ctx, shown, sizeOf(content), about, (key) => ctx.deps.adapters.files.put(key, content))

const sizeOf = (content: Buffer): Size => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest(),
})

/** Unfolded, a picture takes up to a quarter of a gigabyte. */
const draw = turns(2)

/** Keeps a picture to be shown on pages: redrawn in a sensible size, with a small version. */
export async function keepPicture(
  ctx: Ctx,
  file: { name: string; received: Pick<Received, 'path'> },
  about: About,
): Promise<store.FileRow> {
  const picture = await draw(() => redraw(file.received.path, PICTURE_PX, THUMB_PX))
  if (!picture) throw refuse('IMAGE_UNREADABLE', fileRefusals.IMAGE_UNREADABLE, { status: 415 })
  const { full, thumb, width, height, mime } = picture
  const shown = { name: `${file.name.replace(/\.[^.]*$/, '')}.webp`, mime, width, height }
  return save(ctx, shown, sizeOf(full), about, async (key) => {
    await ctx.deps.adapters.files.put(key, full)
    await ctx.deps.adapters.files.put(`${key}.thumb`, thumb)
  })
}

/** Joins what a person uploaded beforehand to its row. Somebody else's or already joined files are refused. */
export async function attach(
  ctx: Ctx,
  ids: readonly string[],
  business: string,
  rowId: number,
): Promise<void> {
  if (ids.length === 0) return
  const joined = await store.attach(ctx.db, ids, business, rowId, ctx.me.id)
  if (joined.length !== new Set(ids).size) throw fail('BAD_REQUEST', '附件不存在或已被使用，请重新上传')
}

/** A picture for rich text. Until `keepPictures` joins it to a row it is its writer's alone, loose, and swept up in time. */
export async function picture(ctx: Ctx): Promise<{ id: string; url: string; width: number; height: number }> {
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的图片')
  const { id, width, height } = await keepPicture(ctx, uploaded, {
    business: LOOSE_PICTURE,
    visibility: 'private',
  })
  ctx.target = `file ${id}`
  return { id, url: fileUrl(id), width: width ?? 0, height: height ?? 0 }
}

const texts = new Map<string, store.TextColumn>()
/** A module says in which column the texts stand whose pictures it keeps: what was copied from one text to another is found there. */
export const showsPictures = (business: string, text: store.TextColumn) => void texts.set(business, text)

/**
 * Joins the pictures in a rich text to its row, once that is written; those that belong to a row already stay with it. Those that were
 * edited out are loose again: put back within the time that a draft lives they stay, else they are swept up.
 * `business` is the text's own (`notice-text`), so that what else hangs on the row is not mixed with them. From now on they are as
 * private as the text: a text that nobody has said anything about with `readableBy` is for everybody. Pictures of another text may be
 * shown only by who may see them there; else to name one would be to publish it.
 */
export async function keepPictures(ctx: Ctx, html: string, business: string, rowId: number): Promise<void> {
  const ids = picturesIn(html)
  await store.loosen(ctx.db, business, rowId, ids, LOOSE_PICTURE, ctx.now)
  if (ids.length) await store.join(ctx.db, ids, LOOSE_PICTURE, business, rowId)
  const before = new Set(await store.textShows(ctx.db, business, rowId))
  const shown: string[] = []
  for (const picture of await store.pictures(ctx.db, ids)) {
    const own = picture.business === business && picture.rowId === rowId
    if (!own && !before.has(picture.id) && !(isOfText(picture) && (await mayRead(ctx, picture)))) continue
    shown.push(picture.id)
    if (!readers.has(business) && picture.visibility === 'private')
      await store.show(ctx.db, picture.id, 'public')
  }
  await store.setShown(ctx.db, business, rowId, shown)
}

/** The files of many rows in one query, by row. */
export async function filesOf(
  ctx: Ctx,
  business: string,
  rowIds: readonly number[],
): Promise<Map<number, store.FileRow[]>> {
  const rows = rowIds.length ? await store.ofRows(ctx.db, business, rowIds) : []
  return Map.groupBy(rows, (row) => row.rowId as number)
}

/** To everybody from now on, or no more. Browsers that fetched it while it was public may keep their copy. */
export const show = (ctx: Ctx, id: string, visibility: About['visibility']) =>
  store.show(ctx.db, id, visibility)

/** Only the row: whoever calls this has asked whether the person may. */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  if (!(await store.remove(ctx.db, [id])).length) throw notFound('文件')
  dropBytes(ctx, [id])
}

/** What hangs on a row that is going, or on several: attachments and pictures. */
export async function removeOf(
  ctx: Ctx,
  businesses: readonly string[],
  rows: number | readonly number[],
): Promise<void> {
  const rowIds = typeof rows === 'number' ? [rows] : rows
  dropBytes(ctx, await store.removeOf(ctx.db, businesses, rowIds))
  await store.forgetShown(ctx.db, businesses, rowIds)
}
/** What hung on one row hangs on another from now on. */
export const rehang = (ctx: Ctx, business: string, from: number, to: number) =>
  store.rehang(ctx.db, business, from, to)

interface CopiedAs {
  /** On a row of another kind. */
  business?: string
  visibility?: About['visibility']
  atMost?: number
}
/** What hangs on one row hangs on another too, with bytes of its own: either may lose them. Answers the copies, oldest first. */
export async function copy(
  ctx: Ctx,
  business: string,
  from: number,
  to: number,
  as: CopiedAs = {},
): Promise<string[]> {
  const { files } = ctx.deps.adapters
  const pairs = await store.copy(ctx.db, business, from, to, {
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

const tables = new Map<string, string>()
/**
 * A module says on the rows of which table its files hang: `hangsOn('room', 'room')`. Should such a row ever
 * go without them, the sweep finds them.
 */
export const hangsOn = (business: string, table: string) => void tables.set(business, table)

/** Files whose row is gone. */
export async function sweepOrphans(ctx: Ctx, limit: number): Promise<number> {
  let removed = 0
  for (const [business, table] of tables) {
    const ids = await store.removeOrphans(ctx.db, business, table, limit)
    dropBytes(ctx, ids)
    removed += ids.length
  }
  return removed
}

/** What hangs on no row yet and may for a while. */
const looseBusinesses = () => [LOOSE_PICTURE, ...readers.keys()]

/**
 * What was uploaded for forms that were never sent, or edited out of texts. What another text shows meanwhile
 * belongs to that one from now on.
 */
export async function sweepLoose(ctx: Ctx, before: Date, limit: number): Promise<number> {
  const loose = await store.loose(ctx.db, looseBusinesses(), before, limit)
  if (loose.length === 0) return 0
  const shown = new Set<string>()
  for (const [business, text] of texts) {
    for (const { id, rowId } of await store.shownIn(ctx.db, text, loose)) {
      await store.join(ctx.db, [id], LOOSE_PICTURE, business, rowId)
      shown.add(id)
    }
  }
  const ids = await store.remove(
    ctx.db,
    loose.filter((id) => !shown.has(id)),
  )
  dropBytes(ctx, ids)
  return ids.length
}

function dropBytes(ctx: Ctx, ids: readonly string[]): void {
  const { files } = ctx.deps.adapters
  ctx.afterCommit(
    () =>
      void Promise.all(ids.flatMap((id) => [files.remove(id), files.remove(`${id}.thumb`)])).catch(() => {}),
  ) // what stays is swept up later
}

const isOfText = ({ business }: store.FileRow): boolean =>
  business !== null && (business === LOOSE_PICTURE || texts.has(business))

async function mayRead(ctx: Ctx, file: store.FileRow): Promise<boolean> {
  if (file.visibility === 'public') return true
  if (ctx.actor && (file.ownerId === ctx.actor.id || ctx.holds('ADMIN'))) return true
  for (const { business, rowId } of await placesOf(ctx, file)) {
    const reading = readers.get(business)
    if (reading && (ctx.actor || reading.alsoStrangers) && (await reading.mayRead(ctx, rowId))) return true
  }
  return false
}
/** What it hangs on; a picture also where other texts show it. */
async function placesOf(ctx: Ctx, file: store.FileRow): Promise<store.Place[]> {
  const { id, business, rowId } = file
  const own = business === null || rowId === null ? [] : [{ business, rowId }]
  return isOfText(file) ? [...own, ...(await store.shownAt(ctx.db, id))] : own
}
/** A picture in a text that is for everybody just now. */
const isForAll = async (ctx: Ctx, file: store.FileRow): Promise<boolean> =>
  isOfText(file) && (!ctx.actor || (await mayRead(new Ctx(ctx.deps, ctx.db, { now: ctx.now }), file)))

/** The bytes of a file that the caller has made sure the person may see. */
export async function open(
  ctx: Ctx,
  file: store.FileRow,
  { thumb = false, download = false, forAll = false } = {},
): Promise<RawReply> {
  const { files } = ctx.deps.adapters
  const body = (thumb ? await files.read(`${file.id}.thumb`) : undefined) ?? (await files.read(file.id))
  if (!body) throw notFound('文件')
  return { type: file.mime, body, headers: headersOf(file, { download, forAll }) }
}

export const find = (ctx: Ctx, id: string): Promise<store.FileRow | undefined> => store.find(ctx.db, id)

export async function get(ctx: Ctx, { params, query }: Parsed<typeof fileCalls.get>): Promise<RawReply> {
  const file = await store.find(ctx.db, params.id)
  if (!file) throw notFound('文件')
  if (!(await mayRead(ctx, file))) throw ctx.actor ? forbidden('您不能查看该文件') : fail('UNAUTHENTICATED')
  const forAll = file.visibility === 'private' && (await isForAll(ctx, file))
  return open(ctx, file, { thumb: query.thumb ?? false, download: query.download ?? false, forAll })
}

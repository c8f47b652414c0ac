import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { FILE_LINK } from './file.rules.ts'

export interface FileRow {
  id: string
  name: string
  mime: string
  bytes: number
  ownerId: number | null
  visibility: 'public' | 'private'
  business: string | null
  rowId: number | null
  width: number | null
  height: number | null
  createdAt: Date
}
const COLUMNS = `id, name, mime, bytes, owner_id as "ownerId", visibility, business, row_id as "rowId", width,
    height, created_at as "createdAt"`

const ADD = `insert into file (name, mime, bytes, sha256, owner_id, visibility, business, row_id,
    width, height, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`
export const add = (ctx: Ctx, f: Omit<FileRow, 'id' | 'ownerId' | 'createdAt'> & { sha256: Buffer }) =>
  runOne<FileRow>(ctx.db, ADD, [
    f.name,
    f.mime,
    f.bytes,
    f.sha256,
    ctx.actor?.id ?? null,
    f.visibility,
    f.business,
    f.rowId,
    f.width,
    f.height,
    ctx.now,
  ])

export const find = async (db: Db, id: string): Promise<FileRow | undefined> =>
  (await run<FileRow>(db, `select ${COLUMNS} from file where id = $1`, [id]))[0]

const OF_ROWS = `select ${COLUMNS} from file where business = $1 and row_id = any($2) order by created_at, no`
export const listOfRows = (db: Db, business: string, rowIds: readonly number[]) =>
  run<FileRow>(db, OF_ROWS, [business, rowIds])

const ATTACH = `update file set row_id = $3
  where id = any($1) and business = $2 and row_id is null and owner_id = $4 returning id`
/** Attaches only files that the caller uploaded. */
export const attach = (ctx: Ctx, ids: readonly string[], business: string, rowId: number) =>
  run<{ id: string }>(ctx.db, ATTACH, [ids, business, rowId, ctx.me.id])

export const show = (ctx: Ctx, id: string, visibility: FileRow['visibility']) =>
  run(ctx.db, 'update file set visibility = $2 where id = $1', [id, visibility])

// The uploader is not checked, because one editor of a text may upload a picture and another save the text.
const JOIN = `update file set business = $3, row_id = $4, unshown_since = null where id = any($1::uuid[])
    and business = $2 and row_id is null`
export const join = (ctx: Ctx, ids: readonly string[], from: string, business: string, rowId: number) =>
  run(ctx.db, JOIN, [ids, from, business, rowId])

const COPY = `with old as (select *, gen_random_uuid() as copy from file where business = $1 and row_id = $2
    order by created_at, no limit $6),
    added as (insert into file (id, name, mime, bytes, sha256, owner_id, visibility, business, row_id,
        width, height, created_at)
      select copy, name, mime, bytes, sha256, owner_id, coalesce($5, visibility), $4, $3, width, height,
        created_at from old order by created_at, no)
  select id as "from", copy as "to" from old order by created_at, no`
/** Copies oldest first; `atMost` null: all. */
export const copy = (
  ctx: Ctx,
  business: string,
  from: number,
  to: number,
  as: { business: string; visibility: string | null; atMost: number | null },
) =>
  run<{ from: string; to: string }>(ctx.db, COPY, [business, from, to, as.business, as.visibility, as.atMost])

const LOOSEN = `update file set business = $4, row_id = null, unshown_since = $5
  where business = $1 and row_id = $2 and id <> all($3::uuid[])`
/** Detaches files that the text no longer contains. */
export const loosen = (ctx: Ctx, business: string, rowId: number, but: readonly string[], to: string) =>
  run(ctx.db, LOOSEN, [business, rowId, but, to, ctx.now])

const listIds = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map((r) => r.id)
export const remove = (ctx: Ctx, ids: readonly string[]) =>
  listIds(run<{ id: string }>(ctx.db, 'delete from file where id = any($1::uuid[]) returning id', [ids]))
// A picture that other texts show too is passed to the first of them.
const HAND_ON = `with going as (select f.id, t.business, t.row_id
    from file f cross join lateral (select p.business, p.row_id from text_picture p where p.file_id = f.id
      order by p.business, p.row_id limit 1) t
    where f.business = any($1::text[]) and f.row_id = any($2::int8[]))
  update file f set business = g.business, row_id = g.row_id from going g where f.id = g.id`
const REMOVE_OF = `delete from file where business = any($1::text[]) and row_id = any($2::int8[])
  returning id`
/** Returns the removed ids: all but the pictures that another text shows. */
export async function removeFiles(
  ctx: Ctx,
  businesses: readonly string[],
  rowIds: readonly number[],
): Promise<string[]> {
  await run(ctx.db, FORGET_SHOWN, [businesses, rowIds])
  await run(ctx.db, HAND_ON, [businesses, rowIds])
  return listIds(run<{ id: string }>(ctx.db, REMOVE_OF, [businesses, rowIds]))
}
const REHANG = 'update file set row_id = $3 where business = $1 and row_id = $2'
const REHANG_SHOWN = 'update text_picture set row_id = $3 where business = $1 and row_id = $2'
export async function rehang(ctx: Ctx, business: string, from: number, to: number): Promise<void> {
  await run(ctx.db, REHANG, [business, from, to])
  await run(ctx.db, REHANG_SHOWN, [business, from, to])
}

/** Ids of deleted rows that still have files. `table` is a name from the code, never from a request. */
export const listGone = async (db: Db, business: string, table: string, limit: number): Promise<number[]> =>
  (
    await run<{ rowId: number }>(
      db,
      `select distinct f.row_id as "rowId" from file f where f.business = $1 and f.row_id is not null
        and not exists (select from ${table} t where t.id = f.row_id) limit $2`,
      [business, limit],
    )
  ).map((row) => row.rowId)

const LOOSE_BYTES = `select coalesce(sum(bytes), 0)::int8 as bytes from file
  where owner_id = $1 and row_id is null and business = any($2::text[])`
/**
 * Bytes of a person's files without a row. Takes a lock until the transaction ends, because two concurrent
 * uploads of the person would not see each other.
 */
export async function sumLoose(db: Db, ownerId: number, businesses: readonly string[]): Promise<number> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('loose files', $1))`, [ownerId])
  return (await runOne<{ bytes: number }>(db, LOOSE_BYTES, [ownerId, businesses])).bytes
}

// The index starts with the business; few files are without a row at a time.
const LOOSE = `select f.id from file f where f.business = any($1::text[]) and f.row_id is null
    and coalesce(f.unshown_since, f.created_at) < $2`
const namesIt = ({ table, owner, text }: DraftColumn) =>
  `exists (select from ${table} d where d.${owner} = f.owner_id and position(f.id::text in d.${text}) > 0)`
/**
 * Locks files that were uploaded for a row that never came, or removed from a text, until the transaction
 * ends. Files named in a draft of the same person are left out.
 */
export const lockLoose = (
  ctx: Ctx,
  businesses: readonly string[],
  { before, drafts, limit }: { before: Date; drafts: readonly DraftColumn[]; limit: number },
) => {
  const kept = drafts.map((draft) => ` and not ${namesIt(draft)}`).join('')
  const text = `${LOOSE}${kept} limit $3 for update skip locked`
  return listIds(run<{ id: string }>(ctx.db, text, [businesses, before, limit]))
}

/** A column that stores drafts of forms not yet submitted: names from the code, never from a request. */
export interface DraftColumn {
  table: string
  owner: string
  text: string
}

/** A column that stores rich texts: names from the code, never from a request. */
export interface TextColumn {
  table: string
  row: string
  html: string
}
/**
 * The row whose text shows each of these files. Scans every text that contains a file link: for nightly jobs.
 */
export const findShownIn = (db: Db, { table, row, html }: TextColumn, ids: readonly string[]) =>
  run<{ id: string; rowId: number }>(
    db,
    `select distinct on (1) m[1] as id, t.${row} as "rowId"
      from ${table} t, regexp_matches(t.${html}, $2, 'g') m where m[1] = any($1::text[]) order by 1, 2`,
    [ids, FILE_LINK.source],
  )

export interface Place {
  business: string
  rowId: number
}
/** The places whose text shows a picture. */
export const listTextsShowing = (db: Db, id: string) =>
  run<Place>(db, 'select business, row_id as "rowId" from text_picture where file_id = $1', [id])
/** Ids of the pictures that a text shows. */
export const listShownBy = async (db: Db, business: string, rowId: number): Promise<string[]> =>
  listIds(
    run<{ id: string }>(db, 'select file_id as id from text_picture where business = $1 and row_id = $2', [
      business,
      rowId,
    ]),
  )
export const findMany = (db: Db, ids: readonly string[]) =>
  run<FileRow>(db, `select ${COLUMNS} from file where id = any($1::uuid[])`, [ids])

const FORGET_OTHERS = `delete from text_picture
  where business = $1 and row_id = $2 and file_id <> all($3::uuid[])`
const SET_SHOWN = `insert into text_picture (file_id, business, row_id)
  select id, $1, $2 from unnest($3::uuid[]) id on conflict do nothing`
export async function setShown(
  ctx: Ctx,
  business: string,
  rowId: number,
  ids: readonly string[],
): Promise<void> {
  await run(ctx.db, FORGET_OTHERS, [business, rowId, ids])
  if (ids.length) await run(ctx.db, SET_SHOWN, [business, rowId, ids])
}
const FORGET_SHOWN = 'delete from text_picture where business = any($1::text[]) and row_id = any($2::int8[])'

const KNOWN = 'select id from file where id = any($1::uuid[])'
export const findKnown = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await run<{ id: string }>(db, KNOWN, [ids])).map((r) => r.id))

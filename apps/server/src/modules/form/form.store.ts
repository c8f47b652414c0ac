import { KEPT_BYTES, KEPT_REVISIONS, type FormState } from '@portal/contract/form/form'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, sortList, type At, type Condition, type List } from '../../kernel/list.store.ts'

// Forms and their revisions. The draft of a form is its newest revision, and its version one that was
// published; both are stored in form_revision only.

export interface Form {
  id: number
  name: string
  category: string | null
  description: string | null
  state: FormState
  ownerId: number
  owner: string
  revision: number
  version: number | null
  hasChanges: boolean
  answers: number
  changedAt: Date
  changedById: number
  changedBy: string
}
/** Answers are counted up to this number in lists of forms. */
const COUNTED = 10_000
const FORMS: List = {
  table: 'form',
  as: 'f',
  row: `f.id, f.name, f.category, f.description, f.state, f.owner_id as "ownerId", o.name as owner, f.revision,
    f.version, f.version is not null and p.digest is distinct from d.digest as "hasChanges",
    (select count(*)::int from (select from form_answer a
      where a.form_id = f.id and a.occasion is null limit ${COUNTED}) n) as answers,
    f.changed_at as "changedAt", f.changed_by as "changedById", c.name as "changedBy"`,
  joins: `join user_account o on o.id = f.owner_id join user_account c on c.id = f.changed_by
    join form_revision d on d.form_id = f.id and d.revision = f.revision
    left join form_revision p on p.form_id = f.id and p.version = f.version`,
  order: 'f.changed_at desc, f.id desc',
}
const SORTED = { name: 'name', changedAt: 'changed_at' }

const isCalled = (keyword: string): Condition =>
  sql`position(lower(${keyword}) in lower(concat_ws(' ', f.name, f.category))) > 0`

interface Asked extends At {
  keyword?: string | undefined
  state?: FormState | undefined
  order_by?: string | undefined
}
/** `ownerId`: only this person's forms; undefined: all. */
export const list = (db: Db, { keyword, state, order_by, ...at }: Asked, ownerId: number | undefined) =>
  readPage<Form>(
    db,
    sortList(FORMS, order_by, SORTED),
    [
      ...(ownerId === undefined ? [] : [sql`f.owner_id = ${ownerId}`]),
      ...(state ? [sql`f.state = ${state}`] : []),
      ...(keyword ? [isCalled(keyword)] : []),
    ],
    at,
  )

export const find = (db: Db, id: number): Promise<Form | undefined> => readOne<Form>(db, FORMS, id)

export interface Written extends Form {
  text: string
}
/** The form with the text of its draft, in one statement: its owner may save or delete it at any moment. */
export const findWritten = (db: Db, id: number): Promise<Written | undefined> =>
  readOne<Written>(db, { ...FORMS, row: `${FORMS.row}, d.text` }, id)

/** Locks a form against saving and publishing until the transaction ends. */
export async function hold(ctx: Ctx, id: number): Promise<Written | undefined> {
  // Two statements: a single one that waited for the lock would return the row as it was before the wait.
  await run(ctx.db, 'select id from form where id = $1 for no key update', [id])
  return findWritten(ctx.db, id)
}

const DRAFTS = `select count(*)::int as n from form where owner_id = $1 and state = 'draft'`
/** Counts a person's unpublished forms; a lock stops them from adding another until the transaction ends. */
export async function countDrafts(db: Db, ownerId: number): Promise<number> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('form drafts', $1))`, [ownerId])
  return (await runOne<{ n: number }>(db, DRAFTS, [ownerId])).n
}

export interface Draft {
  name: string
  category: string | null
  description: string | null
  text: string
}
const ADD = `insert into form (owner_id, name, category, description, revision, created_at, changed_at,
    changed_by)
  values ($1, $2, $3, $4, 1, $5, $5, $1) returning id`
export async function add(ctx: Ctx, draft: Draft): Promise<number> {
  const values = [ctx.me.id, draft.name, draft.category, draft.description, ctx.now]
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, values)
  await addRevision(ctx, id, 1, draft, null)
  return id
}

const ADD_REVISION = `insert into form_revision (form_id, revision, name, category, description, text, note,
  saved_by, saved_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
const addRevision = (ctx: Ctx, id: number, revision: number, draft: Draft, note: string | null) =>
  run(ctx.db, ADD_REVISION, [
    id,
    revision,
    draft.name,
    draft.category,
    draft.description,
    draft.text,
    note,
    ctx.me.id,
    ctx.now,
  ])

const SAVE = `update form set name = $2, category = $3, description = $4, revision = $5, changed_at = $6,
  changed_by = $7 where id = $1`
/** Saves the revision after `revision`. The caller must hold the lock on the form. */
export async function save(
  ctx: Ctx,
  id: number,
  revision: number,
  draft: Draft,
  note: string | null,
): Promise<void> {
  const { name, category, description } = draft
  await addRevision(ctx, id, revision + 1, draft, note)
  await run(ctx.db, SAVE, [id, name, category, description, revision + 1, ctx.now, ctx.me.id])
  await forgetOld(ctx, id)
}

const FORGET = `delete from form_revision where id in (
  select id from (select id, version, row_number() over newest as n, sum(bytes) over newest as bytes
    from form_revision where form_id = $1 window newest as (order by revision desc)) r
  where version is null and n > 1 and (n > $2 or bytes > $3))`
const forgetOld = (ctx: Ctx, id: number) => run(ctx.db, FORGET, [id, KEPT_REVISIONS, KEPT_BYTES])

const REMOVE = `delete from form where id = $1 and version is null returning id`
/** False if it was published meanwhile. */
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REMOVE, [id])).length === 1

// ── Versions ─────────────────────────────────────────────────────────────────

const LAST = 'select coalesce(max(version), 0)::int as version from form_revision where form_id = $1'
const PUBLISH = `update form_revision set version = $3, published_by = $4, published_at = $5
  where form_id = $1 and revision = $2 and version is null returning id`
const SHOW = `update form set state = 'published',
  version = (select version from form_revision where form_id = $1 and revision = $2)
  where id = $1 returning version`
/**
 * Publishes the newest revision and returns its version, which it may already have. The form must be locked.
 */
export async function publish(ctx: Ctx, { id, revision }: Form): Promise<number> {
  const { version } = await runOne<{ version: number }>(ctx.db, LAST, [id])
  await run(ctx.db, PUBLISH, [id, revision, version + 1, ctx.me.id, ctx.now])
  return (await runOne<{ version: number }>(ctx.db, SHOW, [id, revision])).version
}

const SET = 'update form set state = $3 where id = $1 and state = $2 returning id'
export const setState = async (ctx: Ctx, id: number, from: FormState, to: FormState): Promise<boolean> =>
  (await run(ctx.db, SET, [id, from, to])).length === 1

export interface Revision {
  revision: number
  version: number | null
  byId: number
  by: string
  at: Date
  note: string | null
}
const REVISION = `select r.revision, r.version, r.saved_by as "byId", u.name as by, r.saved_at as at, r.note`
const REVISIONS = `${REVISION} from form_revision r join user_account u on u.id = r.saved_by
  where r.form_id = $1 order by r.revision desc`
export const listRevisions = (db: Db, id: number) => run<Revision>(db, REVISIONS, [id])

const ONE = `${REVISION}, r.text from form_revision r join user_account u on u.id = r.saved_by
  where r.form_id = $1 and r.revision = $2`
export const findRevision = async (db: Db, id: number, revision: number) =>
  (await run<Revision & { text: string }>(db, ONE, [id, revision]))[0]

const VERSIONS = `select version, text from form_revision where form_id = $1 and version = any($2::int[])
  order by version desc`
/** Texts of versions, newest first. */
export const listVersions = (db: Db, id: number, versions: readonly number[]) =>
  run<{ version: number; text: string }>(db, VERSIONS, [id, versions])

export interface Published {
  id: number
  ownerId: number
  state: FormState
  name: string
  description: string | null
  version: number
  text: string
}
const PUBLISHED = `select f.id, f.owner_id as "ownerId", f.state, r.name, r.description, r.version, r.text
  from form f join form_revision r on r.form_id = f.id and r.version = f.version where f.id = $1`
/** The version that is filled in, even while the form is retired. */
export const findPublished = async (db: Db, id: number): Promise<Published | undefined> =>
  (await run<Published>(db, PUBLISHED, [id]))[0]
/** Like `findPublished`, and locks the form against publishing and retiring until the transaction ends. */
export async function holdPublished(ctx: Ctx, id: number): Promise<Published | undefined> {
  await run(ctx.db, 'select id from form where id = $1 for share', [id])
  return findPublished(ctx.db, id)
}

// ── To be filled in ──────────────────────────────────────────────────────────

export interface OpenForm {
  id: number
  name: string
  category: string | null
  description: string | null
  version: number
}
const OPEN: List = {
  table: 'form',
  as: 'f',
  row: 'f.id, r.name, r.category, r.description, f.version',
  joins: 'join form_revision r on r.form_id = f.id and r.version = f.version',
}
/**
 * SQL: forms that are not bound. A form of an instrument or a process is filled in there; a separate answer
 * would have no reader, so only those who bind forms see it. This holds also while a process is suspended.
 */
const FREE = sql`not exists (select from form_binding b where b.form_id = f.id)
  and not exists (select from workflow_version v join workflow w
      on w.id = v.workflow_id and w.version = v.version
    where v.form_id = f.id)`
/** Matches the published name and category, not those of the draft. */
const isShown = (keyword: string): Condition =>
  sql`exists (select from form_revision r where r.form_id = f.id and r.version = f.version
    and position(lower(${keyword}) in lower(concat_ws(' ', r.name, r.category))) > 0)`
interface OpenAsked extends At {
  keyword?: string | undefined
  /** Includes forms that instruments and processes use. */
  all: boolean
}
export const listOpen = (db: Db, { keyword, all, ...at }: OpenAsked) =>
  readPage<OpenForm>(
    db,
    OPEN,
    [sql`f.state = 'published'`, ...(all ? [] : [FREE]), ...(keyword ? [isShown(keyword)] : [])],
    at,
  )

const VERSION = `select f.id, r.name, r.version, r.text, f.state from form f
  join form_revision r on r.form_id = f.id and r.version = coalesce($2, f.version) where f.id = $1`
/** One published version, or the one that is filled in now. */
export const findVersion = async (db: Db, id: number, version: number | null) =>
  (await run<Pick<Published, 'id' | 'name' | 'version' | 'text' | 'state'>>(db, VERSION, [id, version]))[0]

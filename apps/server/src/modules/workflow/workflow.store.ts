import type { WorkflowState } from '@portal/contract/workflow/workflow'
import type { Graph, Starter } from '@portal/process-kit/model/graph'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, type At, type Condition, type List } from '../../kernel/list.store.ts'

// Drawn processes and their published versions.

export interface Workflow {
  id: number
  name: string
  category: string | null
  description: string | null
  state: WorkflowState
  ownerId: number
  owner: string
  revision: number
  version: number | null
  hasChanges: boolean
  hasNewForm: boolean
  started: number
  running: number
  changedAt: Date
  changedById: number
  changedBy: string
}
/** Instances of a process are counted up to this number in lists. */
const COUNTED = 10_000
const counted = (where: string) =>
  `(select count(*)::int from (select from workflow_instance i where i.workflow_id = w.id ${where}
    limit ${COUNTED}) n)`
const WORKFLOWS: List = {
  table: 'workflow',
  as: 'w',
  row: `w.id, w.name, w.category, w.description, w.state, w.owner_id as "ownerId", o.name as owner, w.revision,
    w.version, w.version is not null and v.revision <> w.revision as "hasChanges",
    coalesce(f.state = 'published' and f.version <> v.form_version
      and v.graph ->> 'formVersion' is null, false) as "hasNewForm",
    ${counted('')} as started, ${counted(`and i.state = 'running'`)} as running,
    w.changed_at as "changedAt", w.changed_by as "changedById", c.name as "changedBy"`,
  joins: `join user_account o on o.id = w.owner_id join user_account c on c.id = w.changed_by
    left join workflow_version v on v.workflow_id = w.id and v.version = w.version
    left join form f on f.id = v.form_id`,
  order: 'w.changed_at desc, w.id desc',
}
const isCalled = (keyword: string): Condition =>
  sql`position(lower(${keyword}) in lower(concat_ws(' ', w.name, w.category))) > 0`

interface Asked extends At {
  keyword?: string | undefined
  state?: WorkflowState | undefined
}
/** `ownerId`: only this person's processes; undefined: all. */
export const list = (db: Db, { keyword, state, ...at }: Asked, ownerId: number | undefined) =>
  readPage<Workflow>(
    db,
    WORKFLOWS,
    [
      ...(ownerId === undefined ? [] : [sql`w.owner_id = ${ownerId}`]),
      ...(state ? [sql`w.state = ${state}`] : []),
      ...(keyword ? [isCalled(keyword)] : []),
    ],
    at,
  )

export const find = (db: Db, id: number): Promise<Workflow | undefined> =>
  readOne<Workflow>(db, WORKFLOWS, id)
export interface Drawn extends Workflow {
  xml: string
}
/** The process with its draft, in one statement: its owner may save or delete it at any moment. */
export const findDrawn = (db: Db, id: number): Promise<Drawn | undefined> =>
  readOne<Drawn>(db, { ...WORKFLOWS, row: `${WORKFLOWS.row}, w.xml` }, id)
/** Locks a process against saving and publishing until the transaction ends. */
export async function hold(ctx: Ctx, id: number): Promise<Drawn | undefined> {
  // Two statements: a single one that waited for the lock would return the row as it was before the wait.
  await run(ctx.db, 'select id from workflow where id = $1 for no key update', [id])
  return findDrawn(ctx.db, id)
}

const DRAFTS = `select count(*)::int as n from workflow where owner_id = $1 and state = 'draft'`
/** Counts a person's unpublished drafts; a lock stops them from adding another until the transaction ends. */
export async function countDrafts(db: Db, ownerId: number): Promise<number> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('workflow drafts', $1))`, [ownerId])
  return (await runOne<{ n: number }>(db, DRAFTS, [ownerId])).n
}

export interface Draft {
  name: string
  category: string | null
  description: string | null
  xml: string
}
const ADD = `insert into workflow (owner_id, name, category, description, xml, revision, created_at,
    changed_at, changed_by) values ($1, $2, $3, $4, $5, 1, $6, $6, $1) returning id`
export const add = async (ctx: Ctx, d: Draft): Promise<number> =>
  (await runOne<{ id: number }>(ctx.db, ADD, [ctx.me.id, d.name, d.category, d.description, d.xml, ctx.now]))
    .id

const SAVE = `update workflow set name = $2, category = $3, description = $4, xml = $5,
  revision = revision + 1, changed_at = $6, changed_by = $7 where id = $1`
/** The caller must hold the lock on the process. */
export const save = (ctx: Ctx, id: number, d: Draft) =>
  run(ctx.db, SAVE, [id, d.name, d.category, d.description, d.xml, ctx.now, ctx.me.id])

const RAN = 'select from workflow_instance where workflow_id = $1 limit 1'
const RELEASE = `update workflow set state = 'draft', version = null where id = $1`
const FORGET = 'delete from workflow_version where workflow_id = $1'
/** False if an instance was ever started. */
export async function remove(ctx: Ctx, id: number): Promise<boolean> {
  if ((await run(ctx.db, RAN, [id])).length > 0) return false
  await run(ctx.db, RELEASE, [id])
  await run(ctx.db, FORGET, [id])
  await run(ctx.db, 'delete from workflow where id = $1', [id])
  return true
}

const SET = 'update workflow set state = $3 where id = $1 and state = $2 returning id'
export const setState = async (ctx: Ctx, id: number, from: WorkflowState, to: WorkflowState) =>
  (await run(ctx.db, SET, [id, from, to])).length === 1

// ── Versions ─────────────────────────────────────────────────────────────────

export interface Published {
  graph: Graph
  formId: number
  formVersion: number
}
const PUBLISH = `insert into workflow_version (workflow_id, version, revision, name, category, description,
    xml, graph, form_id, form_version, published_by, published_at, starters)
  select w.id, coalesce((select max(v.version) from workflow_version v where v.workflow_id = w.id), 0) + 1,
    w.revision, w.name, w.category, w.description, w.xml, $2, $3, $4, $5, $6, $7
  from workflow w where w.id = $1 returning version`
const SHOW = `update workflow set version = $2, state = 'published' where id = $1`
/** Publishes the draft and returns its version. The caller must hold the lock on the process. */
export async function publish(ctx: Ctx, id: number, p: Published): Promise<number> {
  const starters = JSON.stringify(p.graph.starters ?? [])
  const values = [id, JSON.stringify(p.graph), p.formId, p.formVersion, ctx.me.id, ctx.now, starters]
  const { version } = await runOne<{ version: number }>(ctx.db, PUBLISH, values)
  await run(ctx.db, SHOW, [id, version])
  return version
}

export interface Version {
  version: number
  name: string
  byId: number
  by: string
  at: Date
  formId: number
  form: string
  formVersion: number
  started: number
  running: number
  xml: string
}
const VERSIONS = `select v.version, v.name, v.published_by as "byId", u.name as by, v.published_at as at, v.xml,
    v.form_id as "formId", r.name as form, v.form_version as "formVersion", n.started, n.running
  from workflow_version v join user_account u on u.id = v.published_by
  join form_revision r on r.form_id = v.form_id and r.version = v.form_version,
  lateral (select count(*)::int as started, count(*) filter (where i.state = 'running')::int as running
    from workflow_instance i where i.workflow_id = v.workflow_id and i.version = v.version) n
  where v.workflow_id = $1 and ($2::int is null or v.version = $2) order by v.version desc`
export const listVersions = (db: Db, id: number, version: number | null = null) =>
  run<Version>(db, VERSIONS, [id, version])

export interface Startable {
  id: number
  name: string
  category: string | null
  description: string | null
  version: number
  draftAt: Date | null
}
export interface Open extends Startable {
  xml: string
  graph: Graph
  formId: number
  formVersion: number
  draft: Record<string, unknown> | null
  /** This person may start it. */
  isHis: boolean
}
/** SQL: may person $1 start a version? True if no starters are set, or the person matches one of them. */
const HIS = `(v.starters = '[]' or exists (
    select from jsonb_to_recordset(v.starters) s (kind text, value text)
    where case s.kind
      when 'person' then s.value = $1::int8::text
      when 'userType' then exists (select from user_account u where u.id = $1 and u.user_type = s.value)
      when 'role' then exists (select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = $1 and r.code = s.value)
      when 'post' then exists (select from user_post p join post o on o.id = p.post_id
        where p.user_id = $1 and o.enabled and (o.code = s.value or o.id::text = s.value))
      when 'labRole' then exists (select from lab_member m where m.user_id = $1 and m.role = s.value)
      when 'dept' then s.value in (
        with recursive up as (
          select d.id, d.parent_id, 0 as level from dept d
            join user_account u on u.dept_id = d.id where u.id = $1
          union all select p.id, p.parent_id, up.level + 1 from dept p
            join up on p.id = up.parent_id where up.level < 20)
        select id::text from up)
      else false end))`
const OPEN = `w.id, v.name, v.category, v.description, v.version, d.saved_at as "draftAt"`
const OPENS = `from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.version
  left join workflow_draft d on d.workflow_id = w.id and d.user_id = $1 where w.state = 'published'`
const STARTABLE = `select ${OPEN} ${OPENS} and ${HIS} and ($2::text is null
    or position(lower($2) in lower(concat_ws(' ', v.name, v.category))) > 0)
  order by v.category nulls last, v.name, w.id limit 500`
export const listStartable = (db: Db, userId: number, keyword: string | undefined) =>
  run<Startable>(db, STARTABLE, [userId, keyword ?? null])
const ONE_OPEN = `select ${OPEN}, v.xml, v.graph, v.form_id as "formId", v.form_version as "formVersion",
  d.given as draft, ${HIS} as "isHis" ${OPENS} and w.id = $2`
const AMONG = `select w.id ${OPENS} and w.id = any($2::int8[]) and ${HIS}`
/** Which of these processes a person may start. */
export const listHis = async (db: Db, userId: number, ids: readonly number[]): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, AMONG, [userId, ids])).map((w) => w.id))
const UNKNOWN = `select s.label, s.value
  from jsonb_to_recordset($1::jsonb) s (kind text, value text, label text)
  where not case s.kind
    when 'person' then exists (select from user_account u where u.id::text = s.value and u.enabled)
    when 'role' then exists (select from role r where r.code = s.value)
    when 'post' then exists (select from post o
      where o.enabled and (o.code = s.value or o.id::text = s.value))
    when 'dept' then exists (select from dept d where d.id::text = s.value and d.enabled)
    when 'labRole' then s.value in ('lab_director', 'lab_admin', 'lab_member')
    else s.value = any($2::text[]) end`
/** Starters of a diagram that do not exist or are disabled. */
export const listUnknownStarters = (db: Db, starters: readonly Starter[], userTypes: readonly string[]) =>
  run<{ label: string | null; value: string }>(db, UNKNOWN, [JSON.stringify(starters), userTypes])

/** A published process, even if this person may not start it, with their draft of a start. */
export const findOpen = async (db: Db, userId: number, id: number): Promise<Open | undefined> =>
  (await run<Open>(db, ONE_OPEN, [userId, id]))[0]
/** Like `findOpen` for the caller, and locks the process against suspension until the transaction ends. */
export async function holdOpen(ctx: Ctx, id: number): Promise<Open | undefined> {
  await run(ctx.db, 'select id from workflow where id = $1 for share', [id])
  return findOpen(ctx.db, ctx.me.id, id)
}

const KEEP = `insert into workflow_draft (workflow_id, user_id, given, saved_at) values ($1, $2, $3, $4)
  on conflict (workflow_id, user_id) do update set given = excluded.given, saved_at = excluded.saved_at`
export const keepDraft = (ctx: Ctx, id: number, given: Record<string, unknown>) =>
  run(ctx.db, KEEP, [id, ctx.me.id, JSON.stringify(given), ctx.now])
export const dropDraft = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from workflow_draft where workflow_id = $1 and user_id = $2', [id, ctx.me.id])

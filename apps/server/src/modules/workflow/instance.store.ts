import type { Ref } from '@portal/contract/kernel/rows'
import type { EventKind, InstanceState } from '@portal/contract/workflow/workflow'
import type { Graph } from '@portal/process-kit/model/graph'
import type { State } from '@portal/process-kit/run/state'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import {
  findCalled,
  findFew,
  joinConditions,
  readBelow,
  selectCalled,
  walkList,
  type Below,
  type Condition,
  type List,
} from '../../kernel/list.store.ts'
import { listGrams, queryGrams } from '../../kernel/search.rules.ts'

// Instances: their state, the values they were started with, and their history.

export interface Instance {
  id: number
  workflowId: number
  workflow: string
  description: string | null
  version: number
  starterId: number
  starter: string
  state: InstanceState
  summary: string
  startedAt: Date
  endedAt: Date | null
  urgedAt: Date | null
  run: State
  given: Record<string, unknown>
  graph: Graph
  xml: string
  formId: number
  formVersion: number
}
const INSTANCE = `select i.id, i.workflow_id as "workflowId", v.name as workflow, v.description, i.version,
    i.starter_id as "starterId", u.name as starter, i.state, i.summary, i.started_at as "startedAt",
    i.ended_at as "endedAt", i.urged_at as "urgedAt", i.run, i.given, v.graph, v.xml, v.form_id as "formId",
    v.form_version as "formVersion"
  from workflow_instance i join user_account u on u.id = i.starter_id
  join workflow_version v on v.workflow_id = i.workflow_id and v.version = i.version where i.id = $1`
export const find = async (db: Db, id: number): Promise<Instance | undefined> =>
  (await run<Instance>(db, INSTANCE, [id]))[0]
/** Locks an instance until the transaction ends. */
export async function lock(ctx: Ctx, id: number): Promise<Instance | undefined> {
  // Two statements: a single one that waited for the lock would return the state before the wait.
  await run(ctx.db, 'select id from workflow_instance where id = $1 for update', [id])
  return find(ctx.db, id)
}

const NEXT = `select nextval(pg_get_serial_sequence('workflow_instance', 'id'))::int8 as id`
export const takeNumber = async (db: Db): Promise<number> => (await runOne<{ id: number }>(db, NEXT, [])).id

export interface NewInstance {
  id: number
  workflowId: number
  version: number
  run: State
  given: Record<string, unknown>
  summary: string
}
/** The whole summary is searchable (forms limit it by `SUMMARY_LENGTH`). */
const searchFor = (summary: string) => listGrams([], { prose: summary, most: 200 })

const ADD = `insert into workflow_instance (id, workflow_id, version, starter_id, state, run, given, summary,
    started_at, search_text, search_grams) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
export function add(ctx: Ctx, i: NewInstance) {
  const { text, grams } = searchFor(i.summary)
  return run(ctx.db, ADD, [
    i.id,
    i.workflowId,
    i.version,
    ctx.me.id,
    'running',
    JSON.stringify({ ...i.run, status: 'running' }),
    JSON.stringify(i.given),
    i.summary,
    ctx.now,
    text,
    grams,
  ])
}

const KEEP = `update workflow_instance set run = $2, state = $3,
  ended_at = case when $3 = 'running' then null else coalesce(ended_at, $4::timestamptz) end where id = $1`
/** The caller must hold the lock on the instance. */
export const keepRun = (ctx: Ctx, id: number, state: State) =>
  run(ctx.db, KEEP, [id, JSON.stringify(state), state.status, ctx.now])
const FILL = `update workflow_instance set given = $2, summary = $3, search_text = $4, search_grams = $5
  where id = $1`
export function keepGiven(ctx: Ctx, id: number, given: Record<string, unknown>, summary: string) {
  const { text, grams } = searchFor(summary)
  return run(ctx.db, FILL, [id, JSON.stringify(given), summary, text, grams])
}
export const noteUrged = (ctx: Ctx, id: number) =>
  run(ctx.db, 'update workflow_instance set urged_at = $2 where id = $1', [id, ctx.now])

const PUBLISHER = `select u.id, u.name from workflow_version v join user_account u on u.id = v.published_by
  where v.workflow_id = $1 and v.version = $2`
/** The publisher of the instance's version, on whose authority its service steps act. */
export const findPublisher = (db: Db, i: Pick<Instance, 'workflowId' | 'version'>): Promise<Ref> =>
  runOne<Ref>(db, PUBLISHER, [i.workflowId, i.version])

// ── What has happened ────────────────────────────────────────────────────────

export interface NewEvent {
  kind: EventKind
  step?: string | null
  opinion?: string | null
  sentTo?: string | null
  minutes?: number | null
}
/** Events without a person, even if a person's call led to them. */
const byItself: ReadonlySet<EventKind> = new Set(['skipped', 'reminded', 'late', 'served', 'ended'])
const LOG = `insert into workflow_event (instance_id, kind, user_id, step, opinion, sent_to, minutes,
    happened_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`
export const log = (ctx: Ctx, id: number, e: NewEvent) =>
  run(ctx.db, LOG, [
    id,
    e.kind,
    byItself.has(e.kind) ? null : (ctx.actor?.id ?? null),
    e.step ?? null,
    e.opinion ?? null,
    e.sentTo ?? null,
    e.minutes ?? null,
    ctx.now,
  ])
export interface Happened {
  id: number
  kind: EventKind
  who: string
  step: string | null
  opinion: string | null
  to: string | null
  at: Date
  minutes: number | null
}
const EVENTS = `select e.id, e.kind, coalesce(u.name, '系统') as who, e.step, e.opinion, e.sent_to as to,
    e.happened_at as at, e.minutes
  from workflow_event e left join user_account u on u.id = e.user_id where e.instance_id = $1 order by e.id`
export const listEvents = (db: Db, id: number) => run<Happened>(db, EVENTS, [id])

const COMMENTERS = `select distinct user_id as id from workflow_event
  where instance_id = $1 and kind = 'commented' and user_id is not null`
export const listCommenters = async (db: Db, id: number): Promise<number[]> =>
  (await run<{ id: number }>(db, COMMENTERS, [id])).map((row) => row.id)

const COPY = `insert into workflow_copy (instance_id, user_id, copied_at) select $1, unnest($2::int8[]), $3
  on conflict do nothing returning user_id as id`
/** Returns those who did not have a copy before. */
export const addCopies = async (ctx: Ctx, id: number, userIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, COPY, [id, userIds, ctx.now])).map((row) => row.id)

const INVOLVED = `select from workflow_instance i where i.id = $1 and (i.starter_id = $2
  or exists (select from workflow_task t where t.instance_id = i.id
    and $2 in (t.assignee_id, t.owner_id, t.decided_by))
  or exists (select from workflow_copy c where c.instance_id = i.id and c.user_id = $2))`
/** Whether a person started it, is or was asked, has decided, or has a copy. */
export const isInvolved = async (db: Db, id: number, userId: number): Promise<boolean> =>
  (await run(db, INVOLVED, [id, userId])).length > 0

// ── Lists ────────────────────────────────────────────────────────────────────

export interface InstanceLine {
  id: number
  workflowId: number
  workflow: string
  version: number
  starterId: number
  starter: string
  summary: string
  state: InstanceState
  startedAt: Date
  endedAt: Date | null
  at: string[]
  awaited: string[]
}
const INSTANCES: List = {
  table: 'workflow_instance',
  as: 'i',
  row: `i.id, i.workflow_id as "workflowId", v.name as workflow, i.version, i.starter_id as "starterId",
    u.name as starter, i.summary, i.state, i.started_at as "startedAt", i.ended_at as "endedAt",
    array(select s.name from workflow_step s where s.instance_id = i.id and s.left_at is null order by s.visit
      limit 5) as at,
    array(select a.name from workflow_task t join user_account a on a.id = t.assignee_id
      where t.instance_id = i.id and t.state = 'waiting' order by t.id limit 5) as awaited`,
  joins: `join user_account u on u.id = i.starter_id
    join workflow_version v on v.workflow_id = i.workflow_id and v.version = i.version`,
}
/** Evaluated once over two indexes: as a condition per row it would run for every instance that ever ran. */
const STUCK = sql`i.id = any(array(select r.id from workflow_instance r where r.state = 'running'
  and not exists (select from workflow_task t where t.instance_id = r.id and t.state = 'waiting')))`
const waits = sql`exists (select from workflow_task t where t.instance_id = i.id and t.state = 'waiting')`
export interface Filter {
  scope: 'mine' | 'acted' | 'copied' | 'all'
  state?: InstanceState | undefined
  workflowId?: number | undefined
  starterId?: number | undefined
  stuck?: boolean | undefined
  keyword?: string | undefined
}
/**
 * Up to this many matches are listed by id; a more frequent word is tested row by row, which soon fills a
 * page.
 */
const FEW = 2_000
/** Matches the number, the form's values, or the name of the starter. */
async function matchWords(db: Db, keyword: string): Promise<Condition> {
  const number = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0
  const sought = queryGrams(keyword)
  if (!sought) return sql`i.id = ${number}`
  const starters = await findCalled(db, 'user_account', sought)
  const ids = await findFew(
    db,
    [
      sql`select id from workflow_instance where id = ${number}`,
      selectCalled('workflow_instance', sought),
      sql`select id from workflow_instance where starter_id = any(${starters}::int8[])`,
    ],
    FEW,
  )
  if (ids) return sql`i.id = any(${ids}::int8[])`
  // A part of running text is found in the search text as it is.
  const pieces = sought.grams.map((gram) => sql`position(${gram} in i.search_text) > 0`)
  const said = joinConditions([...pieces, sql`i.search_text like all(${sought.recheck}::text[])`])
  return sql`(i.id = ${number} or i.starter_id = any(${starters}::int8[]) or (${said}))`
}
async function listConditions(db: Db, f: Filter, userId: number): Promise<Condition[]> {
  const scopes: Record<Filter['scope'], Condition | null> = {
    mine: sql`i.starter_id = ${userId}`,
    acted: sql`i.id in (select instance_id from workflow_task where assignee_id = ${userId}
      union select instance_id from workflow_task where decided_by = ${userId})`,
    copied: sql`i.id in (select instance_id from workflow_copy where user_id = ${userId})`,
    all: null,
  }
  const scope = scopes[f.scope]
  return [
    ...(scope ? [scope] : []),
    ...(f.state ? [sql`i.state = ${f.state}`] : []),
    ...(f.workflowId === undefined ? [] : [sql`i.workflow_id = ${f.workflowId}`]),
    ...(f.starterId === undefined ? [] : [sql`i.starter_id = ${f.starterId}`]),
    ...(f.stuck === true ? [STUCK] : []),
    ...(f.stuck === false ? [sql`${waits}`] : []),
    ...(f.keyword ? [await matchWords(db, f.keyword)] : []),
  ]
}
export const list = async (db: Db, f: Filter & Below, userId: number) =>
  readBelow<InstanceLine>(db, INSTANCES, await listConditions(db, f, userId), f)
export async function* walk(db: Db, f: Filter, userId: number): AsyncGenerator<InstanceLine> {
  yield* walkList<InstanceLine>(db, INSTANCES, await listConditions(db, f, userId))
}

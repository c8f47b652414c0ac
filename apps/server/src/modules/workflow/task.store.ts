import type { TaskState } from '@portal/contract/workflow/workflow'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Silence } from '../../kernel/job-run.store.ts'

// Steps that an instance has entered, and the people asked there.

const ENTER = `insert into workflow_step (instance_id, visit, node, name, entered_at)
  values ($1, $2, $3, $4, $5)`
export const enter = (ctx: Ctx, id: number, visit: number, node: { id: string; name: string }) =>
  run(ctx.db, ENTER, [id, visit, node.id, node.name, ctx.now])
const LEAVE = `update workflow_step set left_at = $3, due_at = null where instance_id = $1 and visit = $2`
export const leave = (ctx: Ctx, id: number, visit: number) => run(ctx.db, LEAVE, [id, visit, ctx.now])
const DUE = 'update workflow_step set due_at = $3 where instance_id = $1 and visit = $2 and left_at is null'
export const setDue = (ctx: Ctx, id: number, visit: number, dueAt: Date) =>
  run(ctx.db, DUE, [id, visit, dueAt])

export interface DueStep {
  instanceId: number
  visit: number
}
const LIST_DUE = `select instance_id as "instanceId", visit from workflow_step
  where left_at is null and due_at <= $1 order by due_at limit 500`
export const listDue = (db: Db, now: Date) => run<DueStep>(db, LIST_DUE, [now])
const TAKE_DUE = `update workflow_step set due_at = null
  where instance_id = $1 and visit = $2 and left_at is null and due_at <= $3 returning visit`
/** Claims a due step: of several servers that find it, exactly one gets true. */
export const takeDue = async (ctx: Ctx, { instanceId, visit }: DueStep): Promise<boolean> =>
  (await run(ctx.db, TAKE_DUE, [instanceId, visit, ctx.now])).length === 1

// The next runs find the same outage again; `silent_until` keeps it from being added twice.
const SPARE = `update workflow_step
  set due_at = due_at + ($2::timestamptz - $1::timestamptz), silent_until = $2
  where left_at is null and due_at > $1 and entered_at < $1 and coalesce(silent_until, '-infinity') < $2`
/** Adds the time of an outage to the deadlines of the steps that waited during it. */
export const spare = (ctx: Ctx, { before, at }: Silence) => run(ctx.db, SPARE, [before, at])

export interface Step {
  visit: number
  node: string
  name: string
  since: Date
  dueAt: Date | null
}
const STEPS = `select visit, node, name, entered_at as since, due_at as "dueAt" from workflow_step
  where instance_id = $1 and left_at is null order by visit`
export const listSteps = (db: Db, id: number) => run<Step>(db, STEPS, [id])

const OPEN = `insert into workflow_task (instance_id, visit, seat, assignee_id, owner_id, opened_at)
  values ($1, $2, $3, $4, $5, $6)`
export const open = (
  ctx: Ctx,
  id: number,
  at: { visit: number; seat: number; person: number; owner: number | null },
) => run(ctx.db, OPEN, [id, at.visit, at.seat, at.person, at.owner, ctx.now])

const CLOSE = `update workflow_task set state = $4, opinion = $5, decided_at = $6, decided_by = $7
  where instance_id = $1 and visit = $2 and seat = $3 and state = 'waiting'
  returning (extract(epoch from $6::timestamptz - opened_at) / 60)::int as minutes`
/** Returns the minutes the task had waited; undefined if it was not waiting. */
export const close = async (
  ctx: Ctx,
  id: number,
  at: { visit: number; seat: number; how: TaskState },
  said: { by: number | null; opinion: string | null },
): Promise<number | undefined> =>
  (
    await run<{ minutes: number }>(ctx.db, CLOSE, [
      id,
      at.visit,
      at.seat,
      at.how,
      said.opinion,
      ctx.now,
      said.by,
    ])
  )[0]?.minutes

export interface TaskRow {
  id: number
  instanceId: number
  visit: number
  seat: number
  node: string
  step: string
  assigneeId: number
  assignee: string
  ownerId: number | null
  owner: string | null
  state: TaskState
  opinion: string | null
  openedAt: Date
  decidedAt: Date | null
  decidedById: number | null
  decidedBy: string | null
}
const TASK = `select t.id, t.instance_id as "instanceId", t.visit, t.seat, s.node, s.name as step,
    t.assignee_id as "assigneeId", a.name as assignee, t.owner_id as "ownerId", o.name as owner, t.state, t.opinion,
    t.opened_at as "openedAt", t.decided_at as "decidedAt", t.decided_by as "decidedById", d.name as "decidedBy"
  from workflow_task t join workflow_step s on s.instance_id = t.instance_id and s.visit = t.visit
  join user_account a on a.id = t.assignee_id left join user_account o on o.id = t.owner_id
  left join user_account d on d.id = t.decided_by`
const OF_INSTANCE = `select * from (${TASK} where t.instance_id = $1
    order by t.state = 'waiting' desc, t.id desc limit 1000) kept order by id`
/** What waits and what came last, at most 1,000; a process that was returned often may have more. */
export const listTasks = (db: Db, id: number) => run<TaskRow>(db, OF_INSTANCE, [id])
const ONE = `${TASK} where t.id = $1`
export const find = async (db: Db, id: number): Promise<TaskRow | undefined> =>
  (await run<TaskRow>(db, ONE, [id]))[0]

const WAITING = `select distinct assignee_id as id from workflow_task where instance_id = $1 and state = 'waiting'
  and ($2::int is null or visit = $2) order by assignee_id`
/** People who are asked now, at one step or at any. */
export const listAwaited = async (db: Db, id: number, visit: number | null = null): Promise<number[]> =>
  (await run<{ id: number }>(db, WAITING, [id, visit])).map((row) => row.id)

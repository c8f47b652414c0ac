import {
  offices,
  type ActorRole,
  type AskedRole,
  type Business,
  type Outcome,
} from '@portal/contract/approval/approval'
import type { Asked, Entry } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { newsFor, tellFoundSql, wakeCourier } from '../../kernel/outbox.store.ts'
import {
  idsOf,
  isAskedAway,
  isAway,
  standsIn,
  takesAdmin,
  officeNames,
  PEOPLE,
  chooseRole,
} from './actors.store.ts'
import type { Case } from './policy.rules.ts'

export interface NewTask {
  business: string
  rowId: number
  step: string
  role: AskedRole
  userId: number | null
  labId: number | null
  deviceId: number | null
  deptId: number | null
  requesterId: number | null
  barredId: number | null
  title: string
  amountFen: number | null
  single: boolean
  dueAt: Date | null
  deputyId: number | null
  /** By which the policy gave it its deadline; null for a task without one. */
  facts: Case | null
}
export interface OpenedTask {
  id: number
  /** The role that can act now: the asked one, or the one it fell to because the asked one has no people. */
  role: ActorRole
  userId: number | null
  /** Acts while the asked person is absent. */
  awayDeputyId: number | null
}

const AWAY = 'select "awayDeputyId" as who from opened where "awayDeputyId" is not null'
/** The same statement tells the deputy of an absent person, which saves a round trip. */
const openSql = (asked: AskedRole) => `
  with opened as (insert into approval_task as t (business, row_id, step, asked_role, asked_user_id, role,
      user_id, lab_id, device_id, dept_id, requester_id, barred_id, title, amount_fen, due_at, created_at,
      deputy_id, case_device_id, case_lab_id, case_dept_id, case_user_type, single)
  select t.business, t.row_id, t.step, t.asked_role, t.asked_user_id, x.role,
    case x.role when 'person' then t.asked_user_id end, t.lab_id, t.device_id, t.dept_id, t.requester_id,
    t.barred_id, t.title, t.amount_fen, t.due_at, t.created_at,
    (select u.id from user_account u where u.id = t.deputy_id and u.enabled),
    t.case_device_id, t.case_lab_id, t.case_dept_id, t.case_user_type, t.single
  from (select $1::text as business, $2::int8 as row_id, $3::text as step, $4::text as asked_role,
      $5::int8 as asked_user_id, $6::int8 as lab_id, $7::int8 as device_id, $8::int8 as requester_id,
      $9::text as title, $10::int8 as amount_fen, $11::timestamptz as due_at, $12::timestamptz as created_at,
      $13::int8 as dept_id, $14::int8 as barred_id, $15::int8 as deputy_id, $17::int8 as case_device_id,
      $18::int8 as case_lab_id, $19::int8 as case_dept_id, $20::text as case_user_type,
      $21::bool as single) t,
    lateral (select ${chooseRole(asked)} as role) x
  on conflict (business, row_id, step, (coalesce(asked_user_id, 0)))
      where state = 'waiting' do update set title = excluded.title, amount_fen = excluded.amount_fen,
    due_at = excluded.due_at, deputy_id = excluded.deputy_id, case_device_id = excluded.case_device_id,
    case_lab_id = excluded.case_lab_id, case_dept_id = excluded.case_dept_id,
    case_user_type = excluded.case_user_type, single = excluded.single
  returning id, role, user_id as "userId", (select a.deputy_id from absence a where a.user_id = t.user_id
    and a.starts_at <= $12 and a.ends_at > $12 and ${takesAdmin} and ${standsIn}) as "awayDeputyId"),
  told as (${tellFoundSql(AWAY, '$16', '$12::timestamptz')})
  select * from opened`
const OPEN: Record<AskedRole, string> = {
  person: openSql('person'),
  reviewer: openSql('reviewer'),
  lab_director: openSql('lab_director'),
  finance: openSql('finance'),
  dept_head: openSql('dept_head'),
  equip_office: openSql('equip_office'),
  tender_office: openSql('tender_office'),
}

export async function openTask(
  ctx: Ctx,
  t: NewTask,
  newsForAway: Parameters<typeof newsFor>[0],
): Promise<OpenedTask> {
  const [task] = await run<OpenedTask>(ctx.db, OPEN[t.role], listColumns(ctx, t, newsForAway))
  if (!task) throw new Error('an insert with `do update` returns its row')
  if (task.awayDeputyId !== null) wakeCourier(ctx)
  return task
}
/** The same where nobody needs to know to whom it fell: the answer is not waited for. */
export const leaveTask = (ctx: Ctx, t: NewTask, newsForAway: Parameters<typeof newsFor>[0]): Promise<void> =>
  ctx.leave<OpenedTask>(OPEN[t.role], listColumns(ctx, t, newsForAway), ([task]) => {
    if (task && task.awayDeputyId !== null) wakeCourier(ctx)
  })
const listColumns = (ctx: Ctx, t: NewTask, newsForAway: Parameters<typeof newsFor>[0]): unknown[] => [
  t.business,
  t.rowId,
  t.step,
  t.role,
  t.userId,
  t.labId,
  t.deviceId,
  t.requesterId,
  t.title,
  t.amountFen,
  t.dueAt,
  ctx.now,
  t.deptId,
  t.barredId,
  t.deputyId,
  newsFor(newsForAway),
  t.facts?.deviceId ?? null,
  t.facts?.labId ?? null,
  t.facts?.deptId ?? null,
  t.facts?.userType ?? null,
  t.single,
]

const CLOSE = `update approval_task
  set state = $4, acted_by = $5, acted_at = $6, acted_no = default, reason = $7
  where business = $1 and row_id = $2 and state = 'waiting' and ($3::text is null or step = $3)
    and ($8::int8 is null or asked_user_id = $8)
  returning id`

/** Closes what waits there, without waiting for the answer; `hear` gets how many were closed. */
export const closeTasks = (
  ctx: Ctx,
  which: { business: string; rowId: number; step: string | null; userId: number | null },
  outcome: Outcome,
  reason: string | null,
  hear: (closed: number) => void,
): Promise<void> =>
  ctx.leave(
    CLOSE,
    [which.business, which.rowId, which.step, outcome, ctx.actor?.id ?? null, ctx.now, reason, which.userId],
    (closed) => hear(closed.length),
  )

/**
 * SQL: may person $1 act on task `t`? $2: holds ADMIN (acts on all but decisions on own money), $3: the
 * offices of the person, $4: now, for absences in which the person is deputy.
 */
const ACTS = `t.requester_id is distinct from $1 and t.barred_id is distinct from $1
    and (t.deputy_id = $1 or $2 and ${takesAdmin} or exists (select from absence a where ${isAway('$4')}
      and a.user_id is distinct from t.requester_id and a.user_id is distinct from t.barred_id
      and ${takesAdmin} and ${isAskedAway('a.user_id')}) or case t.role
    when 'person' then t.user_id = $1
    when 'reviewer' then $1 in (${idsOf.reviewer})
    when 'lab_director' then $1 in (${idsOf.lab_director})
    when 'dept_head' then $1 in (${idsOf.dept_head})
    else t.role = any($3::text[]) end)`
export const bindActor = (ctx: Ctx): [number, boolean, string[], Date] => [
  ctx.me.id,
  ctx.holds('ADMIN'),
  officeNames.filter((office) => ctx.holds(...offices[office])),
  ctx.now,
]

const MAY_ACT = `select from approval_task t where t.business = $5 and t.row_id = $6 and t.state = 'waiting'
    and ($7::text is null or t.step = $7) and ${ACTS} limit 1`

export async function mayAct(
  ctx: Ctx,
  which: { business: string; rowId: number; step: string | null },
): Promise<boolean> {
  return (await run(ctx.db, MAY_ACT, [...bindActor(ctx), which.business, which.rowId, which.step])).length > 0
}

const STEPS_AT = `select distinct t.step from approval_task t
  where t.business = $5 and t.row_id = $6 and t.state = 'waiting' and ${ACTS}`
/** The steps that wait for the caller at a row. */
export const findSteps = async (ctx: Ctx, business: string, rowId: number): Promise<Set<string>> =>
  new Set(
    (await run<{ step: string }>(ctx.db, STEPS_AT, [...bindActor(ctx), business, rowId])).map((r) => r.step),
  )

const STEPS_AMONG = `select distinct t.row_id as id, t.step from approval_task t
  where t.business = $5 and t.row_id = any($6) and t.state = 'waiting' and ${ACTS}`
/** Like `findSteps`, at several rows. */
export async function findStepsAmong(
  ctx: Ctx,
  business: string,
  rowIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await run<{ id: number; step: string }>(ctx.db, STEPS_AMONG, [
    ...bindActor(ctx),
    business,
    rowIds,
  ])
  return new Map(
    [...Map.groupBy(rows, (r) => r.id)].map(([id, all]) => [id, new Set(all.map((r) => r.step))]),
  )
}

const ASKED = `select t.asked_user_id as id from approval_task t where t.business = $5 and t.row_id = $6
    and t.step = $7 and t.state = 'waiting' and t.asked_user_id is not null and ${ACTS}
    and ($8::int8 is null or t.id = $8)`
/** People for whom the caller may answer, at a step that asks several by name. */
export const findAsked = async (ctx: Ctx, which: Asked): Promise<number[]> =>
  (
    await run<{ id: number }>(ctx.db, ASKED, [
      ...bindActor(ctx),
      which.business,
      which.rowId,
      which.step,
      which.task ?? null,
    ])
  ).map((r) => r.id)

const WAITS = `select from approval_task where id = $1 and business = $2 and row_id = $3
  and state = 'waiting'`
export const waitsAt = async (db: Db, { task, business, rowId }: Entry): Promise<boolean> =>
  (await run(db, WAITS, [task, business, rowId])).length > 0

export interface Awaited {
  step: string
  role: ActorRole
  /** Names of the first five; `people` is the full number. */
  names: string[]
  people: number
  since: Date
  dueAt: Date | null
}
const PEOPLE_AT = `lateral (select coalesce((array_agg(q.name order by q.id))[1:5], '{}') as names,
      count(*)::int as people
    from (${PEOPLE}) q) p`
const AWAITED = `
  select t.step, t.role, t.created_at as since, t.due_at as "dueAt", p.names, p.people
  from approval_task t, ${PEOPLE_AT} where t.business = $1 and t.row_id = $2 and t.state = 'waiting'
  order by t.id`
export const listAwaited = (ctx: Ctx, business: string, rowId: number) =>
  run<Awaited>(ctx.db, AWAITED, [business, rowId])

const AMONG = `
  select t.business, t.step, t.role, t.created_at as since, t.due_at as "dueAt", p.names, p.people
  from unnest($1::text[], $2::int8[]) r(business, row_id) join approval_task t on t.business = r.business
    and t.row_id = r.row_id and t.state = 'waiting', ${PEOPLE_AT}
  order by t.id limit 20`
/** What waits at any of these rows; at most 20. */
export const listAwaitedAmong = (db: Db, rows: readonly { business: Business; rowId: number }[]) =>
  run<Awaited & { business: Business }>(db, AMONG, [rows.map((r) => r.business), rows.map((r) => r.rowId)])

import type { ActorRole, AskedRole, Outcome } from '@portal/contract/approval/approval'
import { edit, type Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

const holders = (...codes: Permission[]) => `select ur.user_id as id from permission p join role_permission rp on rp.permission_id = p.id
  join user_role ur on ur.role_id = rp.role_id where p.code in (${codes.map((c) => `'${c}'`).join(', ')})`
const FINANCE = edit('FINANCIAL')

/** The people of a role, as SQL over a task `t`: looked up each time, never copied. */
const idsOf: Record<ActorRole, string> = {
  person: 'select t.asked_user_id as id',
  reviewer: `select r.user_id as id from device_reviewer r where r.device_id = t.device_id
    union all select r.user_id from device_reviewer r where r.lab_id = t.lab_id`,
  lab_director: `select m.user_id as id from lab_member m where m.lab_id = t.lab_id and m.role = 'lab_director'`,
  finance: holders(...FINANCE),
  sysadmin: holders('ADMIN'),
}
const roles = Object.keys(idsOf) as ActorRole[]

/** Never the requester, never somebody whose account is closed. */
const isOther = 'u.enabled and u.id is distinct from t.requester_id'
const anybody = (role: ActorRole) => `exists (select from (${idsOf[role]}) c join user_account u on u.id = c.id where ${isOther})`

/** Who can act on a task: whom the flow asks for, or the next above, so that nothing waits for nobody. */
const ROLE = `case
    ${(['person', 'reviewer', 'finance'] as const).map((role) => `when t.asked_role = '${role}' and ${anybody(role)} then '${role}'`).join('\n    ')}
    when t.asked_role <> 'sysadmin' and ${anybody('lab_director')} then 'lab_director'
    else 'sysadmin' end`

/** Everybody who can act on a task, given the role it fell to. */
const PEOPLE = `select distinct u.id, u.name from (
    ${roles.map((role) => `select c.id from (${idsOf[role]}) c where t.role = '${role}'`).join('\n    union all ')}
  ) c join user_account u on u.id = c.id where ${isOther}`

export interface NewTask {
  business: string
  rowId: number
  step: string
  role: AskedRole
  userId: number | null
  labId: number | null
  deviceId: number | null
  requesterId: number | null
  title: string
  amountFen: number | null
  dueAt: Date | null
}
export interface OpenedTask {
  id: number
  /** Who can act now; another role than asked for where nobody of that kind was left. */
  role: ActorRole
  userId: number | null
}

const OPEN = `
  insert into approval_task (business, row_id, step, asked_role, asked_user_id, role, user_id, lab_id, device_id, requester_id, title, amount_fen, due_at, created_at)
  select t.business, t.row_id, t.step, t.asked_role, t.asked_user_id, x.role, case x.role when 'person' then t.asked_user_id end,
    t.lab_id, t.device_id, t.requester_id, t.title, t.amount_fen, t.due_at, t.created_at
  from (select $1::text as business, $2::int8 as row_id, $3::text as step, $4::text as asked_role, $5::int8 as asked_user_id, $6::int8 as lab_id,
      $7::int8 as device_id, $8::int8 as requester_id, $9::text as title, $10::int8 as amount_fen, $11::timestamptz as due_at, $12::timestamptz as created_at) t,
    lateral (select ${ROLE} as role) x
  on conflict (business, row_id, step, (coalesce(asked_user_id, 0))) where state = 'waiting'
    do update set title = excluded.title, amount_fen = excluded.amount_fen, due_at = excluded.due_at
  returning id, role, user_id as "userId"`

export async function openTask(ctx: Ctx, t: NewTask): Promise<OpenedTask> {
  const [task] = await run<OpenedTask>(ctx.db, OPEN, [
    t.business, t.rowId, t.step, t.role, t.userId, t.labId, t.deviceId, t.requesterId, t.title, t.amountFen, t.dueAt, ctx.now,
  ])
  return task! // an insert with `do update` always returns its row
}

const CLOSE = `update approval_task set state = $4, acted_by = $5, acted_at = $6, reason = $7
  where business = $1 and row_id = $2 and state = 'waiting' and ($3::text is null or step = $3) and ($8::int8 is null or asked_user_id = $8)
  returning id`

export async function closeTasks(ctx: Ctx, which: { business: string; rowId: number; step: string | null; userId: number | null }, outcome: Outcome, reason: string | null): Promise<number> {
  const closed = await run(ctx.db, CLOSE, [which.business, which.rowId, which.step, outcome, ctx.actor?.id ?? null, ctx.now, reason, which.userId])
  return closed.length
}

/** May a person ($1) act on a task `t`? $2: holds ADMIN, $3: holds a finance code. */
const ACTS = `t.requester_id is distinct from $1 and ($2 or case t.role
    when 'person' then t.user_id = $1
    when 'reviewer' then $1 in (${idsOf.reviewer})
    when 'lab_director' then $1 in (${idsOf.lab_director})
    when 'finance' then $3
    else false end)`
const actorOf = (ctx: Ctx): [number, boolean, boolean] => [ctx.me.id, ctx.holds('ADMIN'), ctx.holds(...FINANCE)]

const MAY_ACT = `select from approval_task t where t.business = $4 and t.row_id = $5 and t.state = 'waiting' and ($6::text is null or t.step = $6) and ${ACTS} limit 1`

export async function mayAct(ctx: Ctx, which: { business: string; rowId: number; step: string | null }): Promise<boolean> {
  return (await run(ctx.db, MAY_ACT, [...actorOf(ctx), which.business, which.rowId, which.step])).length > 0
}

export interface Awaited {
  step: string
  role: ActorRole
  /** The first few, by name; `people` says how many there are. */
  names: string[]
  people: number
  since: Date
  dueAt: Date | null
}
const AWAITED = `
  select t.step, t.role, t.created_at as since, t.due_at as "dueAt", p.names, p.people
  from approval_task t, lateral (
    select coalesce((array_agg(q.name order by q.id))[1:5], '{}') as names, count(*)::int as people from (${PEOPLE}) q
  ) p
  where t.business = $1 and t.row_id = $2 and t.state = 'waiting' order by t.id`
export const awaitedAt = (ctx: Ctx, business: string, rowId: number) => run<Awaited>(ctx.db, AWAITED, [business, rowId])

export interface Ask {
  role: Exclude<ActorRole, 'person'>
  labId: number | null
  deviceId: number | null
  exceptUserId: number | null
}
const ANSWERS = `
  select t.n, array(select q.id from (${PEOPLE}) q) as ids
  from (
    select t.*, x.role from (
      select u.n, u.asked_role, null::int8 as asked_user_id, u.lab_id, u.device_id, u.requester_id
      from unnest($1::text[], $2::int8[], $3::int8[], $4::int8[]) with ordinality u(asked_role, lab_id, device_id, requester_id, n)
    ) t, lateral (select ${ROLE} as role) x
  ) t order by t.n`

/** The people each ask means, in the order of the asks. */
export async function findPeople(ctx: Ctx, asks: readonly Ask[]): Promise<number[][]> {
  if (asks.length === 0) return []
  const rows = await run<{ ids: number[] }>(ctx.db, ANSWERS, [asks.map((a) => a.role), asks.map((a) => a.labId), asks.map((a) => a.deviceId), asks.map((a) => a.exceptUserId)])
  return rows.map((r) => r.ids)
}

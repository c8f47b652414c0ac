import type { ActorRole, ApprovalStep, Business, Outcome } from '@portal/contract/approval/approval'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import { idsOf, isAway, officeNames, takesAdmin, type Office } from './actors.store.ts'
import { bindActor } from './approval.store.ts'

export interface TaskRow {
  id: number
  business: Business
  rowId: number
  step: ApprovalStep
  role: ActorRole
  title: string
  amountFen: number | null
  single: boolean
  requester: Ref | null
  lab: Ref | null
  device: Ref | null
  since: Date
  dueAt: Date | null
  outcome: Outcome | null
  actedAt: Date | null
  /** Increases with every act, so it orders tasks that were acted on in the same millisecond. */
  actedNo: number
  reason: string | null
}

export interface InboxFilter {
  business?: string | undefined
  step?: string | undefined
  keyword?: string | undefined
  labId?: number | undefined
}
const makeFilter = (f: InboxFilter) => [
  f.business ?? null,
  f.step ?? null,
  f.keyword ?? null,
  f.labId ?? null,
]
/** `first` is the number of the first of its four parameters; the numbers before it belong to the actor. */
const filter = (first: number) => {
  const [business, step, keyword, lab] = [0, 1, 2, 3].map((i) => `$${first + i}`)
  return `(${business}::text is null or t.business = ${business})
    and (${step}::text is null or t.step = ${step})
    and (${keyword}::text is null or position(lower(${keyword}) in lower(t.title)) > 0)
    and (${lab}::int8 is null or t.lab_id = ${lab})`
}

/**
 * SQL: the tasks that wait for a person. Each branch of the union uses its own index; a disjunction would
 * read every waiting task. $1 the person, $2 holds ADMIN, $3 the offices of the person, $4 now. `tail` orders
 * and limits each branch. The last branch finds tasks of absent people whose deputy the person is; usually
 * there are none, and it reads nothing more.
 */
const mine = (columns: string, where: string, tail = '') => {
  const branches = (who: string, more: string, inOffice: (office: Office) => string) => {
    const branch = (on: string) =>
      `(select ${columns} from approval_task t where t.state = 'waiting' and t.requester_id is distinct from ${who}
          and t.barred_id is distinct from ${who} and ${on} and ${where} ${more} ${tail})`
    const each = (ids: string, on: string) => `(select x.* from (${ids}) o, lateral ${branch(on)} x)`
    return [
      branch(`t.user_id = ${who}`),
      each(
        `select device_id as of from device_reviewer where user_id = ${who} and device_id is not null`,
        `t.role = 'reviewer' and t.device_id = o.of`,
      ),
      each(
        `select lab_id as of from device_reviewer where user_id = ${who} and lab_id is not null`,
        `t.role = 'reviewer' and t.lab_id = o.of`,
      ),
      each(
        `select lab_id as of from lab_member where user_id = ${who} and role = 'lab_director'`,
        `t.role = 'lab_director' and t.lab_id = o.of`,
      ),
      each(
        `with recursive down as (
          select h.dept_id as of from user_account h join user_role ur on ur.user_id = h.id
          join role r on r.id = ur.role_id and r.code = 'DEPT_HEAD' where h.id = ${who} and h.dept_id is not null
          union select d.id from dept d join down on d.parent_id = down.of) select of from down`,
        `t.role = 'dept_head' and t.dept_id = o.of`,
      ),
      ...officeNames.map((office) => branch(`t.role = '${office}' and ${inOffice(office)}`)),
    ]
  }
  const own = (on: string) =>
    `(select ${columns} from approval_task t where t.state = 'waiting' and t.requester_id is distinct from $1
        and t.barred_id is distinct from $1 and ${on} and ${where} ${tail})`
  const away = branches(
    'a.user_id',
    `and t.requester_id is distinct from $1 and t.barred_id is distinct from $1 and ${takesAdmin}`,
    (office) => `a.user_id in (${idsOf[office]})`,
  )
  return [
    ...branches('$1', '', (office) => `'${office}' = any($3::text[])`),
    own('t.deputy_id = $1'),
    own(`t.role = 'sysadmin' and $2`),
    `(select x.* from absence a, lateral (${away.join('\n  union ')}) x where ${isAway('$4')})`,
  ].join('\n  union ')
}

const ROW = `t.id, t.business, t.row_id as "rowId", t.step, t.role, t.title, t.amount_fen as "amountFen",
    t.single, t.created_at as since, t.due_at as "dueAt",
  nullif(t.state, 'waiting') as outcome, t.acted_at as "actedAt", t.acted_no as "actedNo", t.reason,
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as requester,
  case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as lab,
  case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as device`
const NAMES = `left join user_account u on u.id = t.requester_id left join lab l on l.id = t.lab_id
  left join device d on d.id = t.device_id`

const MINE = `select ${ROW} from (select id
    from (${mine('t.id', `${filter(5)} and t.id > $9`, 'order by t.id limit $10')}) ids order by id
    limit $10) ids
  join approval_task t on t.id = ids.id ${NAMES} order by t.id`
const ALL = `select ${ROW} from (select t.* from approval_task t where t.state = 'waiting' and ${filter(1)}
      and t.id > $5 order by t.id limit $6) t
  ${NAMES} order by t.id`

/** Waiting tasks with an id above `after`, oldest first: the caller's own or, with `all`, everybody's. */
export const listWaiting = (ctx: Ctx, f: InboxFilter & { all: boolean; after: number; size: number }) =>
  f.all
    ? run<TaskRow>(ctx.db, ALL, [...makeFilter(f), f.after, f.size])
    : run<TaskRow>(ctx.db, MINE, [...bindActor(ctx), ...makeFilter(f), f.after, f.size])

// Each branch is counted up to this number: an exact count would cost more than showing the tasks.
const COUNTED = 1000
const COUNTS = `select business, step, count(*)::int as count
  from (${mine('t.id, t.business, t.step', 'true', `limit ${COUNTED}`)}) t group by business, step
  order by business, step`
export const countWaiting = (ctx: Ctx) =>
  run<{ business: Business; step: ApprovalStep; count: number }>(ctx.db, COUNTS, bindActor(ctx))

const DONE = `select ${ROW} from approval_task t ${NAMES}
  where t.acted_by = $1 and ${filter(2)} and ($6::timestamptz is null or (t.acted_at, t.acted_no) < ($6, $7))
  order by t.acted_at desc, t.acted_no desc limit $8`

/** Tasks the caller has acted on, before the place `after`, latest first. */
export const listDone = (
  ctx: Ctx,
  f: InboxFilter & { after: { actedAt: Date; no: number } | null; size: number },
) =>
  run<TaskRow>(ctx.db, DONE, [
    ctx.me.id,
    ...makeFilter(f),
    f.after?.actedAt ?? null,
    f.after?.no ?? null,
    f.size,
  ])

const ROWS = `select distinct row_id as id from (${mine('t.row_id', 't.business = $5')}) t`
/** The rows of a business on which something waits for the caller. */
export const listWaitingRows = async (ctx: Ctx, business: Business): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, ROWS, [...bindActor(ctx), business])).map((r) => r.id)

import type { ActorRole, ApprovalStep, AskedRole, Business } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import type { Silence } from '../../kernel/job-run.store.ts'
import { PEOPLE, TASK_ROLE } from './actors.store.ts'
import type { Case } from './policy.rules.ts'

export interface DueTask {
  id: number
  business: Business
  rowId: number
  step: ApprovalStep
  role: ActorRole
  userId: number | null
  labId: number | null
  deviceId: number | null
  requesterId: number | null
  barredId: number | null
  title: string
  /** The department whose head is asked. */
  deptId: number | null
  deputyId: number | null
  /** When it was due before; null: never. */
  remindedAt: Date | null
  /** By which the policy gave it its deadline: other facts could belong to another row of the policy. */
  facts: Case
}
const DUE = `select t.id, t.business, t.row_id as "rowId", t.step, t.role, t.user_id as "userId",
    t.lab_id as "labId", t.device_id as "deviceId",
    t.requester_id as "requesterId", t.barred_id as "barredId", t.title, t.dept_id as "deptId",
    t.deputy_id as "deputyId", t.reminded_at as "remindedAt",
    json_build_object('deviceId', t.case_device_id, 'labId', t.case_lab_id, 'deptId', t.case_dept_id,
      'userType', t.case_user_type, 'amountFen', t.amount_fen) as facts
  from approval_task t
  where t.state = 'waiting' and t.due_at <= $1 order by t.due_at limit 500`
export const listDue = (ctx: Ctx): Promise<DueTask[]> => run<DueTask>(ctx.db, DUE, [ctx.now])

const POSTPONE = `update approval_task t set due_at = n.due_at, reminded_at = $3
  from unnest($1::int8[], $2::timestamptz[]) n(id, due_at)
  where t.id = n.id and t.state = 'waiting' and t.due_at <= $3 returning t.id`
/**
 * Postpones what is still due and returns the ids of those tasks; another server or the awaited person may
 * already have handled the rest.
 */
export async function postpone(
  ctx: Ctx,
  tasks: readonly { id: number; dueAt: Date | null }[],
): Promise<Set<number>> {
  const rows = await run<{ id: number }>(ctx.db, POSTPONE, [
    tasks.map((t) => t.id),
    tasks.map((t) => t.dueAt),
    ctx.now,
  ])
  return new Set(rows.map((r) => r.id))
}

// The next runs find the same outage again; `silent_until` keeps it from being added twice.
const SPARE = `update approval_task
  set due_at = due_at + ($2::timestamptz - $1::timestamptz), silent_until = $2
  where state = 'waiting' and due_at > $1 and created_at < $1 and coalesce(silent_until, '-infinity') < $2`
/** Adds the time of an outage to the deadlines of what waited during it. */
export const spare = (ctx: Ctx, { before, at }: Silence) => run(ctx.db, SPARE, [before, at])

export interface Moved {
  id: number
  business: Business
  step: string
  title: string
  role: ActorRole
  userId: number | null
  labId: number | null
  deviceId: number | null
  deptId: number | null
  requesterId: number | null
  barredId: number | null
  dueAt: Date | null
}
// A task that moves was not reported yet, if it has fallen to the administrators now.
const REASSIGN = (where: string) => `
  update approval_task w set role = x.role, user_id = case x.role when 'person' then w.asked_user_id end,
    nobody_told_at = null
  from (select t.id, ${TASK_ROLE} as role from approval_task t where t.state = 'waiting' and ${where}) x
  where w.id = x.id and w.state = 'waiting' and w.role <> x.role
  returning w.id, w.business, w.step, w.title, w.role, w.user_id as "userId", w.lab_id as "labId",
    w.device_id as "deviceId", w.dept_id as "deptId", w.requester_id as "requesterId",
    w.barred_id as "barredId", w.due_at as "dueAt"`
const ALL = REASSIGN('true')
const OF_LAB = REASSIGN('t.lab_id = $1')
// A person who left may have been the last of an office or a department; such tasks are few.
const OF_PERSON =
  REASSIGN(`(t.asked_user_id = any($1) or t.role not in ('person', 'reviewer', 'lab_director', 'sysadmin')
      or t.lab_id in (select m.lab_id from lab_member m where m.user_id = any($1)
        union select r.lab_id from device_reviewer r where r.user_id = any($1)
        union select d.lab_id from device_reviewer r join device d on d.id = r.device_id
        where r.user_id = any($1)))`)

// Their policy is from then on that of the new laboratory.
const HAND_OVER = `update approval_task set lab_id = $3, case_lab_id = $3,
    case_dept_id = (select dept_id from lab where id = $3)
  where business = $1 and row_id = any ($2::int8[])
    and state = 'waiting' and lab_id is distinct from $3 returning id`
export const handOver = async (
  ctx: Ctx,
  about: { business: Business; rowIds: readonly number[]; labId: number },
): Promise<number> => (await run(ctx.db, HAND_OVER, [about.business, about.rowIds, about.labId])).length

/**
 * Returns tasks that fell to others to those they asked first. Few people are ever away, so this is cheap.
 */
const FALLEN = REASSIGN('t.role <> t.asked_role')
export const giveBack = (ctx: Ctx) => run<Moved>(ctx.db, FALLEN, [])

export interface Orphan {
  id: number
  askedRole: AskedRole
  title: string
  labName: string | null
  deptName: string | null
  /** Is there anybody who can act on it? */
  anybody: boolean
}
const ORPHANS = `
  with told as (update approval_task set nobody_told_at = $1
      where id = any(array(select id from approval_task
          where state = 'waiting' and role = 'sysadmin' and asked_role <> 'sysadmin'
            and (nobody_told_at is null or nobody_told_at < $1::timestamptz - interval '1 day')
          order by id limit 500 for update skip locked))
      returning *)
  select t.id, t.asked_role as "askedRole", t.title, l.name as "labName",
    coalesce(d.name, ld.name) as "deptName", exists (${PEOPLE}) as anybody
  from told t left join lab l on l.id = t.lab_id left join dept d on d.id = t.dept_id
    left join dept ld on ld.id = l.dept_id order by t.id`
/** Tasks left to the administrators and not reported within a day, at most 500. Marks them as reported. */
export const takeOrphans = (ctx: Ctx) => run<Orphan>(ctx.db, ORPHANS, [ctx.now])

/** Whose coming or going is the cause; without one, all waiting tasks are checked. */
export type Change = { labId: number } | { userIds: readonly number[] }

/** Moves waiting tasks to those who can act now. Returns the tasks that moved. */
export const reassign = (ctx: Ctx, change?: Change) =>
  change === undefined
    ? run<Moved>(ctx.db, ALL, [])
    : 'labId' in change
      ? run<Moved>(ctx.db, OF_LAB, [change.labId])
      : run<Moved>(ctx.db, OF_PERSON, [change.userIds])

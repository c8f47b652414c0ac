import type { ActorRole, ApprovalStep, Business } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import { ROLE } from './actors.store.ts'

const DUE = `select id from approval_task where state = 'waiting' and due_at <= $1 order by due_at limit 500`
export const dueIds = async (ctx: Ctx): Promise<number[]> => (await run<{ id: number }>(ctx.db, DUE, [ctx.now])).map((r) => r.id)

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
  title: string
  amountFen: number | null
  since: Date
  deptId: number | null
  userType: string | null
}
const TAKE = `select t.id, t.business, t.row_id as "rowId", t.step, t.role, t.user_id as "userId", t.lab_id as "labId", t.device_id as "deviceId",
    t.requester_id as "requesterId", t.title, t.amount_fen as "amountFen", t.created_at as since,
    (select l.dept_id from lab l where l.id = t.lab_id) as "deptId", (select u.user_type from user_account u where u.id = t.requester_id) as "userType"
  from approval_task t where t.id = $1 and t.state = 'waiting' and t.due_at <= $2 for update of t skip locked`
/** Takes a due task; undefined when somebody was quicker. */
export const takeDue = async (ctx: Ctx, id: number): Promise<DueTask | undefined> => (await run<DueTask>(ctx.db, TAKE, [id, ctx.now]))[0]

const POSTPONE = `update approval_task set due_at = $2, reminded_at = $3 where id = $1 and state = 'waiting'`
export const postpone = (ctx: Ctx, id: number, dueAt: Date | null) => run(ctx.db, POSTPONE, [id, dueAt, ctx.now])

export interface Moved {
  id: number
  business: Business
  title: string
  role: ActorRole
  userId: number | null
  labId: number | null
  deviceId: number | null
  requesterId: number | null
}
const REASSIGN = (where: string) => `
  update approval_task w set role = x.role, user_id = case x.role when 'person' then w.asked_user_id end
  from (select t.id, ${ROLE} as role from approval_task t where t.state = 'waiting' and ${where}) x
  where w.id = x.id and w.state = 'waiting' and w.role <> x.role
  returning w.id, w.business, w.title, w.role, w.user_id as "userId", w.lab_id as "labId", w.device_id as "deviceId", w.requester_id as "requesterId"`
const ALL = REASSIGN('true')
const OF_LAB = REASSIGN('t.lab_id = $1')
const OF_PERSON = REASSIGN(`(t.asked_user_id = $1 or t.lab_id in (
    select m.lab_id from lab_member m where m.user_id = $1 union select r.lab_id from device_reviewer r where r.user_id = $1
    union select d.lab_id from device_reviewer r join device d on d.id = r.device_id where r.user_id = $1))`)

/** Whose coming or going is the reason; without, all waiting tasks are looked through. */
export type Change = { labId: number } | { userId: number }

/** Gives waiting tasks to whoever can act now. Answers those that moved. */
export const reassign = (ctx: Ctx, change?: Change) =>
  change === undefined ? run<Moved>(ctx.db, ALL, []) : 'labId' in change ? run<Moved>(ctx.db, OF_LAB, [change.labId]) : run<Moved>(ctx.db, OF_PERSON, [change.userId])

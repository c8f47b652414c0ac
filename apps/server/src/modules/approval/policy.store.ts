import type { ApprovalStep, PolicyBusiness, PolicyBody } from '@portal/contract/approval/approval'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { PolicyRow } from './policy.rules.ts'

const ALL = `select id, business, step, device_id as "deviceId", lab_id as "labId", dept_id as "deptId",
    user_type as "userType", from_amount_fen as "fromAmountFen", required, timeout_hours as "timeoutHours",
    on_timeout as "onTimeout", deputy_id as "deputyId"
  from approval_policy where enabled order by id`
export const readPolicies = (db: Db) => run<PolicyRow>(db, ALL, [])

const PARENTS = `select id, parent_id as "parentId" from dept`
export const readDeptParents = (db: Db) => run<{ id: number; parentId: number | null }>(db, PARENTS, [])

/** The version of the campus-wide rules, of which the policy is one (migration 0140). */
export const readRulesVersion = async (db: Db): Promise<number> =>
  (await runOne<{ version: number }>(db, 'select version from campus_rules', [])).version

export interface ListedPolicy extends Pick<
  PolicyRow,
  'id' | 'userType' | 'fromAmountFen' | 'required' | 'timeoutHours' | 'onTimeout'
> {
  enabled: boolean
  business: PolicyBusiness
  step: ApprovalStep
  device: Ref | null
  lab: Ref | null
  dept: Ref | null
  deputy: Ref | null
  updatedBy: string | null
  updatedAt: Date
}
const named = (table: string) =>
  `case when ${table}.id is not null then jsonb_build_object('id', ${table}.id, 'name', ${table}.name) end`
const LIST = `select p.id, p.business, p.step, p.user_type as "userType",
    p.from_amount_fen as "fromAmountFen", p.required, p.enabled, p.timeout_hours as "timeoutHours",
    p.on_timeout as "onTimeout", p.updated_at as "updatedAt", u.name as "updatedBy", ${named('d')} as device,
    ${named('l')} as lab, ${named('o')} as dept, ${named('y')} as deputy
  from approval_policy p left join device d on d.id = p.device_id left join lab l on l.id = p.lab_id
    left join dept o on o.id = p.dept_id left join user_account u on u.id = p.updated_by
    left join user_account y on y.id = p.deputy_id
  where ($1::text is null or p.business = $1) and ($2::text is null or p.step = $2)
    and ($3::int8 is null or p.dept_id = $3) and ($4::int8 is null or p.lab_id = $4)
    and ($5::int8 is null or p.device_id = $5)
  order by p.business, p.step, p.device_id nulls last, p.lab_id nulls last, p.dept_id nulls last,
    p.user_type nulls last, p.id`

export interface PolicyFilter {
  business?: string | undefined
  step?: string | undefined
  deptId?: number | undefined
  labId?: number | undefined
  deviceId?: number | undefined
}
export const list = (db: Db, f: PolicyFilter) =>
  run<ListedPolicy>(db, LIST, [
    f.business ?? null,
    f.step ?? null,
    f.deptId ?? null,
    f.labId ?? null,
    f.deviceId ?? null,
  ])

const listValues = (ctx: Ctx, b: PolicyBody) => [
  b.business,
  b.step,
  b.deviceId ?? null,
  b.labId ?? null,
  b.deptId ?? null,
  b.userType,
  b.fromAmountFen,
  b.required,
  b.timeoutHours,
  b.onTimeout,
  ctx.me.id,
  ctx.now,
  b.enabled,
  b.deputyId,
]
const ADD = `insert into approval_policy (business, step, device_id, lab_id, dept_id, user_type,
    from_amount_fen, required, timeout_hours, on_timeout, updated_by, updated_at, enabled, deputy_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`
export async function add(ctx: Ctx, body: PolicyBody): Promise<number> {
  const [row] = await run<{ id: number }>(ctx.db, ADD, listValues(ctx, body))
  return row?.id ?? 0
}
const CHANGE = `update approval_policy
  set business = $1, step = $2, device_id = $3, lab_id = $4, dept_id = $5, user_type = $6,
    from_amount_fen = $7, required = $8, timeout_hours = $9, on_timeout = $10, updated_by = $11,
    updated_at = $12, enabled = $13, deputy_id = $14
  where id = $15 returning id`
export const change = async (ctx: Ctx, id: number, body: PolicyBody): Promise<boolean> =>
  (await run(ctx.db, CHANGE, [...listValues(ctx, body), id])).length > 0

const ON_CAMPUS = `select from user_account where id = $1 and enabled and on_campus`
/** Only people of the campus may have or be deputies, or read the policies of its purchases. */
export const isOnCampus = async (db: Db, userId: number): Promise<boolean> =>
  (await run(db, ON_CAMPUS, [userId])).length > 0

const REMOVE = `delete from approval_policy where id = $1 returning id`
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REMOVE, [id])).length > 0

/** What decides the steps of a booking, real or imagined, and who is awaited. */
export interface Subject {
  deviceId: number
  labId: number
  deptId: number
  userType: string
  requesterId: number
  payerId: number
  amountFen: number
}
const OF_BOOKING = `select b.device_id as "deviceId", b.lab_id as "labId", l.dept_id as "deptId",
    u.user_type as "userType", b.booker_id as "requesterId",
    b.payer_id as "payerId", b.estimate_fen as "amountFen"
  from booking b join lab l on l.id = b.lab_id join user_account u on u.id = b.booker_id where b.id = $1`
export const findSubjectOfBooking = async (db: Db, id: number): Promise<Subject | undefined> =>
  (await run<Subject>(db, OF_BOOKING, [id]))[0]

const OF_DEVICE = `select d.id as "deviceId", d.lab_id as "labId", l.dept_id as "deptId",
    u.user_type as "userType", u.id as "requesterId", u.id as "payerId", 0 as "amountFen"
  from device d join lab l on l.id = d.lab_id, user_account u where d.id = $1 and u.id = $2`
export const findSubjectOfDevice = async (
  db: Db,
  deviceId: number,
  userId: number,
): Promise<Subject | undefined> => (await run<Subject>(db, OF_DEVICE, [deviceId, userId]))[0]

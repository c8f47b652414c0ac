import type { Deps } from '../../kernel/ctx.ts'
import { poolDb, run, type Db } from '../../kernel/db.ts'
import type { PolicyRow } from './policy.rules.ts'

const ALL = `select id, business, step, device_id as "deviceId", lab_id as "labId", dept_id as "deptId", user_type as "userType",
    from_amount_fen as "fromAmountFen", required, timeout_hours as "timeoutHours", on_timeout as "onTimeout"
  from approval_policy order by id`
export const readPolicies = (db: Db) => run<PolicyRow>(db, ALL, [])

const PARENTS = `select id, parent_id as "parentId" from dept`
export const readDeptParents = (db: Db) => run<{ id: number; parentId: number | null }>(db, PARENTS, [])

/** Reading beside whatever transaction is open. */
export const apart = (deps: Deps): Db => poolDb(deps.pool)

import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { takesAdmin } from './actors.store.ts'

// Absences, and the deputies who act meanwhile.

export interface Absence {
  id: number
  userId: number
  user: string
  deputyId: number
  deputy: string
  from: Date
  to: Date
  reason: string | null
}
const ABSENCE = `select a.id, a.user_id as "userId", u.name as user, a.deputy_id as "deputyId", d.name as deputy,
    a.starts_at as "from", a.ends_at as "to", a.reason
  from absence a join user_account u on u.id = a.user_id join user_account d on d.id = a.deputy_id`
const OF = (who: string) => `${ABSENCE} where a.${who} = $1 order by a.ends_at desc, a.id desc limit 50`
const OF_USER = OF('user_id')
const OF_DEPUTY = OF('deputy_id')
export const listAbsences = (db: Db, userId: number) => run<Absence>(db, OF_USER, [userId])
export const listFor = (db: Db, deputyId: number) => run<Absence>(db, OF_DEPUTY, [deputyId])
const ONE = `${ABSENCE} where a.id = $1`
export const find = async (db: Db, id: number): Promise<Absence | undefined> =>
  (await run<Absence>(db, ONE, [id]))[0]

export interface NewAbsence {
  userId: number
  deputyId: number
  from: Date
  to: Date
  reason: string | null
}
const ADD = `insert into absence (user_id, deputy_id, starts_at, ends_at, reason, created_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`
export const add = async (ctx: Ctx, a: NewAbsence): Promise<number> =>
  (
    await runOne<{ id: number }>(ctx.db, ADD, [
      a.userId,
      a.deputyId,
      a.from,
      a.to,
      a.reason,
      ctx.me.id,
      ctx.now,
    ])
  ).id

const END = `update absence set ends_at = greatest(starts_at, $2) where id = $1
  and ends_at > greatest(starts_at, $2) returning id`
/** Ends an absence now; one that has not begun never begins. False: it was already over. */
export const end = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, END, [id, ctx.now])).length === 1

// Absences that are over are left alone, so that their people are not told again.
const END_OF_LEFT = `with over as (update absence set ends_at = greatest(starts_at, $2)
    where (user_id = any ($1) or deputy_id = any ($1)) and ends_at > greatest(starts_at, $2) returning id)
  ${ABSENCE} join over o on o.id = a.id order by a.id`
/**
 * Ends the absences in which these closed accounts are away or deputy. Returns what ended, as it was before.
 */
export const endOfLeft = (ctx: Ctx, userIds: readonly number[]) =>
  run<Absence>(ctx.db, END_OF_LEFT, [userIds, ctx.now])

const COUNT_ADDED = 'select count(*)::int as n from absence where user_id = $1 and created_at >= $2'
/** How many absences of the person were entered since then, those that ended early included. */
export const countAdded = async (db: Db, userId: number, since: Date): Promise<number> =>
  (await runOne<{ n: number }>(db, COUNT_ADDED, [userId, since])).n

const DEPUTIES = `select t.id as "taskId", a.deputy_id as "deputyId" from approval_task t
  join absence a on a.user_id = t.user_id and a.starts_at <= $1 and a.ends_at > $1
  join user_account d on d.id = a.deputy_id and d.enabled
  where t.state = 'waiting' and t.role = 'person' and ${takesAdmin}
    and not (t.requester_id is not null and t.requester_id in (a.user_id, a.deputy_id))
    and not (t.barred_id is not null and t.barred_id in (a.user_id, a.deputy_id))`
const AT_TASKS = `${DEPUTIES} and t.id = any($2::int8[])`
const AT_ROW = `${DEPUTIES} and t.business = $2 and t.row_id = $3 and t.user_id = any($4::int8[])`
interface ActsNow {
  taskId: number
  deputyId: number
}
/** Deputies who act now at tasks whose named person is absent. */
export const listDeputiesAt = (db: Db, now: Date, taskIds: readonly number[]) =>
  run<ActsNow>(db, AT_TASKS, [now, taskIds])
/** Like `listDeputiesAt`, for these people at any task that waits on a row. */
export const listDeputiesFor = async (
  db: Db,
  now: Date,
  which: { business: string; rowId: number; userIds: readonly number[] },
): Promise<number[]> =>
  (await run<ActsNow>(db, AT_ROW, [now, which.business, which.rowId, which.userIds])).map((a) => a.deputyId)

import type { AskedRole, Business } from '@portal/contract/approval/approval'
import type pg from 'pg'
import { castId } from '../campus/labs.ts'
import { cast, type CastName } from '../cast.ts'

// Rows that the stories of the lifecycles have in common, a few dozen, so plain inserts suffice.

export interface Actor {
  id: number
  name: string
}
export const actor = (username: CastName): Actor => ({
  id: castId(username),
  name: cast.find((c) => c.username === username)?.name ?? username,
})

/** Inserts a row and returns its id. */
export const one = async (client: pg.Client, sql: string, values: unknown[]): Promise<number> =>
  Number((await client.query<{ id: number }>(`${sql} returning id`, values)).rows[0]?.id)

export interface Line {
  event: string
  from: string | null
  to: string
  /** Null: the system. */
  by: Actor | null
  reason?: string | null
  at: Date
}
export const log = (client: pg.Client, business: Business | 'stocktake', rowId: number, l: Line) =>
  client.query(
    `insert into flow_log (business, row_id, event, from_state, to_state, actor_id, actor_name, reason, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [business, rowId, l.event, l.from, l.to, l.by?.id ?? null, l.by?.name ?? '系统', l.reason ?? null, l.at],
  )

export interface Awaited {
  business: Business
  rowId: number
  step: string
  role: AskedRole
  userId: number | null
  deptId: number | null
  requesterId: number | null
  title: string
  amountFen: number | null
  since: Date
}
/** Adds a waiting task. */
export const waits = async (client: pg.Client, t: Awaited): Promise<void> =>
  void (await client.query(
    `insert into approval_task (business, row_id, step, asked_role, asked_user_id, role, user_id, dept_id,
        requester_id, title, amount_fen, created_at)
      values ($1, $2, $3, $4, $5, $4, $5, $6, $7, $8, $9, $10)`,
    [t.business, t.rowId, t.step, t.role, t.userId, t.deptId, t.requesterId, t.title, t.amountFen, t.since],
  ))

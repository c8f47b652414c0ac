import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

const LOCK = 'select from test_order where id = $1 for no key update'
/** Locks the order until the transaction ends. */
export const lockOrder = (ctx: Ctx, orderId: number) => run(ctx.db, LOCK, [orderId])

export interface Withdrawal {
  fileId: string
  at: Date
  who: string
  reason: string
}
const OF_ORDER = `select w.file_id as "fileId", w.withdrawn_at as at, u.name as who, w.reason
  from test_order_withdrawal w join user_account u on u.id = w.withdrawn_by where w.test_order_id = $1`
export const listWithdrawals = (db: Db, orderId: number) => run<Withdrawal>(db, OF_ORDER, [orderId])

const WITHDRAW = `insert into test_order_withdrawal (file_id, test_order_id, reason, withdrawn_by,
      withdrawn_at)
  values ($1, $2, $3, $4, $5) on conflict (file_id) do nothing returning file_id`
/** False if the file is already withdrawn. */
export const withdraw = async (ctx: Ctx, orderId: number, fileId: string, reason: string): Promise<boolean> =>
  (await run(ctx.db, WITHDRAW, [fileId, orderId, reason, ctx.me.id, ctx.now])).length === 1

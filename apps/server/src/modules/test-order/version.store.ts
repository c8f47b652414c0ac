import type { Bill, TestOrderState } from '@portal/contract/test-order/test-order'
import type { BesidesHours } from '@portal/contract/use-ledger/training'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { besides } from './test-order.store.ts'

// Confirmed versions that were corrected later. The database refuses any other change of a confirmed bill.

const KEEP = `insert into test_order_version (test_order_id, version, actual, sample_count, outcomes, bill,
      total_fen, preparation_minutes, cleanup_minutes, trained_students, trained_teachers, trained_others,
      trained_mastery, result, remark, filled_by, confirmed_at, confirmed_by_system, corrected_by,
      corrected_at, reason)
  select id, version, actual, sample_count, outcomes, bill, total_fen, preparation_minutes,
    cleanup_minutes, trained_students, trained_teachers, trained_others, trained_mastery, result, remark,
      filled_by, confirmed_at, confirmed_by_system, $3, $4, $5
  from test_order where id = $1 and state = $2 and settlement_id is null for update returning version`
const RENEW = `update test_order
  set state = 'draft', state_at = $2, version = version + 1, reason = $3, confirmed_at = null,
    confirmed_by_system = false
  where id = $1`
/**
 * Keeps the confirmed version and makes a draft of the next one. False if another call was faster or a
 * settlement has the order.
 */
export async function correct(
  ctx: Ctx,
  orderId: number,
  from: TestOrderState,
  reason: string,
): Promise<boolean> {
  const kept = await run(ctx.db, KEEP, [orderId, from, ctx.me.id, ctx.now, reason])
  if (kept.length === 0) return false
  await run(ctx.db, RENEW, [orderId, ctx.now, reason])
  return true
}

export interface VersionRow extends BesidesHours {
  version: number
  startAt: Date | null
  endAt: Date | null
  sampleCount: number
  bill: Bill
  totalFen: number
  result: string | null
  remark: string | null
  filledById: number | null
  filledByName: string | null
  confirmedAt: Date
  confirmedBySystem: boolean
  correctedById: number
  correctedByName: string
  correctedAt: Date
  reason: string
}
const VERSIONS = `select v.version, lower(v.actual) as "startAt", upper(v.actual) as "endAt",
    v.sample_count as "sampleCount", v.bill, ${besides('v')},
    v.total_fen as "totalFen", v.result, v.remark,
    v.filled_by as "filledById", fb.name as "filledByName", v.confirmed_at as "confirmedAt",
    v.confirmed_by_system as "confirmedBySystem", v.corrected_by as "correctedById",
    cb.name as "correctedByName", v.corrected_at as "correctedAt", v.reason
  from test_order_version v join user_account cb on cb.id = v.corrected_by
    left join user_account fb on fb.id = v.filled_by where v.test_order_id = $1 order by v.version desc`
export const listVersions = (db: Db, orderId: number) => run<VersionRow>(db, VERSIONS, [orderId])

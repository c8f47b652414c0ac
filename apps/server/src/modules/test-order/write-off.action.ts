import {
  testOrderNumber,
  testOrderRefusals,
  testOrderStateWords,
} from '@portal/contract/test-order/test-order'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { findRefusal } from '../../kernel/refuse.ts'
import { readNumbers } from '../dictionary/dictionary.service.ts'
import type { TestOrder } from './test-order.flow.ts'
import { orders } from './test-order.process.ts'
import { isOwn } from './test-order.rules.ts'

/**
 * The amount in yuan from which a write-off needs a supporting document; refuses if the dictionary has none.
 */
export const readPaperFrom = async (ctx: Ctx): Promise<number> =>
  (await readNumbers(ctx, ['write_off_paper_from'])).write_off_paper_from

const PROCESS: ReadonlySet<TestOrder['role']> = new Set(['workflow'])

export interface WriteOff {
  orderId: number
  reason: string
  /** The people who decided or initiated it; none of them may owe the bill. */
  deciderIds: readonly number[]
  /** A supporting document was uploaded. */
  hasPaper: boolean
}

/**
 * Writes a bill off at the end of a workflow, by the same step as finance and under the same conditions: the
 * order is confirmed, nobody pays it, and from the same amount on there is a supporting document.
 *
 * @returns What was done, or why it failed; then nothing is written.
 */
export async function writeOff(
  ctx: Ctx,
  { orderId, reason, deciderIds, hasPaper }: WriteOff,
): Promise<{ done: string } | { failed: string }> {
  const number = testOrderNumber(orderId)
  const fail = (why: string) => ({ failed: `${why}，未核销` })
  const loaded = await orders.loadAsSystem(ctx, orderId)
  if (!loaded) return fail(`没有测试单 ${number}`)
  const { row } = loaded
  if (row.state !== 'confirmed') return fail(`测试单 ${number} ${testOrderStateWords[row.state]}`)
  if (row.refundOpen) return fail(`测试单 ${number} 的上一笔汇款待退款`)
  if (row.proposed === 'payer') return fail(`测试单 ${number} 正在等新付款人确认`)
  if (deciderIds.some((id) => isOwn(row, id)))
    return fail(`测试单 ${number} 的${testOrderRefusals.OWN_WRITE_OFF}`)
  try {
    const from = await readPaperFrom(ctx)
    if (!hasPaper && row.totalFen >= from * 100)
      return fail(`测试单 ${number} 的金额达到 ${from} 元，须上传核销依据`)
    // If a concurrent call settles the order first, this step is rolled back alone.
    await attempt(ctx, () => orders.take(ctx, { row, roles: PROCESS }, 'write_off', { reason }))
  } catch (e) {
    const refusal = findRefusal(e)
    if (!refusal) throw e
    return fail(`测试单 ${number}：${refusal.message}`)
  }
  return { done: `已核销测试单 ${number}` }
}

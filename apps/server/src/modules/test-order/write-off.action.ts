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

/** From so many yuan on a write-off needs a paper; refuses where the dictionary has no amount. */
export const readPaperFrom = async (ctx: Ctx): Promise<number> =>
  (await readNumbers(ctx, ['write_off_paper_from'])).write_off_paper_from

const PROCESS: ReadonlySet<TestOrder['role']> = new Set(['workflow'])

export interface WriteOff {
  orderId: number
  reason: string
  /** On whose word, and who has led to it: none of them owes it. */
  deciderIds: readonly number[]
  /** What it rests on was handed in. */
  hasPaper: boolean
}

/**
 * Writes a bill off at the end of a drawn process, by the same step as finance does, and only what finance
 * could: confirmed, paid by nobody, and with its paper from the same amount on.
 *
 * @returns What was done, or why it could not be; then nothing is written.
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
    // Whoever is faster settles it; then nothing of this is left.
    await attempt(ctx, () => orders.take(ctx, { row, roles: PROCESS }, 'write_off', { reason }))
  } catch (e) {
    const refusal = findRefusal(e)
    if (!refusal) throw e
    return fail(`测试单 ${number}：${refusal.message}`)
  }
  return { done: `已核销测试单 ${number}` }
}

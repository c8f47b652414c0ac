import { formatYuan } from '@portal/contract/kernel/money'
import { violationEventWords } from '@portal/contract/violation/violation'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { waiveFee } from '../test-order/test-order.service.ts'
import { nameWhat, MINE } from './violation.process.ts'
import * as store from './violation.store.ts'

/**
 * Waives fees that came back from a reversed settlement after their violations were revoked, so that nobody
 * pays them again.
 */
export async function waiveRevoked(ctx: Ctx, bookingIds: readonly number[]): Promise<void> {
  for (const v of await store.listRevoked(ctx.db, bookingIds)) {
    const reason = `违约已${violationEventWords.revoke}：${v.decisionReason}`
    // If a booking has several violations, the first one waives the fee.
    if (v.bookingId === null || (await waiveFee(ctx, v.bookingId, reason)) !== 'waived') continue
    await tell(ctx, {
      userIds: [v.userId],
      kind: 'booking',
      title: '违约费用已免除',
      body: `${nameWhat(ctx, v)}\n结算已冲正，费用 ${formatYuan(v.feeFen ?? 0)} 元已免除，无需再付。`,
      link: MINE,
      mail: true,
    })
  }
}

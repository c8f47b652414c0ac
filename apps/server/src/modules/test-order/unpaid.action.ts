import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import type { Unpaid } from './test-order.store.ts'

export const LEFT = '付款人账号已停用'
export const NEW_PAYER_LEFT = '新付款人账号已停用'
const TO_SETTLE = '请更换付款人，或提出核销。'

/** Tells the labs' directors and finance of orders whose payer has left. */
export async function tellOfUnpaid(ctx: Ctx, unpaid: readonly Pick<Unpaid, 'labId'>[]): Promise<void> {
  if (unpaid.length === 0) return
  const about = { kind: 'test_order', title: `${LEFT}，测试单待处理`, mail: true } as const
  for (const [labId, theirs] of Map.groupBy(unpaid, (o) => o.labId)) {
    const body = `本实验室有 ${theirs.length} 张待结算测试单的${LEFT}，${TO_SETTLE}`
    await tell(ctx, {
      ...about,
      role: { role: 'lab_director', labId },
      body,
      link: '/account/measure-list?view=lab&payerGone=true',
    })
  }
  await tell(ctx, {
    ...about,
    role: { role: 'finance' },
    body: `有 ${unpaid.length} 张待结算测试单的${LEFT}，${TO_SETTLE}`,
    // 测试单管理 does not open for FINANCIAL alone.
    link: '/maintain/order?view=tests&payerGone=true',
  })
}

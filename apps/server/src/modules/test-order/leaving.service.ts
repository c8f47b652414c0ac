import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { endProposal, propose } from './proposal.steps.ts'
import { found } from './steps.service.ts'
import type { TestOrderRole } from './test-order.flow.ts'
import * as store from './test-order.store.ts'

const SYSTEM: ReadonlySet<TestOrderRole> = new Set(['system'])
const LEFT = '付款人账号已停用'
const TO_SETTLE = '请更换付款人，或提出核销。'

/** People leave: what they have to pay their successor is asked to; without one the labs and finance are told what waits for nobody. */
export async function leave(ctx: Ctx, userIds: readonly number[], successorId: number | null): Promise<void> {
  for (const id of await store.askedOf(ctx, userIds))
    await endProposal(ctx, await found(ctx, id), SYSTEM, 'decline_payer', '新付款人账号已停用')
  const unpaid = await store.unpaidOf(ctx, userIds)
  if (successorId !== null) {
    for (const { id } of unpaid)
      await propose(ctx, await found(ctx, id), SYSTEM, { kind: 'payer', payerId: successorId, reason: LEFT })
    return
  }
  if (unpaid.length === 0) return
  const about = { kind: 'test_order', title: `${LEFT}，测试单待处理`, mail: true } as const
  for (const [labId, orders] of Map.groupBy(unpaid, (o) => o.labId)) {
    const body = `本实验室有 ${orders.length} 张待结算测试单的${LEFT}，${TO_SETTLE}`
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
    link: '/open-sharing/testManage?payerGone=true',
  })
}

import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import type { TestOrder } from './test-order.flow.ts'
import { orders } from './test-order.process.ts'
import * as store from './test-order.store.ts'

const DEPARTURE: ReadonlySet<TestOrder['role']> = new Set(['departure'])
const LEFT = '付款人账号已停用'
const TO_SETTLE = '请更换付款人，或提出核销。'

/**
 * People leave: what they were to pay more for is filled in again; what they have to pay their successor is
 * asked to; without one the labs and finance are told what waits for nobody.
 */
export async function leave(ctx: Ctx, userIds: readonly number[], successorId: number | null): Promise<void> {
  for (const id of await store.listAsked(ctx.db, userIds))
    await orders.take(ctx, { row: (await find(ctx, id)).row, roles: DEPARTURE }, 'decline_payer', {
      reason: '新付款人账号已停用',
    })
  // A rise was for them to agree to, and for nobody in their place.
  for (const id of await store.listRisen(ctx, userIds))
    await orders.take(ctx, await find(ctx, id), 'return', {
      reason: `${LEFT}，费用不能调高；更换付款人后再更正`,
    })
  const unpaid = await store.listUnpaid(ctx.db, userIds)
  if (successorId === null) return tellOfUnpaid(ctx, unpaid)
  for (const { id } of unpaid)
    await orders.take(ctx, { row: (await find(ctx, id)).row, roles: DEPARTURE }, 'propose_payer', {
      reason: LEFT,
      changes: { proposal: { kind: 'payer', payerId: successorId, reason: LEFT } },
    })
}

async function find(ctx: Ctx, id: number) {
  const found = await orders.loadAsSystem(ctx, id)
  if (!found) throw new Error('a test order is never removed')
  return found
}

/** The labs, and finance, hear what waits for nobody. */
async function tellOfUnpaid(ctx: Ctx, unpaid: readonly { id: number; labId: number }[]): Promise<void> {
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
    link: '/open-sharing/testManage?payerGone=true',
  })
}

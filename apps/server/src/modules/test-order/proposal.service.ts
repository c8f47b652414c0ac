import type { Parsed } from '@portal/contract/kernel/call'
import { testOrderRefusals, type testOrderCalls } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import * as file from '../file/file.service.ts'
import { endProposal, propose } from './proposal.steps.ts'
import type { TestOrderRole } from './test-order.flow.ts'
import { askerOf, detailed, mayActOn, maySee, PAPERS } from './test-order.service.ts'
import * as store from './test-order.store.ts'
import { rolesOf } from './test-order.view.ts'

/** The order with the asking person's roles on it, for those who may see it. */
async function load(
  ctx: Ctx,
  orderId: number,
): Promise<{ order: store.OrderDetail; roles: Set<TestOrderRole> }> {
  const order = await store.find(ctx.db, orderId)
  ctx.allow(order !== undefined && (await maySee(ctx, order)), '您不能查看该测试单')
  if (!order) throw notFound('测试单')
  ctx.target = `test_order ${order.id}`
  return { order, roles: rolesOf(order, await askerOf(ctx), await mayActOn(ctx, order)) }
}

export async function proposePayer(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.proposePayer>) {
  const { order, roles } = await load(ctx, params.id)
  if (body.payerId === order.payerId) throw refuseField('payerId', testOrderRefusals.PAYER_SAME, 'PAYER_SAME')
  if (!(await store.canPay(ctx.db, body.payerId)))
    throw refuseField('payerId', testOrderRefusals.PAYER_UNKNOWN, 'PAYER_UNKNOWN')
  return detailed(
    ctx,
    await propose(ctx, order, roles, { kind: 'payer', payerId: body.payerId, reason: body.reason }),
  )
}

export async function proposeWriteOff(
  ctx: Ctx,
  { params, body }: Parsed<typeof testOrderCalls.proposeWriteOff>,
) {
  const { order, roles } = await load(ctx, params.id)
  const from = Number(await store.paperFrom(ctx.db))
  if (ctx.files.length === 0 && order.totalFen >= from * 100)
    throw refuseField('paper', `${testOrderRefusals.PAPER_MISSING}（${from} 元起）`, 'PAPER_MISSING')
  const proposed = await propose(ctx, order, roles, { kind: 'write_off', payerId: null, reason: body.reason })
  for (const f of ctx.files)
    await file.keep(ctx, f, { business: PAPERS, rowId: order.id, visibility: 'private' })
  return detailed(ctx, proposed)
}

export async function withdraw(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.withdrawProposal>) {
  const { order, roles } = await load(ctx, params.id)
  return detailed(ctx, await endProposal(ctx, order, roles, 'withdraw', null))
}

import type { Parsed } from '@portal/contract/kernel/call'
import { testOrderRefusals, type testOrderCalls } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import * as file from '../file/file.service.ts'
import { showAgain } from './show.action.ts'
import { orders } from './test-order.process.ts'
import { PAPERS } from './test-order.rules.ts'
import * as store from './test-order.store.ts'
import { readPaperFrom } from './write-off.action.ts'

// Proposals for a bill that waits for payment: another payer, or a write-off. They are answered by batch
// (`audit`).

export async function proposePayer(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.proposePayer>) {
  const loaded = await orders.load(ctx, params.id)
  const { payerId, reason } = body
  if (payerId === loaded.row.payerId) throw refuseField('payerId', testOrderRefusals.PAYER_SAME, 'PAYER_SAME')
  if (!(await store.canPay(ctx.db, payerId)))
    throw refuseField('payerId', testOrderRefusals.PAYER_UNKNOWN, 'PAYER_UNKNOWN')
  const proposal = { kind: 'payer', payerId, byId: ctx.me.id, reason } as const
  await orders.take(ctx, loaded, 'propose_payer', { reason, changes: { proposal } })
  return showAgain(ctx, params.id)
}

export async function proposeWriteOff(
  ctx: Ctx,
  { params, body }: Parsed<typeof testOrderCalls.proposeWriteOff>,
) {
  const loaded = await orders.load(ctx, params.id)
  const from = await readPaperFrom(ctx)
  if (ctx.files.length === 0 && loaded.row.totalFen >= from * 100)
    throw refuseField('paper', `${testOrderRefusals.PAPER_MISSING}（${from} 元起）`, 'PAPER_MISSING')
  const { reason } = body
  const proposal = { kind: 'write_off', payerId: null, byId: ctx.me.id, reason } as const
  await orders.take(ctx, loaded, 'propose_write_off', { reason, changes: { proposal } })
  for (const f of ctx.files)
    await file.keep(ctx, f, { business: PAPERS, rowId: params.id, visibility: 'private' })
  return showAgain(ctx, params.id)
}

export async function withdraw(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.withdrawProposal>) {
  await orders.take(ctx, await orders.load(ctx, params.id), 'withdraw')
  return showAgain(ctx, params.id)
}

import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow } from './purchase.flow.ts'
import { purchases } from './purchase.process.ts'
import { readDetail } from './show.action.ts'

/**
 * Enters the number of a duty exemption, which the customs issue long after submission; both logs keep the
 * old number.
 */
export async function certify(
  ctx: Ctx,
  { params, body: { itemId, number } }: Parsed<typeof purchaseCalls.certify>,
) {
  const loaded = await purchases.hold(ctx, params.id)
  const { row: p, roles } = loaded
  purchaseFlow.admit(p.state, 'certify', roles)
  const item = (await parts.items(ctx.db, p.id)).find((i) => i.id === itemId)
  if (!item) throw notFound('设备')
  if (!item.importPrice?.dutyFree) throw refuse('NOT_DUTY_FREE', purchaseRefusals.NOT_DUTY_FREE)
  if (item.shelved) throw refuse('SHELVED', purchaseRefusals.SHELVED, { status: 409 })
  const before = item.importPrice.dutyFreeNumber
  if (before === number) return readDetail(ctx, p.id)
  await parts.setCertificate(ctx, p.id, itemId, number)
  const change = `${item.name}：${before ?? '无'} → ${number ?? '无'}`
  await purchases.take(ctx, loaded, 'certify', { reason: change })
  const now = await readDetail(ctx, p.id)
  ctx.target = `purchase ${p.id} 征免税证明 ${change}`
  return now
}

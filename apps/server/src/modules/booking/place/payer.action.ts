import type { PayMode } from '@portal/contract/booking/booking'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Ctx } from '../../../kernel/ctx.ts'
import { hasUsable } from '../../fund-card/fund-card.service.ts'
import { findSupervisor } from '../../people/people.service.ts'
import { because, explainUnpaid } from '../reasons.rules.ts'
import { type Facts } from '../facts.rules.ts'
import { isStudent } from './payer.rules.ts'
import * as store from './payer.store.ts'

/** A student without a card cannot be billed; names who else could pay. Null: the payer can pay. */
export async function findUnpaid(
  ctx: Ctx,
  b: { payerId: number; bookerId: number; payMode: PayMode },
  payer: store.PayerFacts,
): Promise<Facts['unpaid']> {
  if (b.payMode !== 'post' || !isStudent(payer) || (await hasUsable(ctx, b.payerId))) return null
  return { self: b.payerId === b.bookerId, supervisor: (await findSupervisor(ctx, b.bookerId))?.name ?? null }
}

/** Reasons against this payer of an existing booking. */
export async function judgePayer(
  ctx: Ctx,
  b: { payerId: number; bookerId: number; payMode: PayMode; estimateFen: number },
): Promise<Reason[]> {
  const payer = await store.find(ctx.db, b.payerId)
  if (!payer) return [because('PERSON_UNKNOWN', 'payerId')]
  const unpaid = b.estimateFen > 0 ? await findUnpaid(ctx, b, payer) : null
  return unpaid ? [explainUnpaid(unpaid)] : []
}

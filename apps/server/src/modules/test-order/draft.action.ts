import { chargedSamples } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { findActual, makeBill, countMinutes, noInputs, fillOutcomes } from './bill.rules.ts'
import { testOrderFlow } from './test-order.flow.ts'
import { orders } from './test-order.process.ts'
import * as store from './test-order.store.ts'

/** Creates the draft of a finished booking, filled in as far as it is known; does nothing if there is one. */
export async function createDraft(ctx: Ctx, bookingId: number): Promise<void> {
  const [finished, given] = await together([
    store.finished(ctx.db, bookingId),
    store.samples(ctx.db, bookingId),
  ])
  if (!finished) throw notFound('预约')
  const plan =
    finished.planStartAt && finished.planEndAt ? { from: finished.planStartAt, to: finished.planEndAt } : null
  const actual = findActual(plan, finished.startedAt, finished.finishedAt)
  // Proposes to charge those delivered samples that were tested.
  const outcomes = fillOutcomes(given, [])
  const samples = outcomes.length ? chargedSamples(outcomes) : finished.sampleCount
  const content = {
    state: 'draft' as const,
    actual,
    ...makeBill(
      finished.quote,
      { minutes: countMinutes(actual), samples, byFault: finished.endKind === 'fault' },
      noInputs,
    ),
  }
  const orderId = await store.add(ctx, { ...finished, sampleCount: samples }, content)
  if (orderId === undefined) return
  await orders.begin(ctx, testOrderFlow, 'create', { by: ['system'], to: 'draft', add: async () => orderId })
}

import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { purchases } from './purchase.process.ts'
import { readDetail } from './show.action.ts'

export const decide = (ctx: Ctx, { body }: Parsed<typeof purchaseCalls.decide>) =>
  purchases.decide(ctx, body.items, body)

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.cancel>) {
  await purchases.take(ctx, await purchases.hold(ctx, params.id), 'cancel', body)
  return readDetail(ctx, params.id)
}

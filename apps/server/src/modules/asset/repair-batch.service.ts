import { repairOrderStateWords, type RepairOrderState } from '@portal/contract/asset/asset'
import type { repairOrderCalls } from '@portal/contract/asset/repair'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tooLate } from '../../kernel/flow-log.store.ts'
import { assignOrder, judgeAssignment, load, OF, refuseOrder, type Loaded } from './repair.service.ts'

interface Item {
  id: number
  state: RepairOrderState
}
/** One step with several orders. Each is judged by itself, and refused where it is not his to judge. */
function each(
  ctx: Ctx,
  items: readonly Item[],
  to: RepairOrderState,
  work: (order: Loaded) => Promise<void>,
) {
  ctx.allow(true)
  return eachByItself(ctx, items, async ({ id, state }) => {
    const loaded = await load(ctx, id)
    if (loaded.o.state !== state) throw await tooLate(ctx, OF, id)
    await work(loaded)
    return { state: to, message: repairOrderStateWords[to] }
  })
}

export async function assignMany(
  ctx: Ctx,
  { body: { items, ...body } }: Parsed<typeof repairOrderCalls.assignMany>,
) {
  await judgeAssignment(ctx, body)
  return each(ctx, items, 'assigned', (order) => assignOrder(ctx, order, body))
}
export const refuseMany = (ctx: Ctx, { body }: Parsed<typeof repairOrderCalls.refuseMany>) =>
  each(ctx, body.items, 'refused', (order) => refuseOrder(ctx, order, body.reason))

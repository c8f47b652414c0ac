import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refusalOf } from '../../kernel/refuse.ts'
import { approvalOfState, stateOfApproval, type Approval } from './booking.flow.ts'
import { approveSeen } from './decide.service.ts'
import * as store from './due.store.ts'
import { loadForSystem, take, type Loaded } from './steps.service.ts'
import { endedBySystemAt, isDown, isMissed } from './timing.rules.ts'
import { finishUse } from './use.service.ts'
import { recordViolation } from './violation.service.ts'

const DOWN = '预约时段内仪器不能使用，系统自动撤销，不计爽约'

/** Deals with a row if nobody else is at it and it still is due. */
const alone = (work: (ctx: Ctx, b: Loaded) => Promise<void>) => async (ctx: Ctx, { id }: store.Due) => {
  if (await store.takeAlone(ctx, id)) await work(ctx, await loadForSystem(ctx, id))
}

/** Not everybody had agreed when the time came. */
export const expire = alone(async (ctx, b) => {
  if (b.state in approvalOfState && b.period && b.period.from <= ctx.now) await take(ctx, b, 'expire', 'expired')
})

/** Nobody came. Whose device was out of order is not to blame: then nothing is held against him, and his money is free again. */
export const miss = alone(async (ctx, b) => {
  if (!isMissed(b, b, ctx.now)) return
  if (isDown(b)) return void (await take(ctx, b, 'revoke', 'revoked', { reason: DOWN }))
  await take(ctx, b, 'miss', 'no_show')
  await recordViolation(ctx, b, 'no_show')
})

/** Nobody ended it: it counts as ended when its time was over. */
export const endOverrun = alone(async (ctx, b) => {
  if (b.state === 'in_use' && b.period && endedBySystemAt(b.period, b) <= ctx.now) await finishUse(ctx, b, b.period.to)
})

/** Nobody gave his yes or no in time, and the policy says what follows. */
export async function decideBySystem(ctx: Ctx, bookingId: number, approval: Approval, action: 'approve' | 'refuse'): Promise<void> {
  const b = await loadForSystem(ctx, bookingId)
  if (b.state !== stateOfApproval[approval]) return
  if (action === 'refuse') {
    await take(ctx, b, 'refuse', 'refused', { reason: '超时未审核，系统自动驳回' })
    return
  }
  try {
    await attempt(ctx, () => approveSeen(ctx, b, { reason: '超时未审核，系统自动通过' }))
  } catch (e) {
    // A card or a time is missing that only a person can name: it goes on waiting for him.
    if (!refusalOf(e)) throw e
  }
}

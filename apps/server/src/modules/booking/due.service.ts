import { formatYuan } from '@portal/contract/kernel/money'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refusalOf } from '../../kernel/refuse.ts'
import { shownPeriod } from '../../kernel/time.ts'
import { approvalOfState, stateOfApproval, type Approval } from './booking.flow.ts'
import { approveSeen } from './decide.service.ts'
import * as store from './due.store.ts'
import { loadForSystem, take, type Loaded } from './steps.service.ts'
import { cancelTerms, cancelText, endedBySystemAt, isDown, isMissed, missTerms, missText } from './timing.rules.ts'
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
  const { feeFen } = missTerms(b)
  await take(ctx, b, 'miss', 'no_show', { reason: feeFen > 0 ? `按仪器规定收取爽约费 ${formatYuan(feeFen)} 元` : null, changes: { cancelFeeFen: feeFen } })
  await recordViolation(ctx, b, 'no_show')
  await announce(ctx, 'booking.missed', { bookingId: b.id, deviceId: b.deviceId, labId: b.labId, feeFen })
})

/** It is nearly time: who is to come is told when, and what staying away costs, as long as he can still cancel. */
export const remind = alone(async (ctx, b) => {
  if (b.state !== 'awaiting_use' || !b.period || b.period.from <= ctx.now || !(await store.markReminded(ctx, b.id))) return
  const zone = ctx.env.CAMPUS_TZ
  const terms = cancelTerms(b, b, ctx.now, isDown(b))
  const lines = [`${b.deviceName}（${b.labName}），${shownPeriod(b.period.from, b.period.to, zone)}`, ...(terms ? [`不能前往请及时取消：${cancelText(terms, b, zone)}。`] : []), ...(isDown(b) ? [] : [`${missText(b)}。`])]
  await tell(ctx, { userIds: [...new Set([b.bookerId, b.experimenterId])], kind: 'booking', title: '您的预约即将开始', body: lines.join('\n'), link: `/appointment/orderDetail?id=${b.id}`, mail: true })
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

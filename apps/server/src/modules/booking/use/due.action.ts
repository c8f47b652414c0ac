import { formatYuan } from '@portal/contract/kernel/money'
import { attempt } from '../../../kernel/attempt.store.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { inTransaction } from '../../../kernel/jobs.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { findRefusal } from '../../../kernel/refuse.ts'
import { shownPeriod, shownTime } from '../../../kernel/time.ts'
import { approvalOfState, stateOfApproval, type Approval } from '../booking.flow.ts'
import { bookings, loadAsSystem, type Held } from '../booking.process.ts'
import { approveSeen } from '../decide/approval.action.ts'
import * as store from './due.store.ts'
import { loseCard } from '../decide/leaving.action.ts'
import { linkTo } from '../news.rules.ts'
import { tellOverrun } from './seat.action.ts'
import {
  judgeCancel,
  wordCancel,
  findSystemEnd,
  isDown,
  isExpired,
  isMissed,
  judgeMiss,
  wordDown,
  wordMiss,
  wasKeptOut,
  wasUnheard,
} from '../timing.rules.ts'
import { finishUse } from './ending.action.ts'

const KEPT_OUT = '预约时段内机位被上一位使用者占用，系统自动撤销，不计爽约、不收费'
const SILENT = '预约开始时系统无法访问，系统自动撤销，不计爽约、不收费'
const UNQUALIFIED = '实验人没有上机资格，未能使用，系统自动撤销，不计爽约'
const DOWN = '预约时段内仪器不能使用，系统自动撤销，不计爽约'

/** Deals with a row if nobody else is at it and it still is due. */
const dealAlone =
  (work: (ctx: Ctx, held: Held) => Promise<void>) =>
  async (ctx: Ctx, { id }: store.Due) => {
    if (await store.takeAlone(ctx, id)) await work(ctx, await loadAsSystem(ctx, id))
  }

/** The time came before everybody had agreed. */
export const expire = dealAlone(async (ctx, held) => {
  const { row: b } = held
  if (b.state in approvalOfState && isExpired(b, ctx.now)) await bookings.take(ctx, held, 'expire')
})

/**
 * Nobody came. Whose device was out of order, whose seat was taken, or whom the portal did not answer is not
 * to blame: nothing is held against him, and his money is free again.
 */
export const miss = dealAlone(async (ctx, held) => {
  const { row: b } = held
  if (!isMissed(b, b, ctx.now)) return
  if (isDown(b))
    return void (await bookings.take(ctx, held, 'revoke', { reason: b.unqualified ? UNQUALIFIED : DOWN }))
  if (wasKeptOut(b, b)) return void (await bookings.take(ctx, held, 'revoke', { reason: KEPT_OUT }))
  if (wasUnheard(b, b)) return void (await bookings.take(ctx, held, 'revoke', { reason: SILENT }))
  const { feeFen } = judgeMiss(b)
  await bookings.take(ctx, held, 'miss', {
    reason: feeFen > 0 ? `按仪器规定收取爽约费 ${formatYuan(feeFen)} 元` : null,
    changes: { cancelFeeFen: feeFen },
  })
})

/** Its card was suspended or has run out: what is frozen there pays for nothing any more. */
export const leaveCard = dealAlone(async (ctx, { row: b }) => {
  if (b.heldFen > 0) await loseCard(ctx, b.id)
})

/**
 * It is nearly time: who is to come is told when, and what staying away costs, as long as he can still
 * cancel. Where the device is down this may be the first he hears of it: of an outage whose end nobody knows
 * those of its first days were told only.
 */
export const remind = dealAlone(async (ctx, { row: b }) => {
  if (
    b.state !== 'awaiting_use' ||
    !b.period ||
    b.period.from <= ctx.now ||
    !(await store.markReminded(ctx, b.id))
  )
    return
  const zone = ctx.env.CAMPUS_TZ
  const down = isDown(b)
  const terms = judgeCancel(b, b, ctx.now, down)
  const missed = down ? null : wordMiss(b, b, zone)
  const comes = b.kind === 'self_operated'
  const lines = [
    `${b.deviceName}（${b.labName}），${shownPeriod(b.period.from, b.period.to, zone)}`,
    ...wordDown(b),
    ...(terms ? [`${comes ? '不能前往请' : '不需要测试请'}及时取消：${wordCancel(terms, b, zone)}。`] : []),
    ...(missed ? [`${missed}。`] : []),
  ]
  const title = comes ? '您的预约即将开始' : '您的送样测试即将开始'
  await tell(ctx, {
    userIds: [...new Set([b.bookerId, b.experimenterId])],
    kind: 'booking',
    title: down ? `${title}，但目前不能使用` : title,
    body: lines.join('\n'),
    link: linkTo(b),
    mail: true,
  })
})

/** It runs on beyond its end: those concerned are told within the minute. */
export const warnOfOverrun = dealAlone(async (ctx, { row: b }) => {
  if (b.state === 'in_use' && b.period && b.period.to <= ctx.now) await tellOverrun(ctx, b)
})

/**
 * Nobody ended it: the system does. As of then and not on plan: that nobody logs off must not be cheaper than
 * to log off late. When it really ended, the reviewer says in the test order (decision 048).
 */
export const endOverrun = dealAlone(async (ctx, held) => {
  const { row: b } = held
  if (b.state !== 'in_use' || !b.period) return
  const at = findSystemEnd(b.period, b)
  if (at > ctx.now) return
  await finishUse(ctx, held, { event: 'finish', at, endKind: 'system' })
  const body = `${b.deviceName} 的使用无人登记结束，系统已按 ${shownTime(at, ctx.env.CAMPUS_TZ)} 代为结束；实际结束时间由审核员在测试单中核实。`
  await tell(ctx, {
    kind: 'booking',
    userIds: [...new Set([b.bookerId, b.experimenterId])],
    title: '使用已由系统代为结束',
    body,
    link: linkTo(b),
  })
})

/** Nobody gave his yes or no in time, and the policy says what follows. */
export async function decideBySystem(
  ctx: Ctx,
  bookingId: number,
  approval: Approval,
  action: 'approve' | 'refuse',
): Promise<void> {
  const held = await loadAsSystem(ctx, bookingId)
  if (held.row.state !== stateOfApproval[approval]) return
  if (action === 'refuse') {
    await bookings.take(ctx, held, 'refuse', { reason: '超时未审核，系统自动驳回' })
    return
  }
  try {
    await attempt(ctx, () => approveSeen(ctx, held, { reason: '超时未审核，系统自动通过' }))
  } catch (e) {
    // A card or a time is missing that only a person can name: it goes on waiting for him.
    if (!findRefusal(e)) throw e
  }
}

/**
 * The portal was away, and is back: those whose use was to begin meanwhile could neither begin nor cancel it.
 * Known before the first of them is missed, so in a transaction of its own.
 */
export const noteSilence = (job: Ctx): Promise<void> =>
  inTransaction(job.deps, job.requestId, job.now, (ctx) => store.markSilent(ctx))

import { formatYuan } from '@portal/contract/kernel/money'
import { attempt } from '../../../kernel/attempt.store.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { listSilences } from '../../../kernel/job-run.store.ts'
import { inTransaction } from '../../../kernel/jobs.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { findRefusal } from '../../../kernel/refuse.ts'
import { shownBeside, shownPeriod } from '../../../kernel/time.ts'
import { approvalOfState, stateOfApproval, type Approval } from '../booking.flow.ts'
import { bookings, loadAsSystem, lockMoney, type Held } from '../booking.process.ts'
import { approveSeen, LOST } from '../decide/approval.action.ts'
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

/**
 * Locks the row and handles it; skips a row that another transaction has locked. `work` must check that the
 * row is still due. `movesMoney`: locks the cards of the booking before it.
 */
const dealAlone =
  (work: (ctx: Ctx, held: Held) => Promise<void>, { movesMoney = false } = {}) =>
  async (ctx: Ctx, { id }: store.Due) => {
    if (movesMoney) await lockMoney(ctx, [id])
    if (await store.takeAlone(ctx, id)) await work(ctx, await loadAsSystem(ctx, id))
  }

/** The time has come before all approvals. */
export const expire = dealAlone(async (ctx, held) => {
  const { row: b } = held
  if (b.state in approvalOfState && isExpired(b, ctx.now)) await bookings.take(ctx, held, 'expire')
})

/**
 * Handles a no-show. If the device was out of order, the seat was taken or the portal was down, the booking
 * is revoked instead: no violation, no fee, and the frozen money is released.
 */
export const miss = dealAlone(
  async (ctx, held) => {
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
  },
  { movesMoney: true },
)

/** The card was suspended or has expired: the money frozen on it can no longer pay. */
export const leaveCard = dealAlone(
  async (ctx, { row: b }) => {
    if (b.heldFen > 0) await loseCard(ctx, b.id)
  },
  { movesMoney: true },
)

/**
 * Reminds of a booking and of the cost of a no-show, while the booker can still cancel; another experimenter
 * reads whom to ask. If the device is down, this may be the first message about it: an outage of unknown
 * length is announced only for its first days.
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
  const when = `${b.deviceName}（${b.labName}），${shownPeriod(b.period.from, b.period.to, zone)}`
  const title = comes ? '您的预约即将开始' : '您的送样测试即将开始'
  for (const userId of new Set([b.bookerId, b.experimenterId])) {
    const whom = userId === b.bookerId ? '' : `告知预约人 ${b.bookerName} `
    const ask = `${comes ? '不能前往请' : '不需要测试请'}${whom}及时取消`
    const lines = [
      when,
      ...wordDown(b),
      ...(terms ? [`${ask}：${wordCancel(terms, b, zone)}。`] : []),
      ...(missed ? [`${missed}。`] : []),
    ]
    await tell(ctx, {
      userIds: [userId],
      kind: 'booking',
      title: down ? `${title}，但目前不能使用` : title,
      body: lines.join('\n'),
      link: linkTo(b),
      mail: true,
      until: b.period.from.toISOString(),
    })
  }
})

/** A use runs beyond its end: the people concerned are told within a minute. */
export const warnOfOverrun = dealAlone(async (ctx, { row: b }) => {
  if (b.state === 'in_use' && b.period && b.period.to <= ctx.now) await tellOverrun(ctx, b)
})

/**
 * Ends a use that nobody ended, at the system end time, not the planned end: not logging off must not cost
 * less than logging off late. The reviewer states the real end in the test order (decision 048).
 */
export const endOverrun = dealAlone(async (ctx, held) => {
  const { row: b } = held
  if (b.state !== 'in_use' || !b.period) return
  const at = findSystemEnd(b.period, b)
  if (at > ctx.now) return
  await finishUse(ctx, held, { event: 'finish', at, endKind: 'system' })
  const body = `${b.deviceName} 的使用无人登记结束，系统已按 ${shownBeside(ctx.now, at, ctx.env.CAMPUS_TZ)} 代为结束；实际结束时间由审核员在测试单中核实。`
  await tell(ctx, {
    kind: 'booking',
    userIds: [...new Set([b.bookerId, b.experimenterId])],
    title: '使用已由系统代为结束',
    body,
    link: linkTo(b),
  })
})

/** Decides an approval whose deadline passed, as the policy says. */
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
    const refusal = findRefusal(e)
    if (!refusal) throw e
    // A job does not write what a refused call leaves to be written after it, so it is written here.
    if (refusal.code === 'CARD_LOST') await loseCard(ctx, bookingId, LOST)
    // Otherwise a card or a time is missing that only a person can name: the task keeps waiting.
  }
}

/**
 * Marks the bookings that could neither start nor be cancelled because the portal was down. Runs in a
 * transaction of its own, before `miss` judges the first of them.
 */
export async function noteSilence(job: Ctx): Promise<void> {
  const silences = await listSilences(job.db, 'booking-miss', job.now)
  if (silences.length === 0) return
  await inTransaction(job.deps, job.requestId, job.now, (ctx) => store.markSilent(ctx, silences))
}

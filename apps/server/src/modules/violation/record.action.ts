import { APPEAL_DAYS, type ViolationKind } from '@portal/contract/violation/violation'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { shownAt } from '../../kernel/time.ts'
import { judgeSuspension, VIOLATIONS } from '../booking/booking.service.ts'
import { suspend } from '../people/people.service.ts'
import { MINE, readRecent } from './violation.process.ts'
import * as store from './violation.store.ts'

/** Records a no-show or a late cancellation. */
export async function recordViolation(ctx: Ctx, bookingId: number, kind: ViolationKind): Promise<void> {
  const b = await store.findBooking(ctx.db, bookingId)
  if (b) await recordUnfit(ctx, { ...b, userId: b.bookerId, bookingId: b.id, kind })
}

/** Records a violation, once per booking and kind; suspends the person if it is one too many. */
export async function recordUnfit(ctx: Ctx, v: store.NewViolation): Promise<void> {
  if (!(await store.add(ctx, v))) return
  const recent = await readRecent(ctx, v.userId)
  const until = judgeSuspension(recent, ctx.now)
  if (!until) return
  // Whoever is suspended for longer already must not be told an earlier end.
  if (!(await suspend(ctx, v.userId, until, `${VIOLATIONS.days} 天内违约 ${recent.length} 次`))) return
  await tell(ctx, {
    userIds: [v.userId],
    kind: 'booking',
    title: '预约资格已暂停',
    link: MINE,
    mail: true,
    body:
      `您在 ${VIOLATIONS.days} 天内违约 ${recent.length} 次，预约资格暂停至 ${shownAt(until, ctx.env.CAMPUS_TZ)}。` +
      `如有异议，可在违约记录产生 ${APPEAL_DAYS} 天内申诉。`,
  })
}

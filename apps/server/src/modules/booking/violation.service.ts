import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { suspend } from '../people/people.service.ts'
import { suspendedUntil, VIOLATIONS } from './timing.rules.ts'
import * as store from './violation.store.ts'

/** Writes down a no-show or a late cancellation; the last one too many suspends the booker for a while. */
export async function recordViolation(ctx: Ctx, b: { id: number; deviceId: number; labId: number; bookerId: number }, kind: 'no_show' | 'late_cancel'): Promise<void> {
  if (!(await store.add(ctx, b, kind))) return
  const recent = await store.since(ctx, b.bookerId, addMinutes(ctx.now, -VIOLATIONS.days * 1440))
  const until = suspendedUntil(recent, ctx.now)
  if (!until) return
  await suspend(ctx, b.bookerId, until, `${VIOLATIONS.days} 天内违约 ${recent.length} 次`)
  await tell(ctx, {
    userIds: [b.bookerId], kind: 'booking', title: '预约资格已暂停', body: `您在 ${VIOLATIONS.days} 天内违约 ${recent.length} 次，预约资格暂停至 ${shownAt(until, ctx.env.CAMPUS_TZ)}。`,
    link: '/account/subscribe-list', mail: true,
  })
}

import { deniedWords, eventKindWords } from '@portal/contract/iot/door-access'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { listHolders } from '../people/people.service.ts'
import * as events from './event.store.ts'

/**
 * Opens an alarm that waits for acknowledgement, and notifies the people responsible for the door, or the
 * administrators if there are none.
 */
export async function raise(ctx: Ctx, eventId: number): Promise<void> {
  if (!(await events.raiseAlarm(ctx.db, eventId))) return
  const e = await events.findEvent(ctx.db, eventId)
  if (!e || e.unitId === null) return
  const watchers = await events.readWatchers(ctx.db, e.unitId, e.kind)
  // No alarm is told to nobody: a laboratory may have no people, and a campus no office for its doors.
  const userIds = watchers.length > 0 ? watchers : await listHolders(ctx, ['ADMIN'])
  if (userIds.length === 0) return
  const why = e.note ? `（${deniedWords[e.note] ?? e.note}）` : ''
  await tell(ctx, {
    kind: 'system',
    userIds,
    title: `门禁告警：${e.unitName ?? e.gatewayName}${eventKindWords[e.kind]}`,
    body: `${shownAt(e.at, ctx.env.CAMPUS_TZ)}，${e.unitName ?? e.gatewayName}${eventKindWords[e.kind]}${why}，请查看并处理。`,
    link: '/iot/door-access?tab=events&open=true',
  })
}

/** How slow the clock of a gateway may be: a warning this late may still be in time. */
const SLOW_MINUTES = 10
/**
 * Warns the people working at an instrument before its power ends, and says how they can go on. A gateway
 * that was without network reports its warnings afterwards: the power has ended long ago, and nobody is told.
 */
export async function tellOfEnd(ctx: Ctx, eventId: number): Promise<void> {
  const told = await events.findWorking(ctx.db, eventId)
  if (!told || addMinutes(told.at, told.minutes + SLOW_MINUTES) < ctx.now) return
  await tell(ctx, {
    kind: 'booking',
    userIds: told.userIds,
    title: `${told.deviceName}即将断电`,
    body: `“${told.unitName}”将于约 ${told.minutes} 分钟后断电，请保存数据、退出高压等状态；需要继续使用请延长预约。`,
    link: `/appointment/orderDetail?id=${told.bookingId}`,
  })
}

import type { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotActors, iotOffice, iotRefusals, iotViewers } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { exportedWalk } from '../../kernel/sheet.ts'
import { findSpan } from '../../kernel/time.ts'
import * as store from './event.store.ts'
import { eventColumns, showEvent } from './iot.view.ts'
import { readKeeper } from './standing.action.ts'

type Asked = Pick<Parsed<typeof doorAccessCalls.exportEvents>, 'query'>
const findWanted = (ctx: Ctx, { query: q }: Asked): store.WantedEvents => ({
  keyword: q.keyword,
  unitId: q.unitId,
  gatewayId: q.gatewayId,
  labId: q.labId,
  unitKind: q.unitKind,
  kind: q.kind,
  ...findSpan(q, ctx.env.CAMPUS_TZ),
  alarms: q.alarms ?? false,
  open: q.open ?? false,
})
/**
 * Admits people who watch doors and people who review an
 * instrument; each of them sees the events of their own doors.
 */
const admit = async (ctx: Ctx) =>
  ctx.allow(ctx.holds(...iotViewers) || (await store.reviewsAny(ctx.db, ctx.me.id)))
export async function list(ctx: Ctx, asked: Parsed<typeof doorAccessCalls.events>) {
  await admit(ctx)
  const { items, total } = await store.listEvents(
    ctx.db,
    readKeeper(ctx),
    findWanted(ctx, asked),
    asked.query,
  )
  return pageReply(items.map(showEvent), total)
}
export const exportList = exportedWalk(
  '门禁与供电记录',
  async function* (ctx, asked: Asked) {
    await admit(ctx)
    return yield* store.walkEvents(ctx.db, readKeeper(ctx), findWanted(ctx, asked))
  },
  eventColumns,
)

/** Closes an alarm with a note. The office and the people who are notified of the alarm may do it. */
export async function acknowledge(ctx: Ctx, { params, body }: Parsed<typeof doorAccessCalls.acknowledge>) {
  const event = await store.findEvent(ctx.db, params.id)
  if (!event?.alarm || event.unitId === null) {
    ctx.allow(ctx.holds(...iotActors))
    throw notFound('告警')
  }
  const told = await store.readWatchers(ctx.db, event.unitId, event.kind)
  ctx.allow(ctx.holds(...iotOffice) || told.includes(ctx.me.id))
  if (!(await store.acknowledge(ctx, event.id, body.note)))
    throw refuse('ALARM_OVER', iotRefusals.ALARM_OVER, { status: 409 })
  ctx.target = `iot_alarm ${event.id}`
  ctx.live('gates')
  const seen = await store.findEvent(ctx.db, event.id)
  if (!seen) throw notFound('告警')
  return showEvent(seen)
}

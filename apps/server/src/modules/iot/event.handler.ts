import { eventKindWords, wayWords, deniedWords, type doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotActors, iotRefusals } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { exportedWalk, type ListColumn } from '../../kernel/sheet.ts'
import { findSpan } from '../../kernel/time.ts'
import * as store from './event.store.ts'
import { showEvent } from './iot.view.ts'
import { readKeeper, requireUnit } from './standing.action.ts'

type Asked = Pick<Parsed<typeof doorAccessCalls.exportEvents>, 'query'>
const wantedOf = (ctx: Ctx, { query: q }: Asked): store.WantedEvents => ({
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
export async function list(ctx: Ctx, asked: Parsed<typeof doorAccessCalls.events>) {
  const { items, total } = await store.listEvents(ctx.db, readKeeper(ctx), wantedOf(ctx, asked), asked.query)
  return { items: items.map((e) => showEvent(e, ctx.holds(...iotActors))), total }
}
const columns: ListColumn<store.EventRecord>[] = [
  { header: '时间', value: (r) => r.at },
  { header: '收到时间', value: (r) => r.receivedAt },
  { header: '网关', width: 24, value: (r) => r.gatewayName },
  { header: '门禁或开关', width: 24, value: (r) => r.unitName },
  { header: '事件', value: (r) => eventKindWords[r.kind] },
  { header: '方式', value: (r) => r.way && wayWords[r.way] },
  { header: '人员', value: (r) => r.userName },
  { header: '预约编号', value: (r) => r.bookingId },
  { header: '远程操作人', value: (r) => r.commandBy },
  { header: '操作原因', width: 30, value: (r) => r.commandReason },
  { header: '说明', width: 30, value: (r) => r.note && (deniedWords[r.note] ?? r.note) },
  { header: '告警处理人', value: (r) => r.acknowledgedBy },
  { header: '处理时间', value: (r) => r.acknowledgedAt },
  { header: '处理情况', width: 30, value: (r) => r.acknowledgedNote },
]
export const exportList = exportedWalk(
  '门禁与供电记录',
  (ctx, asked: Asked) => store.walkEvents(ctx.db, readKeeper(ctx), wantedOf(ctx, asked)),
  columns,
)

/** Somebody has seen to an alarm, and says how. */
export async function acknowledge(ctx: Ctx, { params, body }: Parsed<typeof doorAccessCalls.acknowledge>) {
  const event = await store.findEvent(ctx.db, params.id)
  if (!event?.alarm || event.unitId === null) {
    ctx.allow(ctx.holds(...iotActors))
    throw notFound('告警')
  }
  await requireUnit(ctx, event.unitId, 'act')
  if (!(await store.acknowledge(ctx, event.id, body.note)))
    throw refuse('ALARM_OVER', iotRefusals.ALARM_OVER, { status: 409 })
  ctx.target = `iot_alarm ${event.id}`
  ctx.live('gates')
  const seen = await store.findEvent(ctx.db, event.id)
  if (!seen) throw notFound('告警')
  return showEvent(seen, true)
}

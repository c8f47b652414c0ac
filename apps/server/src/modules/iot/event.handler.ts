import { eventKindWords, wayWords, deniedWords, type doorAccessCalls } from '@portal/contract/iot/door-access'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { exportedWalk, type ListColumn } from '../../kernel/sheet.ts'
import { findSpan } from '../../kernel/time.ts'
import * as store from './event.store.ts'
import { showEvent } from './iot.view.ts'
import { readKeeper } from './standing.action.ts'

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
})
export async function list(ctx: Ctx, asked: Parsed<typeof doorAccessCalls.events>) {
  const { items, total } = await store.listEvents(ctx.db, readKeeper(ctx), wantedOf(ctx, asked), asked.query)
  return { items: items.map(showEvent), total }
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
]
export const exportList = exportedWalk(
  '门禁与供电记录',
  (ctx, asked: Asked) => store.walkEvents(ctx.db, readKeeper(ctx), wantedOf(ctx, asked)),
  columns,
)

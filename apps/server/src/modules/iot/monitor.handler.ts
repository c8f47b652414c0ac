import {
  ALARM_DAYS,
  ALARMS_SHOWN,
  INSIDE_HOURS,
  type gateMonitorCalls,
} from '@portal/contract/gate-monitor/gate-monitor'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { exportedWalk } from '../../kernel/sheet.ts'
import { findSpan } from '../../kernel/time.ts'
import { eventColumns, showEvent } from './iot.view.ts'
import { showMonitor } from './monitor.view.ts'
import { countRooms } from './monitor.rules.ts'
import * as store from './monitor.store.ts'
import { readKeeper } from './standing.action.ts'

const HOUR = 3_600_000
const readSince = ({ now }: Ctx) => ({
  entries: new Date(now.getTime() - INSIDE_HOURS * HOUR),
  alarms: new Date(now.getTime() - ALARM_DAYS * 24 * HOUR),
})

export async function monitor(ctx: Ctx) {
  const keeper = readKeeper(ctx)
  const since = readSince(ctx)
  const all = await store.readUnits(ctx.db, keeper, since)
  const { items } = await store.readLog(ctx.db, keeper, { waiting: true, fromAt: since.alarms }, ALARMS_SHOWN)
  const inside = await store.listInside(ctx.db, keeper, since)
  return showMonitor({ units: all, alarms: items, inside }, ctx.now)
}

type Asked = Pick<Parsed<typeof gateMonitorCalls.exportLog>, 'query'>
const findWanted = (ctx: Ctx, { query: q }: Asked): store.WantedLog => ({
  keyword: q.keyword,
  unitId: q.unitId,
  kind: q.kind,
  waiting: q.waiting,
  ...findSpan(q, ctx.env.CAMPUS_TZ),
})
export async function log(ctx: Ctx, asked: Parsed<typeof gateMonitorCalls.log>) {
  const { before, size } = asked.query
  const wanted = { ...findWanted(ctx, asked), before }
  const { items, next } = await store.readLog(ctx.db, readKeeper(ctx), wanted, size)
  return { items: items.map(showEvent), next }
}
export const exportLog = exportedWalk(
  '门禁监控记录',
  (ctx, asked: Asked) => store.walkLog(ctx.db, readKeeper(ctx), findWanted(ctx, asked)),
  eventColumns,
)

/** Public once it is enabled: numbers of rooms, no people. Null while it is disabled. */
export async function wall(ctx: Ctx) {
  const { enabled, title } = await store.readSetting(ctx.db)
  if (!enabled) return null
  const placed = await store.readWall(ctx.db, readSince(ctx))
  return { title, rooms: countRooms(placed, ctx.now) }
}
export const wallSetting = (ctx: Ctx) => store.readSetting(ctx.db)
export async function changeWall(ctx: Ctx, { body }: Parsed<typeof gateMonitorCalls.changeWall>) {
  ctx.target = 'gate_wall_setting'
  await store.writeSetting(ctx, body)
  return null
}

import type { deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/refuse.ts'
import { listFamily } from '../dept/dept.service.ts'
import { showDevice } from './device.view.ts'
import { findPage } from './search.action.ts'
import * as store from './use.store.ts'

/**
 * Cached for a minute: counting the devices with any use reads half of all devices, and use changes only at
 * night.
 */
const rankedTotals = defineCache<number>({
  name: 'device-ranked',
  title: '仪器排行总数',
  tables: [],
  seconds: 60,
  max: 300,
})

export async function listRanked(ctx: Ctx, { query }: Parsed<typeof deviceCalls.rank>) {
  if (query.by === 'income' && !ctx.actor) throw fail('UNAUTHENTICATED', '登录后可以查看收入排行')
  const deptIds = query.deptId === undefined ? null : await listFamily(ctx, query.deptId)
  const of: store.Ranked = { by: query.by, month: query.month ? `${query.month}-01` : null, deptIds }
  const items = await store.listRanked(ctx.db, of, query.size)
  const total =
    items.length < query.size
      ? items.length
      : await rankedTotals.get(ctx, JSON.stringify(of), (db) => store.countRanked(db, of))
  return { items: items.map((r, i) => findRank(r, i + 1, ctx.actor !== null)), total }
}
const findRank = (r: store.RankRow, rank: number, withIncome: boolean) => ({
  rank,
  device: { id: r.deviceId, name: r.deviceName, serialId: r.deviceSerialId },
  lab: { id: r.labId, name: r.labName },
  dept: { id: r.deptId, name: r.deptName },
  bookings: r.bookings,
  minutes: r.minutes,
  samples: r.samples,
  incomeFen: withIncome ? r.incomeFen : null,
})

const TOP = 8
export async function showHomepage(ctx: Ctx) {
  const top = await findPage(
    ctx,
    { page: 0, size: TOP, order_by: 'use desc', shared: true },
    { of: 'all', offered: true },
  )
  return { ...(await store.readTotals(ctx.db)), top: top.items.map(showDevice) }
}

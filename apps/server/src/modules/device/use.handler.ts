import type { deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { fail } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import { familyOf } from '../dept/dept.service.ts'
import { deviceOf } from './device.view.ts'
import { findPage } from './search.handler.ts'
import * as store from './use.store.ts'

/** Use is counted at night, and counting who has any reads half of all devices. */
const rankedTotals = defineCache<number>({
  name: 'device-ranked',
  title: '仪器排行总数',
  tables: [],
  seconds: 60,
  max: 300,
})

export async function rank(ctx: Ctx, { query }: Parsed<typeof deviceCalls.rank>) {
  if (query.by === 'income' && !ctx.actor) throw fail('UNAUTHENTICATED', '登录后可以查看收入排行')
  const deptIds = query.deptId === undefined ? null : await familyOf(ctx, query.deptId)
  const of: store.Ranked = { by: query.by, month: query.month ? `${query.month}-01` : null, deptIds }
  const items = await store.ranked(ctx.db, of, query.size)
  const total =
    items.length < query.size
      ? items.length
      : await rankedTotals.get(ctx, JSON.stringify(of), (db) => store.rankedTotal(db, of))
  return { items: items.map((r, i) => rankOf(r, i + 1, ctx.actor !== null)), total }
}
const rankOf = (r: store.RankRow, rank: number, withIncome: boolean) => ({
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
export async function homepage(ctx: Ctx) {
  const top = await findPage(ctx, { page: 0, size: TOP, order_by: 'use desc', shared: true }, { of: 'all' })
  return { ...(await store.totals(ctx.db)), top: top.items.map(deviceOf) }
}

/** The first day of the month `n` months after that of a day. */
function monthAfter(day: string, n: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + n
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/**
 * Takes use by month over from the ledger again, this month's and that of `months - 1` before, and the last twelve months
 * together. Answers how many rows changed.
 */
export async function countUse({
  db,
  now,
  zone,
  months,
}: {
  db: Db
  now: Date
  zone: string
  months: number
}): Promise<number> {
  const { day } = localOf(now, zone)
  const changed = await store.countMonths(db, monthAfter(day, 1 - months), monthAfter(day, 1))
  await store.sumYear(db, monthAfter(day, -12), monthAfter(day, 0))
  return changed
}

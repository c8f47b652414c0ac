import type { Parsed } from '@portal/contract/kernel/call'
import {
  measureWords,
  measures,
  statisticsCalls,
  type TableKey,
} from '@portal/contract/statistics/statistics'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, refuseField } from '../../kernel/refuse.ts'
import { exported, exportedWalk, type ListColumn } from '../../kernel/sheet.ts'
import { together } from '../../kernel/together.ts'
import { readFigures, readKnown, readMonths, readTable, readUsersBy, type Known } from './figures.action.ts'
import { before, divideKnown } from './period.rules.ts'
import { ownName } from './pivot.rules.ts'
import { readStanding, wantedBy } from './standing.action.ts'
import * as store from './statistics.store.ts'
import type { Wanted } from './sums.store.ts'
import { hours, listUses, useColumns, walkUses } from './uses.action.ts'

export const listScopes = async (ctx: Ctx) => [...(await readStanding(ctx)).scopes]

export async function overview(ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.overview>) {
  const { scope, wanted } = await wantedBy(ctx, q)
  const last = before(q.from, q.to)
  const known = await readKnown(ctx)
  const period = divideKnown(q, known)
  const [now, then, months, { devices, used }] = await together([
    readFigures(ctx, known, q, wanted),
    readFigures(ctx, known, last, wanted),
    readMonths(ctx, known, q, wanted),
    store.countDevices(ctx.db, period, wanted),
  ])
  return {
    scope,
    now,
    before: then,
    beforeFrom: last.from,
    beforeTo: last.to,
    months,
    devices,
    devicesUsed: used,
    asOf: known.asOf,
  }
}

/** A row without a key, such as the uses of nobody, is named as in a pivot. */
const nameRow = (by: TableKey, { key, name }: store.Row): string =>
  ownName(by, by === 'month' ? String(key).slice(0, 7) : String(key ?? '')) ?? name ?? ''

function makeCut(q: Parsed<typeof statisticsCalls.table>['query']): store.Cut {
  const { by, order_by, page, size } = q
  const [field, direction] = (order_by ?? (by === 'month' ? 'key asc' : 'workingMinutes desc')).split(' ')
  const measure = measures.find((m) => m === field)
  if ((!measure && field !== 'key') || measure === 'users') throw refuseField('order_by', '不能按该列排序')
  return {
    by,
    measure: measure ?? 'key',
    descending: direction === 'desc',
    idle: q.idle === true,
    shared: q.shared === true,
    page,
    size,
  }
}

export async function table(ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.table>) {
  const { wanted } = await wantedBy(ctx, q)
  const known = await readKnown(ctx)
  const [{ rows, total }, sum] = await together([
    readTable(ctx, known, q, wanted, makeCut(q)),
    readFigures(ctx, known, q, wanted),
  ])
  const users = await usersOfRows(ctx, known, q, wanted, rows)
  return {
    items: rows.map((r) => ({
      ...r,
      key: String(r.key ?? ''),
      name: nameRow(q.by, r),
      users: users(r),
      about: r.serialId === null ? null : { serialId: r.serialId, lab: r.lab ?? '', dept: r.dept ?? '' },
    })),
    total,
    sum,
    asOf: known.asOf,
  }
}

/** Number of people for each row; null for tables where it is not counted. */
async function usersOfRows(
  ctx: Ctx,
  known: Known,
  { by, from, to }: { by: TableKey; from: string; to: string },
  wanted: Wanted,
  rows: readonly store.Row[],
): Promise<(r: store.Row) => number | null> {
  if (by === 'person') return (r) => (r.key !== null && r.uses > 0 ? 1 : 0)
  if (by !== 'device' && by !== 'lab' && by !== 'dept') return () => null
  const ids = rows.map((r) => Number(r.key))
  const counted = await readUsersBy(ctx, known, { from, to }, wanted, { by, ids })
  return (r) => counted.get(Number(r.key)) ?? 0
}

const measureColumns = measures.map((m): ListColumn<Record<typeof m, number | null>> => {
  const { title, unit } = measureWords[m]
  const shown = (v: number | null) => {
    if (v === null) return null
    if (unit === '小时') return hours(v)
    return unit === '元' ? v / 100 : v
  }
  return {
    header: `${title}（${unit}）`,
    value: (row) => shown(row[m]),
    ...(unit === '元' && { money: true }),
  }
})

export const exportTable = exported('使用统计表', table, [
  { header: '名称', width: 30, value: (r) => r.name },
  { header: '资产编号', value: (r) => r.about?.serialId },
  { header: '实验室', width: 24, value: (r) => r.about?.lab },
  { header: '单位', width: 24, value: (r) => r.about?.dept },
  ...measureColumns,
])

/** Limits the uses to one person, within what the caller may see anyway. */
async function usesWanted(ctx: Ctx, q: Parsed<typeof statisticsCalls.exportUses>['query']) {
  const { wanted } = await wantedBy(ctx, q)
  if (wanted.userId !== null && q.userId !== undefined && q.userId !== wanted.userId) throw forbidden()
  return { ...wanted, userId: wanted.userId ?? q.userId ?? null }
}

export const uses = async (ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.uses>) =>
  listUses(ctx, q, await usesWanted(ctx, q))

export const exportUses = exportedWalk(
  '使用记录明细',
  async function* (ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.exportUses>) {
    const wanted = await usesWanted(ctx, q)
    const { asOf } = await readKnown(ctx)
    yield* walkUses(ctx, q, wanted)
    return asOf
  },
  useColumns,
)

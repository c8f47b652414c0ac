import type { Parsed } from '@portal/contract/kernel/call'
import { view } from '@portal/contract/kernel/permissions'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import {
  measureWords,
  measures,
  MOST_DAYS,
  scopes,
  statisticsCalls,
  tableKeyWords,
  type Asked,
  type Figures,
  type Scope,
  type TableKey,
} from '@portal/contract/statistics/statistics'
import { ledgerKindWords, natureWords } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, refuseField } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { together } from '../../kernel/together.ts'
import { familyOf, listHeadedDepts } from '../dept/dept.service.ts'
import { before, daysIn, divide } from './period.rules.ts'
import * as store from './statistics.store.ts'

// ── Whose uses ───────────────────────────────────────────────────────────────

interface Standing {
  labIds: readonly number[]
  deptIds: readonly number[]
  scopes: readonly Scope[]
}

/** What the person may look at, the widest first. */
async function standingOf(ctx: Ctx): Promise<Standing> {
  const [{ labIds, pays }, deptIds] = await together([store.posts(ctx.db, ctx.me.id), listHeadedDepts(ctx)])
  const has: Record<Scope, boolean> = {
    all: ctx.holds('DEVICE_ALL', ...view('FINANCIAL')),
    dept: deptIds.length > 0,
    lab: labIds.length > 0,
    group: pays,
    own: true,
  }
  return { labIds, deptIds, scopes: scopes.filter((s) => has[s]) }
}

export const listScopes = async (ctx: Ctx) => [...(await standingOf(ctx)).scopes]

/** The scope that was asked for, or the widest there is, with the filters inside of it. */
async function wantedBy(ctx: Ctx, q: Asked): Promise<{ scope: Scope; wanted: store.Wanted }> {
  if (q.to < q.from) throw refuseField('to', '结束日期不能早于开始日期')
  if (daysIn(q.from, q.to) > MOST_DAYS) throw refuseField('to', '统计期间最长 11 年')
  const standing = await standingOf(ctx)
  const scope = q.scope ?? standing.scopes[0] ?? 'own'
  ctx.allow(standing.scopes.includes(scope))
  const inDept = q.deptId === undefined ? null : await familyOf(ctx, q.deptId)
  const within = (of: readonly number[], asked: readonly number[] | null) =>
    asked ? of.filter((id) => asked.includes(id)) : of
  const lab = q.labId === undefined ? null : [q.labId]
  return {
    scope,
    wanted: {
      labIds: scope === 'lab' ? within(standing.labIds, lab) : lab,
      deptIds: scope === 'dept' ? within(standing.deptIds, inDept) : inDept,
      userId: scope === 'own' ? ctx.me.id : null,
      payerId: scope === 'group' ? ctx.me.id : null,
      deviceId: q.deviceId ?? null,
      nature: q.nature ?? null,
    },
  }
}

/** The moment up to which the figures are complete. */
const asOf = async (ctx: Ctx): Promise<Date> => (await store.unknownSince(ctx.db)) ?? ctx.now

// ── Answers ──────────────────────────────────────────────────────────────────

async function figuresOf(ctx: Ctx, from: string, to: string, w: store.Wanted): Promise<Figures> {
  const period = divide(from, to)
  const [sums, users] = await together([store.sum(ctx.db, period, w), store.countUsers(ctx.db, period, w)])
  return { ...sums, users }
}

export async function overview(ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.overview>) {
  const { scope, wanted } = await wantedBy(ctx, q)
  const last = before(q.from, q.to)
  const period = divide(q.from, q.to)
  const [now, then, months, { devices, used }, at] = await together([
    figuresOf(ctx, q.from, q.to, wanted),
    figuresOf(ctx, last.from, last.to, wanted),
    store.sumMonths(ctx.db, period, wanted),
    store.countDevices(ctx.db, period, wanted),
    asOf(ctx),
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
    asOf: at,
  }
}

const words: Partial<Record<TableKey, Record<string, string>>> = {
  nature: natureWords,
  kind: ledgerKindWords,
  tier: priceTierWords,
}
const nameOf = (by: TableKey, r: store.Row): string => {
  if (by === 'month') return String(r.key).slice(0, 7)
  return words[by]?.[String(r.key)] ?? r.name ?? '校外'
}

function cutOf({ by, order_by, idle, page, size }: Parsed<typeof statisticsCalls.table>['query']): store.Cut {
  const [field, direction] = (order_by ?? (by === 'month' ? 'key asc' : 'workingMinutes desc')).split(' ')
  const measure = measures.find((m) => m === field)
  if ((!measure && field !== 'key') || measure === 'users') throw refuseField('order_by', '不能按该列排序')
  return { by, measure: measure ?? 'key', descending: direction === 'desc', idle: idle === true, page, size }
}

export async function table(ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.table>) {
  const { wanted } = await wantedBy(ctx, q)
  const period = divide(q.from, q.to)
  const [{ rows, total }, sum, at] = await together([
    store.table(ctx.db, period, wanted, cutOf(q)),
    figuresOf(ctx, q.from, q.to, wanted),
    asOf(ctx),
  ])
  const users = await usersOfRows(ctx, q.by, period, wanted, rows)
  return {
    items: rows.map((r) => ({
      ...r,
      key: String(r.key ?? ''),
      name: nameOf(q.by, r),
      users: users(r),
      about: r.serialId === null ? null : { serialId: r.serialId, lab: r.lab ?? '', dept: r.dept ?? '' },
    })),
    total,
    sum,
    asOf: at,
  }
}

/** How many people stand behind each row, where they are more than the row is. */
async function usersOfRows(
  ctx: Ctx,
  by: TableKey,
  period: ReturnType<typeof divide>,
  wanted: store.Wanted,
  rows: readonly store.Row[],
): Promise<(r: store.Row) => number | null> {
  if (by === 'person') return (r) => (r.uses > 0 ? 1 : 0)
  if (by !== 'device' && by !== 'lab' && by !== 'dept') return () => null
  const counted = await store.usersOf(
    ctx.db,
    period,
    wanted,
    by,
    rows.map((r) => Number(r.key)),
  )
  return (r) => counted.get(Number(r.key)) ?? 0
}

const hours = (minutes: number): number => Math.round(minutes / 6) / 10
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

export async function uses(ctx: Ctx, { query: q }: Parsed<typeof statisticsCalls.uses>) {
  const { wanted } = await wantedBy(ctx, q)
  // Within what one may see anyway.
  const w = { ...wanted, userId: wanted.userId ?? q.userId ?? null }
  if (wanted.userId !== null && q.userId !== undefined && q.userId !== wanted.userId) throw forbidden()
  const { rows, total } = await store.uses(ctx.db, spanOf(q), w, q)
  return { items: rows.map(useOf), total }
}
const spanOf = ({ from, to }: Asked) => {
  const { months, edges } = divide(from, to)
  const ends = [...edges.map(([, until]) => until), ...(months ? [months[1]] : [])]
  return [from, ends.toSorted().at(-1) ?? to] as const
}
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
function useOf(r: store.UseRow) {
  const { deviceId, deviceName, serialId, labId, labName, userId, userName, payerId, payerName, ...rest } = r
  return {
    ...rest,
    device: { id: deviceId, name: deviceName, serialId },
    lab: { id: labId, name: labName },
    user: named(userId, userName),
    payer: named(payerId, payerName),
  }
}

export const exportUses = exported('使用记录明细', uses, [
  { header: '开始时间', value: (r) => r.begunAt },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '使用人', value: (r) => r.user?.name },
  { header: '付款人', value: (r) => r.payer?.name },
  { header: tableKeyWords.kind, value: (r) => ledgerKindWords[r.kind] },
  { header: tableKeyWords.nature, value: (r) => natureWords[r.nature] },
  { header: tableKeyWords.tier, value: (r) => priceTierWords[r.tier] },
  { header: '课题', width: 24, value: (r) => r.project },
  { header: '预约机时（小时）', value: (r) => hours(r.reservedMinutes) },
  { header: '使用机时（小时）', value: (r) => hours(r.workingMinutes) },
  { header: '样品数', value: (r) => r.samples },
  { header: '收入（元）', money: true, value: (r) => r.incomeFen / 100 },
])

import { readFileSync } from 'node:fs'
import { boardCalls } from '@portal/contract/statistics/board'
import { pivotCalls, type Dimension } from '@portal/contract/statistics/pivot'
import { measures, statisticsCalls, tableKeys, type TableKey } from '@portal/contract/statistics/statistics'
import {
  financeReportCalls,
  reportKeys,
  type ReportKey,
} from '@portal/contract/finance-report/finance-report'
import type { Call } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, findLocal } from '../../kernel/time.ts'
import { chance } from '../../testing/chance.ts'
import { live, type Counted, type Life, type Posted } from '../../testing/life.ts'
import { createScene, type Scene } from '../../testing/scene.ts'
import { dropAge } from '../../testing/sheets.ts'
import { inject } from '../../testing/walk.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { sameDaysBefore, findSchoolYear } from './board.rules.ts'

// Two random years (testing/life.ts) in three time zones: each page, file
// and statement of docs/statistics.md equals a recount in the test, to the
// minute and the fen. `SEED=7 COUNT=10` tests other data, ten times as much.

const SEED = Number(process.env.SEED ?? 13)
const COUNT = Number(process.env.COUNT ?? 1)
const ZONES = ['Asia/Shanghai', 'America/New_York', 'Pacific/Chatham']

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2024-07-01T04:00:00Z') }),
)
afterEach(() => void vi.useRealTimers())

interface Figures {
  uses: number
  users: number
  reservedMinutes: number
  workingMinutes: number
  billedMinutes: number
  outsideMinutes: number
  samples: number
  incomeFen: number
}
const isOutside = (u: Counted) => u.tier === 'school' || u.tier === 'company'
function recount(of: readonly Counted[]): Figures {
  const sum = (what: (u: Counted) => number) => of.reduce((n, u) => n + what(u), 0)
  return {
    uses: sum((u) => u.uses),
    users: new Set(of.filter((u) => u.uses).map((u) => u.userId)).size,
    reservedMinutes: sum((u) => u.reserved),
    workingMinutes: sum((u) => u.working),
    billedMinutes: sum((u) => u.billed),
    outsideMinutes: sum((u) => (isOutside(u) ? u.working : 0)),
    samples: sum((u) => u.samples),
    incomeFen: sum((u) => u.fen),
  }
}
const additive = ({ users: _, ...rest }: Figures) => rest

describe.each(ZONES)('%s', (zone) => {
  test(
    'every page, file and statement is a recount by hand',
    async () => {
      const world = await createWorld({ zone })
      try {
        const s = await createScene(world)
        const life = await live(world, s, { seed: SEED + ZONES.indexOf(zone), steps: 90 * COUNT })
        expect(life.counted.length).toBeGreaterThan(20)
        const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
        const known: Known = { world, s, life, office, zone, by: chance(SEED) }
        for (let i = 0; i < 6 * COUNT; i++) await askStatistics(known, i)
        for (let i = 0; i < 4 * COUNT; i++) await askFinance(known, i)
        await askStatements(known)
        await askBoards(known)
      } finally {
        await world.close()
      }
    },
    120_000 * COUNT,
  )
})

interface Known {
  world: World
  s: Scene
  life: Life
  office: Person
  zone: string
  by: ReturnType<typeof chance>
}
const findDay = (at: Date, zone: string) => findLocal(at, zone).day

/** Whole school years, school years so far, and random periods. */
function findSpan({ by }: Known, i: number): { from: string; to: string } {
  const year = 2024 + (i % 2)
  if (i % 4 === 0) return { from: `${year}-09-01`, to: `${year + 1}-08-31` }
  if (i % 4 === 1)
    return { from: `${year}-08-${by.pick(['30', '31'])}`, to: `${year}-09-0${1 + by.below(3)}` }
  const from = addDays('2024-06-20', by.below(450))
  const to = addDays(from, by.below(400))
  return { from, to: i % 4 === 2 ? to : addDays(to, 365) }
}

const keyOf: Record<TableKey, (u: Counted, zone: string) => string> = {
  device: (u) => String(u.deviceId),
  lab: (u) => String(u.labId),
  dept: (u) => String(u.deptId),
  userDept: (u) => String(u.userDeptId ?? ''),
  group: (u) => String(u.payerId),
  person: (u) => String(u.userId),
  month: (u, zone) => `${findDay(u.begun, zone).slice(0, 7)}-01`,
  nature: (u) => u.nature,
  kind: (u) => u.kind,
  tier: (u) => u.tier,
}
const pivotKeyOf: Partial<Record<Dimension, (u: Counted, zone: string) => string>> = {
  ...keyOf,
  month: (u, zone) => findDay(u.begun, zone).slice(0, 7),
  year: (u, zone) => findDay(u.begun, zone).slice(0, 4),
  weekday: (u, zone) => String(findLocal(u.begun, zone).weekday),
  hour: (u, zone) => String(Math.floor(findLocal(u.begun, zone).minute / 60)),
}

async function sheet(world: World, call: Call, query: object, who: Person) {
  // Downloads are limited per minute.
  vi.advanceTimersByTime(61_000)
  const file = await inject(world.app, call, { query }, who.token)
  expect(file.statusCode, file.body.slice(0, 300)).toBe(200)
  const [headers = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  return { headers: headers.map(String), rows: dropAge(rows) }
}
/** As a file shows it: hours with one decimal, money in yuan. */
const shown = (f: Figures): (number | null)[] =>
  measures.map((m) => {
    const v = f[m]
    return m.endsWith('Minutes') ? Math.round(v / 6) / 10 : m.endsWith('Fen') ? v / 100 : v
  })

async function askStatistics(known: Known, i: number): Promise<void> {
  const { world, s, life, office, zone, by } = known
  const [who, scope, which] = by.pick<[Person, 'all' | 'lab' | 'group' | 'own', (u: Counted) => boolean]>([
    [office, 'all', () => true],
    [office, 'all', () => true],
    [s.director, 'lab', (u) => u.labId === s.labId],
    [s.outsider, 'lab', (u) => u.labId !== s.labId],
    [s.payer, 'group', (u) => u.payerId === s.payer.id],
    [s.booker, 'own', (u) => u.userId === s.booker.id],
  ])
  const span = findSpan(known, i)
  const mine = life.counted.filter((u) => {
    const day = findDay(u.begun, zone)
    return which(u) && day >= span.from && day <= span.to
  })
  const label = `${scope} ${span.from} ${span.to}`
  const query = { ...span, scope }
  const overview = await world.ok(who, statisticsCalls.overview, { query })
  expect(overview.now, label).toEqual(recount(mine))
  const months = Object.fromEntries(overview.months.map(({ month, ...m }) => [month, m]))
  const byMonth = Object.groupBy(mine, (u) => keyOf.month(u, zone))
  for (const [month, of = []] of Object.entries(byMonth))
    expect(months[month], `${label} ${month}`).toMatchObject(additive(recount(of)))

  const key = by.pick(tableKeys)
  const table = await world.ok(who, statisticsCalls.table, { query: { ...query, by: key, size: 1000 } })
  expect(table.sum, label).toEqual(recount(mine))
  const groups = Object.groupBy(mine, (u) => keyOf[key](u, zone))
  const real = Object.entries(groups).filter(([, of = []]) =>
    Object.values(additive(recount(of))).some((n) => n !== 0),
  )
  expect(
    table.items
      .filter((r) => r.uses > 0 || r.incomeFen > 0)
      .map((r) => r.key)
      .toSorted(),
    `${label} by ${key}`,
  ).toEqual(real.map(([k]) => k).toSorted())
  for (const row of table.items)
    expect(row, `${label} by ${key} ${row.name}`).toMatchObject(additive(recount(groups[row.key] ?? [])))
  const file = await sheet(world, statisticsCalls.exportTable, { ...query, by: key }, who)
  expect(
    file.rows.map((r) => r.slice(-measures.length)),
    `${label} file by ${key}`,
  ).toEqual(
    table.items.map((r) =>
      shown({ ...r, users: r.users ?? 0 }).map((v, n) => (n === 1 && r.users === null ? null : v)),
    ),
  )

  const { items, total } = await world.ok(who, statisticsCalls.uses, { query: { ...query, size: 1000 } })
  expect(total, label).toBe(mine.length)
  const bookings = (of: readonly { bookingId: number | null; minutes: number; fen: number }[]) =>
    of.map((u) => `${u.bookingId} ${u.minutes} ${u.fen}`).toSorted()
  expect(bookings(items.map((r) => ({ ...r, minutes: r.workingMinutes, fen: r.incomeFen }))), label).toEqual(
    bookings(mine.map((u) => ({ ...u, minutes: u.working }))),
  )
  const rows = await sheet(world, statisticsCalls.exportUses, query, who)
  expect(
    rows.rows.map((r) => [r[1], r.at(-1)]),
    label,
  ).toEqual(items.map((r) => [r.device.name, r.incomeFen / 100]))

  const dimensions = Object.keys(pivotKeyOf).filter((d) => d !== 'person' && d !== 'group') as Dimension[] // its keys
  const row = by.pick(dimensions)
  const column = by.pick(dimensions.filter((d) => d !== row))
  const pivot = await world.ok(who, pivotCalls.pivot, {
    query: { ...query, row, column, measures: 'uses,users,workingMinutes,incomeFen' },
  })
  const four = (of: readonly Counted[]) => {
    const f = recount(of)
    return [f.uses, f.users, f.workingMinutes, f.incomeFen]
  }
  expect(pivot.sum, `${label} ${row} × ${column}`).toEqual(four(mine))
  for (const r of pivot.rows) {
    const of = mine.filter((u) => pivotKeyOf[row]?.(u, zone) === r.at[0]?.key)
    expect(r.sum, `${label} ${row} ${r.at[0]?.name}`).toEqual(four(of))
    for (const [n, c] of pivot.columns.entries())
      expect(r.cells[n] ?? [0, 0, 0, 0], `${label} ${row} ${r.at[0]?.name} × ${c.name}`).toEqual(
        four(of.filter((u) => pivotKeyOf[column]?.(u, zone) === c.key)),
      )
  }
}

const moneyKeyOf: Partial<Record<ReportKey, (p: Posted, zone: string) => string>> = {
  device: (p) => String(p.order.use.deviceId),
  lab: (p) => String(p.order.use.labId),
  dept: (p) => String(p.order.use.deptId),
  payer: (p) => String(p.order.use.payerId),
  tier: (p) => p.order.use.tier,
  fee: (p) => p.fee,
  way: (p) => p.way ?? '',
  month: (p, zone) => findDay(p.at, zone).slice(0, 7),
}
function recountMoney(of: readonly Posted[]) {
  const sum = (...kinds: Posted['kind'][]) => of.reduce((n, p) => n + (kinds.includes(p.kind) ? p.fen : 0), 0)
  return {
    billedFen: sum('billed'),
    receivedFen: sum('received'),
    reversedFen: sum('reversed'),
    netFen: sum('received', 'reversed'),
    writtenOffFen: sum('written_off'),
    lateFen: 0,
    lateBilledFen: 0,
    refundedFen: 0,
  }
}

async function askFinance(known: Known, i: number): Promise<void> {
  const { world, s, life, zone, by } = known
  const [who, scope, which] = by.pick<[Person, 'all' | 'lab' | 'own', (p: Posted) => boolean]>([
    [s.finance, 'all', () => true],
    [s.director, 'lab', (p) => p.order.use.labId === s.labId],
    [s.payer, 'own', (p) => p.order.use.payerId === s.payer.id],
  ])
  const span = findSpan(known, i)
  const mine = life.posted.filter(
    (p) => which(p) && findDay(p.at, zone) >= span.from && findDay(p.at, zone) <= span.to,
  )
  const query = { ...span, scope }
  const label = `${scope} ${span.from} ${span.to}`
  const { sums } = await world.ok(who, financeReportCalls.summary, { query })
  expect(sums, label).toEqual(recountMoney(mine))
  const key = by.pick(reportKeys.filter((k) => k in moneyKeyOf))
  const { items, sum } = await world.ok(who, financeReportCalls.table, {
    query: { ...query, by: key, size: 1000 },
  })
  // Only paid items have a way of payment.
  expect(sum, label).toEqual(recountMoney(key === 'way' ? mine.filter((p) => p.way) : mine))
  for (const row of items)
    expect(row, `${label} by ${key} ${row.name}`).toMatchObject(
      recountMoney(mine.filter((p) => moneyKeyOf[key]?.(p, zone) === row.key)),
    )
  const file = await sheet(world, financeReportCalls.exportTable, { ...query, by: key }, who)
  expect(
    file.rows.map((r) => r.slice(3, 6)),
    label,
  ).toEqual(items.map((r) => [r.billedFen / 100, r.lateBilledFen / 100, r.receivedFen / 100]))
  const entries = await world.ok(who, financeReportCalls.entries, { query: { ...query, size: 1000 } })
  const words = (of: readonly { kind: string; fee: string; fen: number; orderId: number }[]) =>
    of.map((e) => `${e.orderId} ${e.kind} ${e.fee} ${e.fen}`).toSorted()
  expect(
    words(entries.items.map((e) => ({ ...e, fen: e.amountFen, orderId: e.testOrderId }))),
    label,
  ).toEqual(words(mine.map((p) => ({ ...p, orderId: p.order.id }))))
  const lines = await sheet(world, financeReportCalls.exportEntries, query, who)
  expect(
    lines.rows.map((r) => r.at(-1)),
    label,
  ).toEqual(entries.items.map((e) => e.amountFen / 100))
}

/**
 * Each statement of docs/statistics.md for one school year; one of
 * them reads the source tables, which do not know uses in correction.
 */
async function askStatements({ world, life, zone }: Known): Promise<void> {
  await life.agreeOnAll()
  const page = readFileSync(new URL('../../../../../docs/statistics.md', import.meta.url), 'utf8')
  const [from, to] = ['2024-09-01', '2025-08-31']
  const of = life.counted.filter((u) => findDay(u.begun, zone) >= from && findDay(u.begun, zone) <= to)
  const expected = recount(of)
  for (const [, name = '', text = ''] of page.matchAll(/```sql (\w+)\n([^`]+)```/g)) {
    const literal = text
      .replaceAll(':from', `'${from}'`)
      .replaceAll(':to', `'${to}'`)
      .replaceAll(':zone', `'${zone}'`)
    const [answer] = await world.sql<Record<string, number>>(literal)
    expect(Number(Object.values(answer ?? {})[0]), name).toBe(expected[name as keyof Figures])
  }
}

async function askBoards({ world, s, life, office, zone }: Known): Promise<void> {
  const today = findDay(new Date(), zone)
  const between = (from: string, to: string, of = life.counted) =>
    recount(of.filter((u) => findDay(u.begun, zone) >= from && findDay(u.begun, zone) <= to))
  const month = `${today.slice(0, 7)}-01`
  const last = sameDaysBefore(today)
  for (const [who, of] of [
    [office, life.counted],
    [s.director, life.counted.filter((u) => u.labId === s.labId)],
  ] as const) {
    const board = await world.ok(who, boardCalls.board)
    expect([board?.now, board?.before]).toEqual([between(month, today, of), between(last.from, last.to, of)])
  }
  await world.sql('update hall_setting set enabled = true')
  const hall = await world.ok(null, boardCalls.hall)
  const year = between(findSchoolYear(today).from, today)
  expect(hall).toMatchObject({
    uses: year.uses,
    users: year.users,
    minutes: year.workingMinutes,
    samples: year.samples,
  })
}

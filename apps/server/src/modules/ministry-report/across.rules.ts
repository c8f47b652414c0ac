import {
  findTable,
  type Derivation,
  type LayoutTable,
  type Tab,
} from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { countDecimals, fromYuan, inScope3 } from './draw.rules.ts'
import { cellFrom, fieldFrom } from './layout.rules.ts'
import { fromInteger, parseNumber, sum, formatNumber, findUnit } from './number.rules.ts'
import type { Row, Say, Year } from './row.rules.ts'
import { stockLines, sumStock, type StockLine } from './stock.rules.ts'

// Checks of tables against each other, against last year's, and against the platform's own lists.

type All = Year & { byTab: ReadonlyMap<Tab, readonly Row[]> }

export function checkAcross(table: LayoutTable, rows: readonly Row[], y: All, say: Say): void {
  if (table.tab === 'SJ2') checkStock(table, rows, y, say)
  if (table.tab === 'SJ3') checkPrecious(table, rows, y, say)
  checkRefers(table, rows, y, say)
  checkUnlikeLast(table, rows, y, say)
}

const figures = ['stock.count', 'stock.amount', 'stock.largeCount', 'stock.largeAmount'] as const
const makeLine = (rows: readonly Row[], line: StockLine) => rows.find((r) => r.source === `stock:${line}`)

function checkStock(table: LayoutTable, rows: readonly Row[], y: All, say: Say): void {
  const lines = stockLines.map((line) => makeLine(rows, line))
  if (lines.includes(undefined)) return say(null, null, 'STOCK_LINES', '上学年末、增加、减少、学年末四行不全')
  const [start, increase, decrease, end] = lines as [Row, Row, Row, Row] // none is missing, as asked above
  const sj1 = findTable(y.layout, 'SJ1')
  const should = sj1 && findEnd(sj1, y.byTab.get('SJ1') ?? [], table, y)
  const last = y.last && lastEnd(y.last)
  for (const from of figures) {
    const field = fieldFrom(table, from)
    if (!field) continue
    const of = (row: Row) => parseNumber(row.cells[field.name] ?? '')
    const [s, i, d, e] = [of(start), of(increase), of(decrease), of(end)]
    const was = last?.(from)
    if (was !== undefined && s !== undefined && parseNumber(was) !== s)
      say(start, field.name, 'STOCK_START', `上学年末的${field.title}应为上学年冻结的 ${was}`)
    const now = should?.[from]
    if (now !== undefined && e !== undefined && e !== now)
      say(
        end,
        field.name,
        'STOCK_END',
        `本学年末的${field.title}应为 SJ1 的 ${formatNumber(now, countDecimals(field))}`,
      )
    if ([s, i, d, e].includes(undefined)) continue
    const come = (s ?? 0n) + (i ?? 0n) - (d ?? 0n)
    if (come !== e)
      say(
        increase,
        field.name,
        'STOCK_BALANCE',
        `${field.title}：上学年末 + 增加 − 减少 = ${formatNumber(come, countDecimals(field))}，与本学年末不等`,
      )
  }
}
/** The sums of SJ1 in the units of SJ2. */
function findEnd(
  sj1: LayoutTable,
  rows: readonly Row[],
  table: LayoutTable,
  { layout }: All,
): Partial<Record<Derivation, bigint>> {
  const stock = sumStock(
    sj1,
    rows.map((r) => r.cells),
  )
  const large = [...stock.values()].filter((p) => p >= fromYuan(layout.scope.largeYuan))
  const wan = (from: Derivation, n: bigint) => {
    const field = fieldFrom(table, from)
    const unit = findUnit(field ? countDecimals(field) : 0)
    return ((n / 10_000n + unit / 2n) / unit) * unit
  }
  return {
    'stock.count': fromInteger(stock.size),
    'stock.amount': wan('stock.amount', sum(stock.values())),
    'stock.largeCount': fromInteger(large.length),
    'stock.largeAmount': wan('stock.largeAmount', sum(large)),
  }
}
function lastEnd(last: NonNullable<Year['last']>): ((from: Derivation) => string | undefined) | undefined {
  const table = findTable(last.layout, 'SJ2')
  const end = last.rows.find((r) => r.tab === 'SJ2' && r.source === 'stock:end')
  return table && end && ((from) => cellFrom(table, from, end.cells) || undefined)
}

/** Every row of SJ3 must be in SJ1 with the same data, and no precious instrument of SJ1 may be missing. */
function checkPrecious(table: LayoutTable, rows: readonly Row[], y: All, say: Say): void {
  const sj1 = findTable(y.layout, 'SJ1')
  if (!sj1) return
  const all = y.byTab.get('SJ1') ?? []
  const byNumber = new Map(all.map((r) => [cellFrom(sj1, 'device.number', r.cells), r.cells]))
  const here = new Set<string>()
  const numberField = fieldFrom(table, 'device.number')?.name ?? null
  for (const { cells, row } of rows.map((r) => ({ cells: r.cells, row: r }))) {
    const number = cellFrom(table, 'device.number', cells)
    here.add(number)
    const there = byNumber.get(number)
    if (!there) {
      if (number !== '') say(row, numberField, 'NOT_IN_SJ1', `仪器编号 ${number} 不在 SJ1 中`)
      continue
    }
    for (const from of ['device.class', 'device.name', 'device.price'] as const) {
      const field = fieldFrom(table, from)
      const should = cellFrom(sj1, from, there)
      if (field && should !== '' && (cells[field.name] ?? '') !== '' && cells[field.name] !== should)
        say(row, field.name, 'UNLIKE_SJ1', `${field.title}与 SJ1 的“${should}”不一致`)
    }
  }
  const missing = all.filter((r) => {
    const price = parseNumber(cellFrom(sj1, 'device.price', r.cells))
    const wanted = inScope3(cellFrom(sj1, 'device.class', r.cells), price, y.layout)
    return wanted && !here.has(cellFrom(sj1, 'device.number', r.cells))
  })
  if (missing.length > 0) {
    const some = missing.slice(0, 5).map((r) => cellFrom(sj1, 'device.number', r.cells))
    say(
      null,
      null,
      'MISSING_IN_SJ3',
      `SJ1 中有 ${missing.length} 台贵重仪器不在本表：${some.join('、')}${missing.length > 5 ? ' 等' : ''}`,
    )
  }
}

function checkRefers(table: LayoutTable, rows: readonly Row[], y: All, say: Say): void {
  const sj6 = findTable(y.layout, 'SJ6')
  const lists = {
    dept: { known: y.known.depts, word: '平台的单位' },
    lab: { known: y.known.labs, word: '平台的实验室' },
    SJ6: {
      known: new Set(sj6 ? (y.byTab.get('SJ6') ?? []).map((r) => r.cells[sj6.key[0] ?? ''] ?? '') : []),
      word: 'SJ6',
    },
  }
  for (const field of table.fields) {
    if (!field.refers) continue
    const { known, word } = lists[field.refers]
    for (const row of rows) {
      const cell = row.cells[field.name] ?? ''
      if (cell !== '' && !known.has(cell))
        say(row, field.name, 'REFERS', `${field.title}“${cell}”在${word}中不存在`)
    }
  }
}

/** Refuses a table equal to last year's in every cell: the ministry's system rejects it. */
function checkUnlikeLast(table: LayoutTable, rows: readonly Row[], { last, layout }: All, say: Say): void {
  if (!last || !layout.unlikeLastYear.includes(table.tab)) return
  const before = last.rows.filter((r) => r.tab === table.tab)
  if (before.length !== rows.length) return
  const text = (cells: Cells) => JSON.stringify(table.fields.map((f) => cells[f.name] ?? ''))
  const sorted = (of: readonly { cells: Cells }[]) =>
    of.map((r) => text(r.cells)).toSorted((a, b) => (a < b ? -1 : 1))
  const [was, is] = [sorted(before), sorted(rows)]
  if (was.every((line, at) => line === is[at]))
    say(null, null, 'IDENTICAL', `${table.title}与上学年冻结的数据完全相同，上报时会被拒收`)
}

import { listReportedTables, type LayoutTable, type Tab } from '@portal/contract/ministry-report/layout'
import { checkAcross } from './across.rules.ts'
import { countDecimals, inScope1, inScope3, sumCells, UNSTATED } from './draw.rules.ts'
import { findFault } from './field.rules.ts'
import { cellFrom, fieldFrom, findField, makeKey } from './layout.rules.ts'
import { fromInteger, parseNumber, sum, formatNumber, findUnit } from './number.rules.ts'
import type { Issue, Row, Say, Year } from './row.rules.ts'
import { findDays, hoursIn } from './year.rules.ts'

// All issues of a year, each once, at the row and field where it can be corrected.

export function checkYear(y: Year): Issue[] {
  const issues: Issue[] = []
  const byTab = Map.groupBy(y.rows, (r) => r.tab)
  const reported = listReportedTables(y.layout, y.schoolKind)
  for (const table of reported) {
    // Only one issue for each cell, the simplest first: a
    // misspelt value is not also reported as missing elsewhere.
    const told = new Set<string>()
    const say: Say = (row, field, code, message) => {
      const place = `${row?.id ?? ''} ${field ?? code}`
      if (told.has(place)) return
      told.add(place)
      issues.push({ tab: table.tab, rowId: row?.id ?? null, field, code, message })
    }
    const rows = byTab.get(table.tab) ?? []
    if (rows.length === 0) {
      say(null, null, 'EMPTY', `${table.title}没有数据`)
      continue
    }
    checkTable(table, rows, y, say)
    if (table.tab === 'SJ1') checkSj1(table, rows, y, say)
    if (table.tab === 'SJ3') checkSj3(table, rows, y, say)
    checkSums(table, rows, y, byTab, say)
    checkAcross(table, rows, { ...y, byTab }, say)
  }
  return issues
}

/** Checks fields, keys, and the fields of one row against each other. */
function checkTable(table: LayoutTable, rows: readonly Row[], { layout }: Year, say: Say): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const bad = new Set<string>()
    for (const field of table.fields) {
      const fault = findFault(field, row.cells[field.name] ?? '', layout.fixed)
      if (!fault) continue
      bad.add(field.name)
      say(row, field.name, fault.code, fault.message)
    }
    const key = makeKey(table, row.cells)
    if (seen.has(key) && table.key.every((name) => (row.cells[name] ?? '') !== ''))
      say(row, table.key[0] ?? null, 'DUPLICATE', `与前面的一行编号相同`)
    seen.add(key)
    checkWithin(table, row, bad, say)
  }
}

function checkWithin(table: LayoutTable, row: Row, bad: ReadonlySet<string>, say: Say): void {
  const of = (name: string) => parseNumber(row.cells[name] ?? '')
  const titled = (name: string) => findField(table, name)?.title ?? name
  for (const { whole, parts } of table.totals) {
    const numbers = [whole, ...parts].map(of)
    // Unreadable numbers are reported already.
    if ([whole, ...parts].some((name) => bad.has(name)) || numbers.includes(undefined)) continue
    const [total = 0n, ...some] = numbers as bigint[] // none is undefined, as asked above
    const field = findField(table, whole)
    const come = sum(some)
    if (field && come !== total)
      say(row, whole, 'TOTAL', `${field.title}应为各项之和 ${formatNumber(come, countDecimals(field))}`)
  }
  for (const { part, whole } of table.within) {
    const [some, all] = [of(part), of(whole)]
    if (bad.has(part) || bad.has(whole) || some === undefined || all === undefined || some <= all) continue
    say(row, part, 'PART', `${titled(part)}大于${titled(whole)}`)
  }
}

function checkSj1(table: LayoutTable, rows: readonly Row[], { layout, year }: Year, say: Say): void {
  const lastMonth = findDays(year).to.slice(0, 7).replace('-', '')
  const bought = fieldFrom(table, 'device.boughtOn')?.name ?? null
  for (const row of rows) {
    const price = parseNumber(cellFrom(table, 'device.price', row.cells))
    if (price !== undefined && !inScope1(cellFrom(table, 'device.class', row.cells), price, layout))
      say(row, null, 'SCOPE', '单价低于上报限额，或分类属于不上报的大类')
    const month = cellFrom(table, 'device.boughtOn', row.cells)
    if (/^\d{6}$/.test(month) && month > lastMonth)
      say(row, bought, 'BOUGHT_LATE', `购置年月 ${month} 晚于学年末 ${lastMonth}`)
  }
}

function checkSj3(table: LayoutTable, rows: readonly Row[], { layout, year }: Year, say: Say): void {
  const { minHours } = layout.scope
  const most = fromInteger(hoursIn(year))
  for (const row of rows) {
    const { cells } = row
    const hours = (['hours.teaching', 'hours.research', 'hours.service'] as const).map((from) =>
      parseNumber(cellFrom(table, from, cells)),
    )
    const price = parseNumber(cellFrom(table, 'device.price', cells))
    if (price !== undefined && !inScope3(cellFrom(table, 'device.class', cells), price, layout))
      say(row, null, 'SCOPE', '不在贵重仪器的分类或限额范围内')
    const unstated = Number(row.drawn[UNSTATED] ?? 0)
    if (unstated > 0)
      say(
        row,
        null,
        'HOURS_UNSTATED',
        `另有 ${(unstated / 60).toFixed(1)} 小时没有填写用途，未计入教学、科研、社会服务机时`,
      )
    if (hours.includes(undefined)) continue
    const total = sum(hours as bigint[]) // none is undefined, as asked above
    const shown = formatNumber(total, 0)
    if (total < fromInteger(minHours))
      say(row, null, 'HOURS_FEW', `全年使用 ${shown} 小时，少于 ${minHours} 小时，请说明原因`)
    if (total > most) say(row, null, 'HOURS_MANY', `全年使用 ${shown} 小时，多于学年的总小时数`)
    const openField = fieldFrom(table, 'hours.open')
    const open = parseNumber(cellFrom(table, 'hours.open', cells))
    // The four numbers are rounded separately.
    const rounding = 2n * findUnit(openField ? countDecimals(openField) : 0)
    if (openField && open !== undefined && open > total + rounding)
      say(row, openField.name, 'HOURS_OPEN', `${openField.title}大于教学、科研、社会服务机时之和`)
  }
}

/** A cell that sums another table must equal that sum, unless it was typed over. */
function checkSums(
  table: LayoutTable,
  rows: readonly Row[],
  { schoolCode, layout, schoolKind }: Year,
  byTab: ReadonlyMap<Tab, readonly Row[]>,
  say: Say,
): void {
  if (!table.fields.some((f) => f.sum)) return
  const reported = new Set(listReportedTables(layout, schoolKind).map((t) => t.tab))
  const come = sumCells(
    table,
    // a layout only names existing tables
    (tab) => (reported.has(tab as Tab) ? (byTab.get(tab as Tab) ?? []).map((r) => r.cells) : undefined),
    schoolCode,
  )
  for (const row of rows)
    for (const field of table.fields) {
      const [is, should] = [row.cells[field.name] ?? '', come[field.name]]
      if (!field.sum || should === undefined || is === '' || parseNumber(is) === parseNumber(should)) continue
      say(row, field.name, 'SUMS', `${field.title}为 ${is}，按 ${field.sum.tab} 合计应为 ${should}`)
    }
}

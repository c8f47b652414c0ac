import { issueCodes, issueWords } from '@portal/contract/ministry-report/issue'
import {
  isOfSchool,
  findTable,
  type Layout,
  type SchoolKind,
  type Tab,
} from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { check, readWhole } from './check.action.ts'
import { drawBooks } from './draw.action.ts'
import { fromYuan } from './draw.rules.ts'
import * as issueStore from './issue.store.ts'
import { cellFrom, fieldFrom } from './layout.rules.ts'
import { parseNumber, formatNumber } from './number.rules.ts'
import * as rowStore from './row.store.ts'
import { stockLines } from './stock.rules.ts'
import * as versionStore from './version.store.ts'
import { findYear } from './year.rules.ts'
import * as yearStore from './year.store.ts'

// Creates past school years of a campus, for the demo.

export interface PastYear {
  year: number
  schoolCode: string
  schoolKind: SchoolKind
  basis: string
  /** The changes that the campus's office made to the layout. */
  layout: (given: Layout) => Layout
  rows: Partial<Record<Tab, readonly Cells[]>>
  /** The explanation of all issues before the year was frozen; null: the year is not frozen. */
  explained: string | null
}

/**
 * Opens a year, draws it, types its rows, and freezes it if it
 * has an explanation. Throws if an issue stays unexplained.
 */
export async function recordYear(w: yearStore.Writer, past: PastYear): Promise<void> {
  const { year, rows, explained } = past
  const given = (await yearStore.layoutBefore(w.db, year)) ?? (await yearStore.starter(w.db))
  await yearStore.add(w, { ...past, layout: past.layout(given.layout) })
  const whole = await readWhole(w, year)
  await drawBooks(w, whole)
  await yearStore.setDrawn(w, year)
  await check(w, year)
  if (!whole.last) await countStock(w, year, whole.layout)
  // the keys are tables by the type
  for (const tab of Object.keys(rows) as Tab[]) await type(w, year, tab, rows[tab] ?? [])
  const { rows: made } = await check(w, year)
  if (explained === null) return
  const codes = issueCodes.filter((c) => issueWords[c].explainable)
  await issueStore.explainAll(w, year, codes, explained)
  const left = (await issueStore.all(w.db, year)).filter((i) => i.words === null)
  if (left.length > 0) throw new Error(`${year} cannot be frozen: ${left[0]?.tab} ${left[0]?.message}`)
  const issues = (await issueStore.all(w.db, year)).map(({ tab, rowId, field, code, message, words }) => ({
    tab,
    row: rowId,
    field,
    code,
    message,
    words,
  }))
  await versionStore.freeze(w, { year, number: 1, why: null, issues }, made)
}

async function type(w: yearStore.Writer, year: number, tab: Tab, cells: readonly Cells[]): Promise<void> {
  if (!isOfSchool(tab)) await rowStore.add(w, { year, tab, deptId: null, cells })
  else
    for (const r of await rowStore.all(w.db, year, tab))
      await rowStore.type(w, r.id, { ...r.typed, ...cells[0] })
}

/**
 * The first year has no earlier one to take its opening stock from: instruments bought in the year count as
 * increase, all others as opening stock.
 */
async function countStock(w: yearStore.Writer, year: number, layout: Layout): Promise<void> {
  const sj1 = findTable(layout, 'SJ1')
  const sj2 = findTable(layout, 'SJ2')
  if (!sj1 || !sj2) return
  const lines = new Map((await rowStore.all(w.db, year, 'SJ2')).map((r) => [r.source, r]))
  const bought = (await rowStore.all(w.db, year, 'SJ1')).filter(({ drawn }) => {
    const month = cellFrom(sj1, 'device.boughtOn', drawn)
    return /^\d{6}$/.test(month) && findYear(`${month.slice(0, 4)}-${month.slice(4)}-01`) === year
  })
  const prices = bought.map((r) => parseNumber(cellFrom(sj1, 'device.price', r.drawn)) ?? 0n)
  const large = prices.filter((p) => p >= fromYuan(layout.scope.largeYuan))
  const wan = (of: readonly bigint[]) =>
    parseNumber(formatNumber(of.reduce((a, b) => a + b, 0n) / 10_000n, 2)) ?? 0n
  const came = [
    ['stock.count', BigInt(prices.length) * 1_000_000n, 0],
    ['stock.amount', wan(prices), 2],
    ['stock.largeCount', BigInt(large.length) * 1_000_000n, 0],
    ['stock.largeAmount', wan(large), 2],
  ] as const
  for (const line of stockLines) {
    const row = lines.get(`stock:${line}`)
    if (!row || line === 'end') continue
    const cells: Cells = {}
    for (const [from, increase, places] of came) {
      const field = fieldFrom(sj2, from)
      const end = parseNumber(cellFrom(sj2, from, lines.get('stock:end')?.drawn ?? {})) ?? 0n
      const value = { start: end - increase, increase, decrease: 0n }[line]
      if (!field) continue
      cells[field.name] = formatNumber(value, places)
      const said = {
        field: field.name,
        drawn: '',
        value: cells[field.name] ?? '',
        reason: '按上学年上报表填写',
      }
      await rowStore.correct(w, row, said)
    }
    await rowStore.type(w, row.id, { ...row.typed, ...cells })
  }
}

import {
  isOfColleges,
  isOfSchool,
  listReportedTables,
  findTable,
  type Layout,
  type SchoolKind,
  type Tab,
} from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { notFound } from '../../kernel/refuse.ts'
import * as books from './books.store.ts'
import { checkYear } from './check.rules.ts'
import { sumCells } from './draw.rules.ts'
import * as issueStore from './issue.store.ts'
import { cellFrom, fieldFrom } from './layout.rules.ts'
import type { Issue, LastYear, Row } from './row.rules.ts'
import * as rowStore from './row.store.ts'
import { sj2Cells, stockLines, sumStock, type LastEnd } from './stock.rules.ts'
import * as versionStore from './version.store.ts'
import * as yearStore from './year.store.ts'

type Writer = yearStore.Writer

/** Everything about a year that drawing and checking need. */
export interface Whole {
  year: number
  layout: Layout
  schoolKind: SchoolKind
  schoolCode: string | null
  last: LastYear | null
}
export async function readWhole(ctx: Writer, year: number): Promise<Whole> {
  const found = await yearStore.find(ctx.db, year)
  const layout = await yearStore.findLayout(ctx.db, year)
  if (!found || !layout) throw notFound('上报学年')
  const frozen = await versionStore.find(ctx.db, year - 1)
  const last = frozen && {
    layout: frozen.layout,
    rows: await versionStore.rows(ctx.db, frozen.id),
  }
  return { year, layout, schoolKind: found.schoolKind, schoolCode: found.schoolCode, last: last ?? null }
}

const showRow = (r: rowStore.RowRecord): Row => ({ ...r, cells: { ...r.drawn, ...r.typed } })

function findEnd(last: LastYear): LastEnd | null {
  const sj1 = findTable(last.layout, 'SJ1')
  const sj2 = findTable(last.layout, 'SJ2')
  const end = last.rows.find((r) => r.source === 'stock:end')
  if (!sj1 || !sj2 || !end) return null
  const said = (['stock.count', 'stock.amount', 'stock.largeCount', 'stock.largeAmount'] as const).flatMap(
    (from) => {
      const cell = cellFrom(sj2, from, end.cells)
      return cell === '' ? [] : [[from, cell] as const]
    },
  )
  const rows = last.rows.filter((r) => r.tab === 'SJ1').map((r) => r.cells)
  return { end: Object.fromEntries(said), stock: sumStock(sj1, rows) }
}

/**
 * Computes anew what depends on the year's settings and its other
 * tables: SJ2 from SJ1, and the tables with one row from all others.
 */
async function follow(ctx: Writer, whole: Whole): Promise<void> {
  const { year, layout, schoolCode, schoolKind, last } = whole
  const reported = listReportedTables(layout, schoolKind)
  for (const table of reported) {
    const code = fieldFrom(table, 'school.code')
    if (code && schoolCode && isOfColleges(table.tab))
      await rowStore.setCode(ctx, year, table.tab, code.name, schoolCode)
  }
  const cells = new Map<Tab, Cells[]>()
  for (const r of await rowStore.all(ctx.db, year)) {
    const of = cells.get(r.tab) ?? []
    of.push({ ...r.drawn, ...r.typed })
    cells.set(r.tab, of)
  }
  const draw = async (tab: Tab, rows: readonly rowStore.DrawnRow[]) => {
    await rowStore.draw(ctx, year, tab, rows)
    cells.set(
      tab,
      (await rowStore.all(ctx.db, year, tab)).map((r) => ({ ...r.drawn, ...r.typed })),
    )
  }
  const sj1 = findTable(layout, 'SJ1')
  const sj2 = findTable(layout, 'SJ2')
  const stock = cells.get('SJ1')
  if (sj1 && sj2 && stock) {
    const after = sumStock(sj1, stock)
    const lines = sj2Cells(sj2, { after, last: last && findEnd(last), layout, schoolCode })
    await draw(
      'SJ2',
      stockLines.map((line) => ({ source: `stock:${line}`, drawn: lines[line] })),
    )
  }
  const isReported = (tab: string) => reported.some((t) => t.tab === tab)
  for (const table of reported) {
    if (!isOfSchool(table.tab)) continue
    // A layout only names existing tables; a table without rows sums to 0.
    const drawn = sumCells(
      table,
      (tab) => (isReported(tab) ? (cells.get(tab as Tab) ?? []) : undefined),
      schoolCode,
    )
    await draw(table.tab, [{ source: 'school', drawn }])
  }
}

/**
 * Computes the dependent tables, checks everything, and stores
 * what was found. The caller must hold the lock on the year's row.
 */
export async function check(
  ctx: Writer,
  year: number,
): Promise<{ issues: Issue[]; rows: Row[]; whole: Whole }> {
  const whole = await readWhole(ctx, year)
  return rowStore.unnoted(ctx.db, async () => {
    await follow(ctx, whole)
    // Rows of tables that the school does not report (any more) are ignored.
    const reported = listReportedTables(whole.layout, whole.schoolKind).map((t) => t.tab)
    const rows = (await rowStore.all(ctx.db, year)).map(showRow).filter((r) => reported.includes(r.tab))
    const issues = checkYear({ ...whole, rows, known: await books.numbers(ctx.db) })
    await issueStore.keep(ctx, year, issues)
    await yearStore.setChecked(ctx, year)
    return { issues, rows, whole }
  })
}
export const openIn = async (ctx: Writer, year: number): Promise<number> =>
  (await yearStore.find(ctx.db, year))?.open ?? 0

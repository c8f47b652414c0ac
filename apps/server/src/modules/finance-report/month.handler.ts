import {
  financeRefusals,
  openMatters,
  matterWords,
  warnedMatters,
  type financeReportCalls,
  type MatterRow,
  type MonthState,
} from '@portal/contract/finance-report/finance-report'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import { findDays, listMonths, findNextMonth, findState, type Books } from './month.rules.ts'
import * as journal from './journal.store.ts'
import * as store from './month.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import { readPeriod } from './scope.action.ts'
import { KEPT_REPORTS, readLines, wasNotKept } from './snapshot.action.ts'

type Calls = typeof financeReportCalls
const EVERYTHING = { labIds: null, payerId: null, ownerId: null }
async function listBooks(ctx: Ctx): Promise<Books> {
  const running = findToday(ctx).slice(0, 7)
  return { ...(await store.books(ctx.db, ctx.env.CAMPUS_TZ)), running }
}
const listActions = (ctx: Ctx, state: MonthState) => [
  ...(state === 'next' && ctx.holds(...edit('FINANCIAL')) ? (['close'] as const) : []),
  ...(['vouchers'] as const),
]
const periodOfMonth = (ctx: Ctx, month: string) => {
  const { from, to } = findDays(month)
  return readPeriod(ctx, from, to)
}

export async function months(ctx: Ctx, { query: { year } }: Parsed<Calls['months']>) {
  const books = await listBooks(ctx)
  const closed = new Map((await store.closedIn(ctx.db, year)).map((m) => [m.month, m]))
  const sums = await journal.sumMonths(ctx.db, readPeriod(ctx, `${year}-01-01`, `${year}-12-31`))
  const [first, last] = [books.first ?? books.running, books.running].map((m) => Number(m.slice(0, 4))) as [
    number,
    number,
  ]
  return {
    items: listMonths(year, books).map((month) => {
      const state = findState(month, books)
      return {
        month,
        state,
        sums: sums.get(month) ?? journal.NO_SUMS,
        closedAt: closed.get(month)?.closedAt ?? null,
        closedBy: closed.get(month)?.closedBy ?? null,
        can: listActions(ctx, state),
      }
    }),
    years: Array.from({ length: last - first + 1 }, (_, i) => last - i),
    asOf: ctx.now,
  }
}

/** What has to be decided before a month is closed (`open`), and what is only reported (`warnings`). */
async function listMatters(ctx: Ctx, month: string): Promise<{ open: MatterRow[]; warnings: MatterRow[] }> {
  const { until } = periodOfMonth(ctx, month)
  const found = await store.open(ctx.db, until)
  const { orders, totalFen } = await outstandingStore.sumOwed(ctx.db, { until }, EVERYTHING)
  const oldest = await outstandingStore.unpaid(ctx.db, { until }, EVERYTHING, { page: 0, size: 20 })
  const all: MatterRow[] = [
    ...found,
    ...(orders > 0
      ? [
          {
            code: 'unpaid' as const,
            count: orders,
            amountFen: totalFen,
            rows: oldest.rows.map((o) => ({ of: 'test_order' as const, id: o.id })),
          },
        ]
      : []),
    ...((await store.hasShares(ctx.db, Number(month.slice(0, 4))))
      ? []
      : [{ code: 'shares' as const, count: 1, amountFen: 0, rows: [] }]),
  ]
  const among = (codes: readonly string[]) => all.filter((m) => codes.includes(m.code))
  return { open: among(openMatters), warnings: among(warnedMatters) }
}

export async function showMonth(ctx: Ctx, { params: { month } }: Parsed<Calls['month']>) {
  const books = await listBooks(ctx)
  if (books.first === null || month < books.first || month > books.running) throw notFound('月份')
  const state = findState(month, books)
  const period = periodOfMonth(ctx, month)
  const closed = await store.find(ctx.db, month)
  const matters = closed ? { open: [], warnings: closed.warnings } : await listMatters(ctx, month)
  return {
    month,
    ...findDays(month),
    state,
    sums: (await journal.sumMonths(ctx.db, period)).get(month) ?? journal.NO_SUMS,
    closedAt: closed?.closedAt ?? null,
    closedBy: closed?.closedBy ?? null,
    can: listActions(ctx, state),
    ...matters,
    agrees: closed ? await agrees(ctx, month) : null,
    reports: closed ? await store.reports(ctx.db, month) : [],
    asOf: ctx.now,
  }
}

/** Whether the figures computed now equal the frozen ones. Compares the reports with few rows only. */
async function agrees(ctx: Ctx, month: string): Promise<boolean> {
  const text = (lines: readonly store.Line[]) =>
    JSON.stringify(
      lines
        .map((l) => [l.key, Object.entries(l.figures).toSorted(([a], [b]) => (a < b ? -1 : 1))])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
  for (const report of ['summary', 'dept', 'lab', 'fee', 'way', 'card', 'distribution'] as const) {
    const kept = await store.kept(ctx.db, month, report)
    const keys = new Set(kept.map((l) => l.key))
    const now = await readLines(ctx.db, report, periodOfMonth(ctx, month))
    const compared = report === 'card' ? now.filter((l) => keys.has(l.key) || !wasNotKept(l)) : now
    if (text(compared) !== text(kept)) return false
  }
  return true
}

/**
 * Closes a month for good: its figures are frozen, and nothing can be posted
 * into it any more. Refuses months out of order or with open matters.
 */
export async function close(ctx: Ctx, { params: { month } }: Parsed<Calls['close']>) {
  ctx.target = `finance_month ${month}`
  await store.lock(ctx)
  const books = await listBooks(ctx)
  const closed = await store.find(ctx.db, month)
  if (closed) throw refuse('MONTH_CLOSED', `${month} 已由 ${closed.closedBy ?? '系统'} 结账`, { status: 409 })
  if (month >= books.running) throw refuse('MONTH_NOT_OVER', financeRefusals.MONTH_NOT_OVER)
  const next = findNextMonth(books)
  if (next === null || month < next) throw refuse('MONTH_EMPTY', financeRefusals.MONTH_EMPTY)
  if (month !== next) throw refuse('MONTH_ORDER', `${financeRefusals.MONTH_ORDER}（${next}）`)
  const { open, warnings } = await listMatters(ctx, month)
  if (open.length > 0)
    throw refuse('MONTH_OPEN', financeRefusals.MONTH_OPEN, {
      reasons: open.map((m) => ({
        code: 'MONTH_OPEN',
        message: m.code === 'shares' ? matterWords.shares : `${matterWords[m.code]}（${m.count} 项）`,
      })),
    })
  const period = periodOfMonth(ctx, month)
  await store.close({ db: ctx.db, now: ctx.now, userId: ctx.me.id }, month, period, warnings)
  for (const report of KEPT_REPORTS)
    await store.keep(ctx.db, month, report, await readLines(ctx.db, report, period))
  return { month }
}

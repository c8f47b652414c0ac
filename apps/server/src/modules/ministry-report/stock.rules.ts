import type { Derivation, Layout, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { counted, countDecimals, fill, fromYuan, said } from './draw.rules.ts'
import { cellFrom, fieldFrom, mapped } from './layout.rules.ts'
import { parseNumber, sum, formatNumber, findUnit } from './number.rules.ts'

// SJ2: the stock of instruments at the start, increase and decrease, and the stock at the end.

export const stockLines = ['start', 'increase', 'decrease', 'end'] as const
export type StockLine = (typeof stockLines)[number]
/** Instruments by number, with their price in millionths of a yuan. */
export type Stock = ReadonlyMap<string, bigint>
export function sumStock(table: LayoutTable, rows: Iterable<Cells>): Stock {
  const stock = new Map<string, bigint>()
  for (const cells of rows) {
    const number = cellFrom(table, 'device.number', cells)
    stock.set(number, (stock.get(number) ?? 0n) + (parseNumber(cellFrom(table, 'device.price', cells)) ?? 0n))
  }
  return stock
}
interface Moved {
  count: number
  amount: bigint
}
const NONE: Moved = { count: 0, amount: 0n }

/**
 * Increase and decrease between two stocks: numbers of instruments,
 * and amounts including price changes of those that stayed.
 */
export function move(before: Stock, after: Stock): { increase: Moved; decrease: Moved } {
  const increase = { ...NONE }
  const decrease = { ...NONE }
  for (const [number, price] of after) {
    const was = before.get(number)
    if (was === undefined) increase.count += 1
    const more = price - (was ?? 0n)
    if (more > 0n) increase.amount += more
    else decrease.amount -= more
  }
  for (const [number, price] of before)
    if (!after.has(number)) {
      decrease.count += 1
      decrease.amount += price
    }
  return { increase, decrease }
}
const WAN = 10_000n
const findWhole = (stock: Stock): Moved => ({ count: stock.size, amount: sum(stock.values()) })
const from = (stock: Stock, least: bigint): Stock => new Map([...stock].filter(([, p]) => p >= least))

export interface LastEnd {
  /** Cells of last year's line "end", by their source. */
  end: Partial<Record<Derivation, string>>
  stock: Stock
}

/**
 * The four lines of SJ2. Without a frozen previous year, only the end is known. Amounts are in 万元 and
 * rounded; the side with a movement takes the rounding difference, so that the four lines balance.
 */
export function sj2Cells(
  table: LayoutTable,
  {
    after,
    last,
    layout,
    schoolCode,
  }: { after: Stock; last: LastEnd | null; layout: Layout; schoolCode: string | null },
): Record<StockLine, Cells> {
  const large = fromYuan(layout.scope.largeYuan)
  const parts = [
    { count: 'stock.count', amount: 'stock.amount', of: (s: Stock) => s },
    { count: 'stock.largeCount', amount: 'stock.largeAmount', of: (s: Stock) => from(s, large) },
  ] as const
  const figures: Record<StockLine, Partial<Record<Derivation, string>>> = {
    start: {},
    increase: {},
    decrease: {},
    end: {},
  }
  for (const { count, amount, of } of parts) {
    const countField = fieldFrom(table, count)
    const amountField = fieldFrom(table, amount)
    const places = amountField ? countDecimals(amountField) : 0
    const wan = (n: bigint) => roundedTo(n / WAN, places)
    const end = findWhole(of(after))
    if (countField) figures.end[count] = counted(end.count)(countField)
    figures.end[amount] = formatNumber(wan(end.amount), places)
    if (!last) continue
    const { increase, decrease } = move(of(last.stock), of(after))
    const start = last.end[amount] ?? formatNumber(wan(findWhole(of(last.stock)).amount), places)
    figures.start[count] = last.end[count] ?? String(findWhole(of(last.stock)).count)
    figures.start[amount] = start
    if (countField) {
      figures.increase[count] = counted(increase.count)(countField)
      figures.decrease[count] = counted(decrease.count)(countField)
    }
    // Rounding can lose at most a unit for each of the four. A
    // larger gap is not due to rounding, and the check reports it.
    const [inc, dec] = [wan(increase.amount), wan(decrease.amount)]
    const gap = wan(end.amount) - (parseNumber(start) ?? 0n) - (inc - dec)
    const rounding = abs(gap) <= 2n * findUnit(places) ? gap : 0n
    const onIncrease = increase.amount > 0n
    figures.increase[amount] = formatNumber(onIncrease ? inc + rounding : inc, places)
    figures.decrease[amount] = formatNumber(onIncrease ? dec : dec - rounding, places)
  }
  const line = (key: StockLine): Cells =>
    fill(table, {
      'school.code': said(schoolCode),
      'stock.line': (f) => mapped(f, key),
      ...Object.fromEntries(Object.entries(figures[key]).map(([k, v]) => [k, () => v])),
    })
  return { start: line('start'), increase: line('increase'), decrease: line('decrease'), end: line('end') }
}
const abs = (n: bigint) => (n < 0n ? -n : n)
const roundedTo = (n: bigint, places: number): bigint => {
  const unit = findUnit(places)
  return ((n + unit / 2n) / unit) * unit
}

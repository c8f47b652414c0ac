/** From the first day to the last, both included. */
export interface Span {
  from: string
  to: string
}
/** A month `YYYY-MM`, a year `YYYY`, or chosen days. */
export interface Period extends Span {
  name: string
}
export const CUSTOM = 'custom'
const MONTHS_BACK = 18

const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
const findSpan = (name: string): Span =>
  name.length === 4
    ? { from: `${name}-01-01`, to: `${name}-12-31` }
    : { from: `${name}-01`, to: lastDay(name) }
/** The days of a month that lie in a period: the figures of the month's row count only these. */
export function cutMonth(month: string, { from, to }: Span): Span {
  const whole = findSpan(month)
  return { from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to }
}

const isDay = (text: string | null): text is string =>
  text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The period in an address; invalid parameters give the current month. */
export function readPeriod(search: URLSearchParams, today: string): Period {
  const name = search.get('period') ?? ''
  const [from, to] = [search.get('from'), search.get('to')]
  if (name === CUSTOM && isDay(from) && isDay(to)) return { name, from, to }
  const known = /^20\d{2}(-(0[1-9]|1[0-2]))?$/.test(name) ? name : today.slice(0, 7)
  return { name: known, ...findSpan(known) }
}

/**
 * The year of months to close: the one in the address, otherwise this year. In January it is the year before,
 * because the month to be closed is December.
 */
export function readClosingYear(search: URLSearchParams, today: string): number {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Number(search.get('year') ?? (month === 1 ? year - 1 : year))
}

const findWord = (name: string): string =>
  name.length === 4 ? `${name} 年全年` : `${name.slice(0, 4)} 年 ${Number(name.slice(5))} 月`
/** Options: the last months, two years, chosen days; and the period in the address. */
export function periodOptions(today: string, chosen: string): { value: string; label: string }[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const months = Array.from({ length: MONTHS_BACK }, (_, i) =>
    new Date(Date.UTC(year, month - 1 - i, 1)).toISOString().slice(0, 7),
  )
  const names = [...months, String(year), String(year - 1)]
  if (chosen !== CUSTOM && !names.includes(chosen)) names.push(chosen)
  return [...names.map((value) => ({ value, label: findWord(value) })), { value: CUSTOM, label: '自定日期' }]
}

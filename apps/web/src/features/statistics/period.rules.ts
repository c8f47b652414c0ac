/** Periods to choose from; all but the last are whole months of the campus calendar. */
export const periods = [
  'month',
  'lastMonth',
  'schoolYear',
  'lastSchoolYear',
  'year',
  'lastYear',
  'custom',
] as const
export type PeriodName = (typeof periods)[number]
export const periodWords: Record<PeriodName, string> = {
  month: '本月',
  lastMonth: '上月',
  schoolYear: '本学年',
  lastSchoolYear: '上学年',
  year: '今年',
  lastYear: '去年',
  custom: '自定',
}
/** The default period: long enough for a chart. */
export const USUAL_PERIOD = 'schoolYear'
const SEPTEMBER = 9

/** From the first day to the last, both included. */
export interface Span {
  from: string
  to: string
}

const findDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
/** `count` whole months; a month number below 1 belongs to the previous year. */
const wholeMonths = (year: number, month: number, count: number): Span => ({
  from: findDay(year, month, 1),
  to: findDay(year, month + count, 0),
})
const listNumbers = (day: string): [year: number, month: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
]

/** The days of a period. A school year runs from 1 September to 31 August. `today`: the campus day. */
export function findSpan(period: Exclude<PeriodName, 'custom'>, today: string): Span {
  const [year, month] = listNumbers(today)
  const begun = month >= SEPTEMBER ? year : year - 1
  const spans: Record<typeof period, Span> = {
    month: wholeMonths(year, month, 1),
    lastMonth: wholeMonths(year, month - 1, 1),
    schoolYear: wholeMonths(begun, SEPTEMBER, 12),
    lastSchoolYear: wholeMonths(begun - 1, SEPTEMBER, 12),
    year: wholeMonths(year, 1, 12),
    lastYear: wholeMonths(year - 1, 1, 12),
  }
  return spans[period]
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The period in an address; invalid parameters give the default. */
export function readPeriod(search: URLSearchParams, today: string): Span & { period: PeriodName } {
  const period = periods.find((p) => p === search.get('period')) ?? USUAL_PERIOD
  if (period !== 'custom') return { period, ...findSpan(period, today) }
  const [from, to] = [search.get('from'), search.get('to')]
  return isDay(from) && isDay(to)
    ? { period, from, to }
    : { period: USUAL_PERIOD, ...findSpan(USUAL_PERIOD, today) }
}

/**
 * The months of a period that have begun, as `YYYY-MM`: a chart shows months without uses, but no future
 * ones.
 */
export function listMonths({ from, to }: Span, today: string): string[] {
  const [[year, month], last] = [listNumbers(from), (to < today ? to : today).slice(0, 7)]
  const months: string[] = []
  for (let i = 0; ; i++) {
    const at = findDay(year, month + i, 1).slice(0, 7)
    if (at > last) return months
    months.push(at)
  }
}

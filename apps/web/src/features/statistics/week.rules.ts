import type { Pivot } from '@portal/contract/statistics/pivot'

/** The uses that began in an hour of the day, for each weekday from Monday on. */
export interface HourUses {
  hour: number
  uses: readonly number[]
}

const WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const
/**
 * The number of uses by hour and weekday, from a table with hours as rows, weekdays as columns and `uses` as
 * its measure. Lists every hour from the first with uses to the last; none without uses.
 */
export function listHours({ rows, columns }: Pick<Pivot, 'rows' | 'columns'>): HourUses[] {
  const places = WEEK.map((day) => columns.findIndex((c) => c.key === day))
  const known = new Map(rows.map((r) => [Number(r.at[0]?.key), r.cells]))
  // A fee without a use has its row, too.
  const used = rows.flatMap((r) => ((r.sum[0] ?? 0) > 0 ? [Number(r.at[0]?.key)] : []))
  if (used.length === 0) return []
  const first = Math.min(...used)
  return Array.from({ length: Math.max(...used) - first + 1 }, (_, i) => {
    const cells = known.get(first + i)
    return { hour: first + i, uses: places.map((at) => cells?.[at]?.[0] ?? 0) }
  })
}

const SHADES = 4
/** How dark a cell is: 0 without uses, up to 4. */
export const findShade = (uses: number, most: number): number => Math.ceil((uses / most) * SHADES)

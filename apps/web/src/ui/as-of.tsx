import { formatClock, formatDay, formatMinute } from '../lib/format.ts'

/** The time of the figures: the ledger is up to a minute behind (docs/decisions/063). */
export function AsOf({ at }: { at: string | undefined }) {
  if (!at) return null
  const today = formatDay(at) === formatDay(new Date())
  return <span className="muted">数据截至 {today ? formatClock(at) : formatMinute(at)}</span>
}

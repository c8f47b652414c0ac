import { formatClock, formatDay, formatMinute } from '../lib/format.ts'

/** How old the figures are: the ledger follows what happens by a minute (docs/decisions/063). */
export function AsOf({ at }: { at: string | undefined }) {
  if (!at) return null
  const today = formatDay(at) === formatDay(new Date())
  return <span className="muted">数据截至 {today ? formatClock(at) : formatMinute(at)}</span>
}

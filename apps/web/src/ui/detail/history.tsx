import type { HistoryEntry } from '@portal/contract/kernel/rows'
import { formatMinute } from '../../lib/format.ts'
import './detail.css'

/** Who did what and when, in the order of `entries`. */
export function History({
  entries,
  label = '办理记录',
}: {
  entries: readonly HistoryEntry[]
  label?: string
}) {
  return (
    <ol className="history" aria-label={label}>
      {entries.map((e, i) => (
        <li key={`${e.event}${e.at}${i}`}>
          <time dateTime={e.at}>{formatMinute(e.at)}</time>
          <div>
            <b>{e.title}</b> <span className="muted">{e.who}</span>
            {e.reason && <p>{e.reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

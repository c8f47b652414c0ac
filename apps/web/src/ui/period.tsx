import { formatPeriod } from '../lib/format.ts'

/** 09:30–11:00, never broken at its dash. */
export const Span = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{children}</span>

/** 2025-11-21 周五 09:30–11:00; where there is no room the hours stand below the day, whole. */
export function Period({ from, to }: { from: string | null; to: string | null | undefined }) {
  const words = formatPeriod(from, to)
  const hours = words.includes('–') ? words.lastIndexOf(' ') + 1 : 0
  return hours > 0 ? (
    <span>
      {words.slice(0, hours)}
      <Span>{words.slice(hours)}</Span>
    </span>
  ) : (
    words
  )
}

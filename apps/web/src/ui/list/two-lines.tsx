import type { ReactNode } from 'react'

/**
 * Two related facts of a row in one cell. Each has its own line, truncated with …; the full text shows on
 * hover, on phones and on paper.
 */
export function TwoLines({
  first,
  second,
}: {
  first: ReactNode
  /** If empty, the line is omitted. */
  second: string | null | undefined
}) {
  return (
    <span className="two-lines">
      <span title={typeof first === 'string' ? first : undefined}>{first}</span>
      {second && (
        <span className="muted" title={second}>
          {second}
        </span>
      )}
    </span>
  )
}

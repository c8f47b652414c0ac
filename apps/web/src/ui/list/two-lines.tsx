import type { ReactNode } from 'react'

/**
 * Two facts of a row that belong together, in one cell: each has its line, which ends in … where there is no
 * more room, and is whole under the pointer, on phones and on paper.
 */
export function TwoLines({
  first,
  second,
}: {
  first: ReactNode
  /** Nothing to say, no line. */
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

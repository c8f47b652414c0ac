import { Fragment } from 'react'
import { formatBrief, formatPeriod } from '../lib/format.ts'

/** 09:30–11:00, never broken at its dash. */
export const Span = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{children}</span>
)

interface Props {
  from: string | null
  to: string | null | undefined
  /** For a list: 11-21 09:30–11:00. The full period shows on hover. */
  brief?: boolean
}

/** 2025-11-21 周五 09:30–11:00; if the width is short, the hours wrap below the day as a whole. */
export const Period = ({ from, to, brief = false }: Props) => {
  const whole = formatPeriod(from, to)
  // A brief period never wraps; one over two days wraps between the days.
  const parts = brief ? formatBrief(from, to).split(/ (?=至 )/) : whole.split(/ (?=至 |\d\d:\d\d–)/)
  return (
    <span title={brief ? whole : undefined}>
      {parts.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <Span>{part}</Span>
        </Fragment>
      ))}
    </span>
  )
}

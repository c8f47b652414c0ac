import { Fragment } from 'react'
import { formatBrief, formatPeriod } from '../lib/format.ts'

/** 09:30–11:00, never broken at its dash. */
export const Span = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{children}</span>
)

interface Props {
  from: string | null
  to: string | null | undefined
  /** Among many in a list: 11-21 09:30–11:00. The whole of it is told by the pointer. */
  brief?: boolean
}

/** 2025-11-21 周五 09:30–11:00; where there is no room the hours stand below the day, each of them whole. */
export const Period = ({ from, to, brief = false }: Props) => {
  const whole = formatPeriod(from, to)
  // A brief one is short enough to stand in one piece; of two days each is one.
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

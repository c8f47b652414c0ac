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
export const Period = ({ from, to, brief = false }: Props) => (
  <span title={brief ? formatPeriod(from, to) : undefined}>
    {(brief ? formatBrief(from, to) : formatPeriod(from, to)).split(/ (?=至 |\d\d:\d\d–)/).map((part, i) => (
      <Fragment key={part}>
        {i > 0 && ' '}
        <Span>{part}</Span>
      </Fragment>
    ))}
  </span>
)

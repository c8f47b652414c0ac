import { Fragment } from 'react'
import { formatPeriod } from '../lib/format.ts'

/** 09:30–11:00, never broken at its dash. */
export const Span = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{children}</span>
)

/** 2025-11-21 周五 09:30–11:00; where there is no room the hours stand below the day, each of them whole. */
export const Period = ({ from, to }: { from: string | null; to: string | null | undefined }) => (
  <span>
    {formatPeriod(from, to)
      .split(/ (?=至 |\d\d:\d\d–)/)
      .map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <Span>{part}</Span>
        </Fragment>
      ))}
  </span>
)

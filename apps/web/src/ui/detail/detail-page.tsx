import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { EMPTY } from '../../lib/format.ts'
import { Waiting } from '../waiting.tsx'
import './detail.css'

interface Props<T> {
  title: ReactNode | ((data: T) => ReactNode)
  query: UseQueryResult<T, Failure>
  /** Buttons beside the title, drawn from the row's `can`. */
  extra?: (data: T) => ReactNode
  children: (data: T) => ReactNode
}

/** One thing on a page: bones while it comes, the error with 重试, then the thing. */
export function DetailPage<T>({ title, query, extra, children }: Props<T>) {
  const { data } = query
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>{typeof title === 'function' ? (data === undefined ? '…' : title(data)) : title}</h1>
        {data !== undefined && extra && <div className="page-extra no-print">{extra(data)}</div>}
      </header>
      {data !== undefined ? (
        children(data)
      ) : (
        <Waiting query={query} rows={6} />
      )}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  /** Over the whole width. */
  wide?: boolean
}
/** Names and values in columns that fold into one on a phone. Nothing known is a dash. */
export function Facts({ items }: { items: readonly (Fact | false | '' | null | undefined)[] }) {
  return (
    <dl className="facts">
      {items.map(
        (f) =>
          f && (
            <div key={f.label} data-wide={f.wide || undefined}>
              <dt>{f.label}</dt>
              <dd>{f.value === null || f.value === undefined || f.value === '' ? <span className="muted">{EMPTY}</span> : f.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { EMPTY } from '../../lib/format.ts'
import { ButtonLink, Card, Empty } from '../light.tsx'
import type { WayBack } from '../page-error.tsx'
import { Waiting } from '../waiting.tsx'
import './detail.css'

/** A heading that depends on the data needs a `name` while the data loads or if loading fails. */
type Title<T> = { title: ReactNode; name?: never } | { title: (data: T) => ReactNode; name: string }

type Props<T> = Title<T> & {
  query: UseQueryResult<T, Failure>
  /** The list that contains the item. */
  list?: WayBack
  /** Shown if the address names no item: what to choose first. The query is not enabled then. */
  missing?: string | null
  /** Buttons beside the title, according to the row's `can`. */
  extra?: (data: T) => ReactNode
  children: (data: T) => ReactNode
}

/** A page about one item: `missing`, a skeleton while it loads, the failure, or the item. */
export function DetailPage<T>({ title, name, query, list, missing, extra, children }: Props<T>) {
  const { data } = query
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>{typeof title === 'function' ? (data === undefined ? name : title(data)) : title}</h1>
        {data !== undefined && extra && <div className="page-extra no-print">{extra(data)}</div>}
      </header>
      {data !== undefined ? (
        children(data)
      ) : missing ? (
        <Card>
          <Empty text={missing}>
            {list && (
              <ButtonLink kind="primary" to={list.to}>
                {list.text}
              </ButtonLink>
            )}
          </Empty>
        </Card>
      ) : (
        <Waiting query={query} rows={6} {...(list && { list })} />
      )}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  /** Spans the whole width. */
  wide?: boolean
}
/** Names and values in columns, on a phone in one column. An unknown value is a dash. */
export function Facts({ items }: { items: readonly (Fact | false | '' | null | undefined)[] }) {
  return (
    <dl className="facts">
      {items.map(
        (f, i) =>
          f && (
            <div key={`${i}${f.label}`} data-wide={f.wide || undefined}>
              <dt>{f.label}</dt>
              <dd>
                {f.value === null || f.value === undefined || f.value === '' ? (
                  <span className="muted">{EMPTY}</span>
                ) : (
                  f.value
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { Failure } from '../lib/failure.ts'
import { Card, Skeleton } from './light.tsx'
import { PageError, type WayBack } from './page-error.tsx'

interface Props {
  query: Pick<UseQueryResult<unknown, Failure>, 'error' | 'refetch'>
  /** Shape of the skeleton. */
  rows?: number
  height?: number
  /** The list to offer if the item is missing. */
  list?: WayBack
  /** Within a card or dialog: without a card of its own. */
  plain?: true
}
/** In place of a query's data: a skeleton, or the failure with 重试. */
export function Waiting({ query: { error, refetch }, rows = 8, height = 22, list, plain }: Props) {
  const shown = error ? (
    <PageError error={error} onRetry={() => void refetch()} {...(list && { list })} />
  ) : (
    <Skeleton rows={rows} height={height} />
  )
  return plain ? shown : <Card>{shown}</Card>
}

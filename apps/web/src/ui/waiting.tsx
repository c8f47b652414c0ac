import type { UseQueryResult } from '@tanstack/react-query'
import type { Failure } from '../lib/failure.ts'
import { Card, Skeleton } from './light.tsx'
import { PageError, type WayBack } from './page-error.tsx'

interface Props {
  query: Pick<UseQueryResult<unknown, Failure>, 'error' | 'refetch'>
  /** The shape of what comes. */
  rows?: number
  height?: number
  /** Where to find what is there, if this is not. */
  list?: WayBack
}
/** In the place of what a query has not brought yet: bones, or what went wrong with 重试. */
export const Waiting = ({ query: { error, refetch }, rows = 8, height = 22, list }: Props) => (
  <Card>
    {error ? (
      <PageError error={error} onRetry={() => void refetch()} {...(list && { list })} />
    ) : (
      <Skeleton rows={rows} height={height} />
    )}
  </Card>
)

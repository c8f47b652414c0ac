import type { Failure } from '../../lib/failure.ts'
import { formatClock } from '../../lib/format.ts'
import { Button } from '../light.tsx'
import './list.css'

/** What is read of the list's query. */
interface Reading {
  data: unknown
  error: Failure | null
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Above rows that stay on screen although they could not be loaded again: how old they are, because otherwise
 * the user takes them for the present ones.
 */
export function NotRenewed({ list: { data, error, dataUpdatedAt, isFetching, refetch } }: { list: Reading }) {
  if (!error || !data) return null
  return (
    <p className="list-note list-old" role="status">
      <span>
        未能刷新，显示的是 {formatClock(dataUpdatedAt)} 的数据。{error.message}
        {error.requestId && `（请求编号 ${error.requestId}）`}
      </span>
      <Button className="no-print" size="small" busy={isFetching} onClick={() => void refetch()}>
        重试
      </Button>
    </p>
  )
}

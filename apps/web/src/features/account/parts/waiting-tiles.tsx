import { Link } from 'react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import { to } from '../../../lib/paths.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useNews, useToSettle, useWaiting } from '../account.queries.ts'

/**
 * Counts of the user's waiting work, as links. A count that failed to load is a dash; its link works all the
 * same.
 */
export function WaitingTiles() {
  const waiting = useWaiting()
  const settle = useToSettle()
  const news = useNews()
  return (
    <ul className="tiles">
      <Tile
        icon="check"
        title="待我处理"
        path={to('/account/audit-list')}
        query={waiting}
        count={(w) => w.total}
      />
      <Tile
        icon="file"
        title="待结算"
        path={to('/account/measure-list')}
        query={settle}
        count={(s) => s.waitPay}
      />
      <Tile icon="info" title="未读消息" path="#messages" query={news} count={(n) => n.unread} />
    </ul>
  )
}

function Tile<T>({
  icon,
  title,
  path,
  query,
  count,
}: {
  icon: IconName
  title: string
  path: string
  query: UseQueryResult<T>
  count: (data: T) => number
}) {
  const number = query.data === undefined ? null : count(query.data)
  return (
    <li>
      <Link to={path} className="card tile" data-some={(number ?? 0) > 0 || undefined}>
        <Icon name={icon} size={22} />
        <span>{title}</span>
        <strong aria-busy={query.isPending || undefined}>{number ?? '—'}</strong>
      </Link>
    </li>
  )
}

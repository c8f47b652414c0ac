import { Link } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { ListHeld } from '../../../ui/list/list-held.tsx'
import { Span } from '../../../ui/period.tsx'
import { useUnrated } from '../use-rating.queries.ts'
import '../use-rating.css'

const SHOWN = 3

/** The user's uses without a rating, latest first; nothing if there are none. */
export function UnratedUses() {
  const { data, isLoading } = useUnrated({ query: { page: 0, size: SHOWN } })
  if (isLoading) return <ListHeld />
  if (!data || data.total === 0) return null
  const more = data.total - data.items.length
  return (
    <Card title={`待评价（${data.total}）`}>
      <ul className="unrated-uses">
        {data.items.map((use) => (
          <li key={use.id}>
            <Link to={`${to('/appointment/orderDetail', { id: use.id })}#rating`}>
              评价 {use.device.name}
            </Link>{' '}
            <span className="muted">
              <Span>{formatShort(use.endedAt)}</Span>
            </span>
          </li>
        ))}
        {more > 0 && <li className="muted">另有 {more} 次，评价后依次列出</li>}
      </ul>
    </Card>
  )
}

import { Link } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { ListHeld } from '../../../ui/list/list-held.tsx'
import { Span } from '../../../ui/period.tsx'
import { useUnsurveyed } from '../booking.queries.ts'

const SHOWN = 3

/** The user's past uses whose instruments ask for feedback, latest first; nothing if there are none. */
export function UnsurveyedUses() {
  const { data, isLoading } = useUnsurveyed({})
  if (isLoading) return <ListHeld />
  if (!data || data.total === 0) return null
  const more = data.total - SHOWN
  return (
    <Card title={`待填写的使用反馈（${data.total}）`}>
      <ul className="unrated-uses">
        {data.uses.slice(0, SHOWN).map((use) => (
          <li key={use.id}>
            <Link to={`${to('/appointment/orderDetail', { id: use.id })}#survey`}>
              填写 {use.device.name} 的反馈
            </Link>{' '}
            <span className="muted">
              <Span>{formatShort(use.endedAt)}</Span>
            </span>
          </li>
        ))}
        {more > 0 && <li className="muted">另有 {more} 次，填写后依次列出</li>}
      </ul>
    </Card>
  )
}

import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Period } from '../../../ui/period.tsx'
import { Warnings } from '../../../ui/warnings.tsx'
import { useJudgement } from '../use-entry.queries.ts'

interface Props {
  wish: Parameters<typeof useJudgement>[0]
}
/** Uses already recorded at these times, because a booked use must not be entered again. */
export function KnownUses({ wish }: Props) {
  const { data } = useJudgement(wish)
  if (!wish || !data || data.known.length === 0) return null
  const text = data.asksReason
    ? '该时段已有使用记录。请核对时段；确属另一次使用时，在“重叠说明”中写明原因。'
    : (data.warning ?? '')
  return (
    <div className="form-wide known-uses" role="status">
      <Warnings texts={[text]} />
      <ul>
        {data.known.map((k) => (
          <li key={`${k.source} ${k.id}`}>
            <Link
              to={
                k.source === 'booking'
                  ? to('/appointment/orderDetail', { id: k.id })
                  : to('/account/use-entries', { id: k.id })
              }
            >
              {k.source === 'booking' ? `预约 ${k.id}` : `登记 ${k.id}`}
            </Link>{' '}
            <Period from={k.startAt} to={k.endAt} />
          </li>
        ))}
      </ul>
    </div>
  )
}

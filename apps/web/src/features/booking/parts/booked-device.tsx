import type { BookingKind } from '@portal/contract/booking/booking'
import { Link } from 'react-router'
import { formatMinutes, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import type { Week } from '../calendar.rules.ts'
import './booking-form.css'

type Opening = NonNullable<Week['opening']>

/** The device, and its booking rules: one line that unfolds to all of them. */
export function BookedDevice({ week: { device, opening }, kind }: { week: Week; kind: BookingKind }) {
  return (
    <>
      <h2 className="booked-device">
        <Link to={to('/dashboard/deviceDetail', { id: device.id })}>{device.name}</Link>
      </h2>
      {opening && (
        <div className="booked-rules">
          {opening.notes && <p>{opening.notes}</p>}
          <details>
            <summary>
              预约规则<span>：{sayRules(opening, kind)}</span>
            </summary>
            <Rules opening={opening} kind={kind} />
          </details>
        </div>
      )}
    </>
  )
}

const sayAhead = (o: Opening) =>
  `${o.noticeMinutes ? `至少 ${formatMinutes(o.noticeMinutes)}，` : ''}最多 ${o.horizonDays} 天`
const sayRules = (o: Opening, kind: BookingKind): string =>
  [
    kind === 'self_operated' && `单次 ${formatMinutes(o.minMinutes)}至 ${formatMinutes(o.maxMinutes)}`,
    `提前${sayAhead(o)}`,
    o.cancelLimitMinutes ? `开始前 ${formatMinutes(o.cancelLimitMinutes)}可免费取消` : '开始前可免费取消',
    kind === 'self_operated' && o.qualificationRequired && '须先取得上机资格',
  ]
    .filter(Boolean)
    .join(' · ')

/**
 * The rules of booking. For sample delivery the length and grid of periods are omitted, because the booker
 * chooses no hours.
 */
const Rules = ({ opening: o, kind }: { opening: Opening; kind: BookingKind }) => (
  <Facts
    items={[
      kind === 'self_operated' && {
        label: '单次时长',
        value: `${formatMinutes(o.minMinutes)} 至 ${formatMinutes(o.maxMinutes)}`,
      },
      kind === 'self_operated' && { label: '时间刻度', value: formatMinutes(o.gridMinutes) },
      { label: '提前预约', value: sayAhead(o) },
      {
        label: '取消',
        value: o.cancelLimitMinutes
          ? `开始前 ${formatMinutes(o.cancelLimitMinutes)}可免费取消，之后${o.cancelFeeFen > 0 ? `收取 ${formatMoney(o.cancelFeeFen)}` : '记一次违约'}`
          : '开始前可免费取消',
      },
      {
        label: '爽约',
        value: `未按时使用且未取消，记一次违约${o.cancelFeeFen > 0 ? `并收取 ${formatMoney(o.cancelFeeFen)}` : ''}`,
      },
      o.capacity > 1 && { label: '机位', value: `${o.capacity} 个` },
      o.qualificationRequired && { label: '上机资格', value: '自主上机须先取得资格' },
    ]}
  />
)

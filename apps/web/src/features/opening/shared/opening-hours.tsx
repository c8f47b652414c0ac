import type { OpeningDetail } from '@portal/contract/opening/opening'
import { formatDay, formatMinutes } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { formatClock } from '../clock.ts'
import { useOpening } from '../opening.queries.ts'
import { weeklyHours } from './weekly-hours.ts'

/** Opening hours and booking rules of a device, for bookers. */
export function OpeningHours({ deviceId }: { deviceId: number }) {
  const { data, error, refetch } = useOpening({ params: { deviceId } }, { staleTime: 60_000 })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} height={24} />
  if (!data.settings?.enabled)
    return <p className="muted">{data.settings ? '该仪器已暂停开放预约。' : '该仪器尚未开放预约。'}</p>
  const s = data.settings
  const hours = weeklyHours(data.windows)
  const exceptions = concerning(data)
  return (
    <Facts
      items={[
        {
          label: '每周开放',
          wide: true,
          value: hours.length ? (
            <ul>
              {hours.map((h) => (
                <li key={h.days}>{`${h.days} ${h.hours}`}</li>
              ))}
            </ul>
          ) : (
            '尚未设置时段'
          ),
        },
        exceptions.length > 0 && {
          label: '例外日期',
          wide: true,
          value: <Exceptions exceptions={exceptions} />,
        },
        { label: '可提前', value: `${s.horizonDays} 天` },
        { label: '最晚提前', value: s.noticeMinutes ? formatMinutes(s.noticeMinutes) : '随时' },
        { label: '每次时长', value: `${formatMinutes(s.minMinutes)} 至 ${formatMinutes(s.maxMinutes)}` },
        { label: '预约刻度', value: formatMinutes(s.gridMinutes) },
        s.capacity > 1 && { label: '机位', value: `${s.capacity} 个` },
        {
          label: '免费取消',
          value: s.cancelLimitMinutes ? `开始前 ${formatMinutes(s.cancelLimitMinutes)}` : '开始前均可',
        },
        { label: '迟到保留', value: formatMinutes(s.graceMinutes) },
        quotas(s) && { label: '每人限额', value: quotas(s) },
        { label: '上机资格', value: s.qualificationRequired ? '须先取得上机资格' : '不要求' },
        s.notes && { label: '预约须知', wide: true, value: <span className="pre-line">{s.notes}</span> },
      ]}
    />
  )
}

/**
 * Exceptions within the booking horizon; a holiday is omitted if the device has its own exception on the same
 * days.
 */
function concerning({ exceptions, settings }: OpeningDetail): OpeningDetail['exceptions'] {
  const last = formatDay(Date.now() + (settings?.horizonDays ?? 0) * 86_400_000)
  const own = new Set(exceptions.flatMap((e) => (e.deviceId === null ? [] : [`${e.firstDay} ${e.lastDay}`])))
  return exceptions.filter(
    (e) => e.firstDay <= last && (e.deviceId !== null || !own.has(`${e.firstDay} ${e.lastDay}`)),
  )
}

const quotas = (s: NonNullable<OpeningDetail['settings']>): string =>
  [
    s.quotaDayMinutes && `每日 ${formatMinutes(s.quotaDayMinutes)}`,
    s.quotaWeekMinutes && `每周 ${formatMinutes(s.quotaWeekMinutes)}`,
    s.quotaRunning && `未完成预约 ${s.quotaRunning} 个`,
  ]
    .filter(Boolean)
    .join('，')

function Exceptions({ exceptions }: { exceptions: OpeningDetail['exceptions'] }) {
  return (
    <ul>
      {exceptions.map((e) => {
        const whole = e.fromMinute === 0 && e.toMinute === 1440
        const days = e.firstDay === e.lastDay ? e.firstDay : `${e.firstDay} 至 ${e.lastDay}`
        return (
          <li
            key={e.id}
          >{`${days}${whole ? '' : ` ${formatClock(e.fromMinute)}–${formatClock(e.toMinute)}`} ${e.open ? '加开' : '停止开放'}（${e.reason}）`}</li>
        )
      })}
    </ul>
  )
}

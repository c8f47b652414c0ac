import { formatMinute, formatPeriod } from '../../../lib/format.ts'
import { Button } from '../../../ui/light.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useMeasured } from '../iot.queries.ts'

/**
 * Times measured by doors, switches and meters, beside the form of a test order; nothing if none is known.
 * The person who fills in the order decides whether to use them.
 */
export function MeasuredHours({
  bookingId,
  onTake,
}: {
  bookingId: number
  onTake: (hours: { startAt: string; endAt: string }) => void
}) {
  const { data: m } = useMeasured({ params: { id: bookingId } })
  if (!m || (m.enteredAt === null && m.poweredFrom === null && m.ranFrom === null && !m.readingsGone))
    return null
  const said = [
    m.enteredAt && `${formatMinute(m.enteredAt)} 进门`,
    m.poweredFrom && m.poweredTo && `供电 ${formatPeriod(m.poweredFrom, m.poweredTo)}`,
    m.poweredFrom && !m.poweredTo && `${formatMinute(m.poweredFrom)} 起供电`,
    m.ranFrom && m.ranTo && `有电流 ${formatPeriod(m.ranFrom, m.ranTo)}`,
    m.kwh !== null && `用电 ${m.kwh.toFixed(2)} kWh`,
  ].filter((s) => s)
  const { hours } = m
  return (
    <div className="form-wide form-said" role="note" aria-label="门禁与供电实测">
      {said.length > 0 && (
        <p>
          <Whole>{`门禁与供电实测：${said.join('；')}。`}</Whole>
        </p>
      )}
      {m.readingsGone && <p>电流读数只保存约半年，这次使用的运行时间已查不到，请按其他记录填写。</p>}
      {hours && (
        <Button onClick={() => onTake({ startAt: hours.from, endAt: hours.to })}>
          采用实测时间 {formatPeriod(hours.from, hours.to)}
        </Button>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { formatPeriod } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { readStartDay } from '../calendar.rules.ts'
import { CalendarLink } from './calendar-link.tsx'
import { DeviceCalendar, type Choice } from './device-calendar.tsx'

interface Props {
  deviceId: number
  /** The kinds of booking that are open; if both are false, the calendar is read-only. */
  selfOperated: boolean
  sampleDelivery: boolean
}
/**
 * The calendar on a device's page, from the day of the address on; a time chosen here is passed to the form.
 */
export function DeviceSchedule({ deviceId, selfOperated, sampleDelivery }: Props) {
  const [search] = useSearchParams()
  const day = search.get('day')
  const [choice, setChoice] = useState<Choice | null>(null)
  const time = choice ? { startAt: choice.startAt, endAt: choice.endAt, seat: choice.seat } : { day }
  return (
    <>
      <DeviceCalendar
        deviceId={deviceId}
        choice={choice}
        onChoose={setChoice}
        startDay={readStartDay(day)}
        readOnly={!selfOperated}
      />
      <p className="page-extra no-print" style={{ marginTop: 12 }}>
        {selfOperated && (
          <ButtonLink kind="primary" to={to('/deviceopen/applyTime', { deviceId, ...time })}>
            {choice ? `预约 ${formatPeriod(choice.startAt, choice.endAt)}` : '自主上机预约'}
          </ButtonLink>
        )}
        {sampleDelivery && (
          <ButtonLink to={to('/deviceopen/apply', { deviceId, ...time })}>送样预约</ButtonLink>
        )}
        <ButtonLink to={to('/osp-test/subscribe', { by: 'compare', deviceIds: deviceId })}>
          与其他仪器对比
        </ButtonLink>
        <CalendarLink deviceId={deviceId} label="订阅日程" />
      </p>
    </>
  )
}

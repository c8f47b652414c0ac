import { showEvent, writeCalendar } from '@portal/contract/booking/ics'
import type { BookingDetail } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { saveText } from '../../../lib/save-text.ts'
import { isOver } from './again.ts'

/** Whether the booking has a time ahead to export to a calendar. */
export const isCalendared = (b: BookingDetail): boolean => b.startAt !== null && !isOver(b.state)

export function saveIcs(b: BookingDetail): void {
  const { startAt, endAt } = b
  if (!startAt || !endAt) return
  const link = `${location.origin}${to('/appointment/orderDetail', { id: b.id })}`
  const event = showEvent(
    { ...b, startAt, endAt, deviceName: b.device.name, labName: b.lab.name },
    { host: location.hostname, link },
  )
  saveText(writeCalendar([event]), `预约-${b.id}.ics`, 'text/calendar;charset=utf-8')
}

import type { BookingDetail } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { saveText } from '../../../lib/save-text.ts'
import { isOver } from './again.ts'
import { makeIcs } from '../ics.rules.ts'

/** Is there something to come that a calendar could show? */
export const isCalendared = (b: BookingDetail): boolean => b.startAt !== null && !isOver(b.state)

export function saveIcs(b: BookingDetail): void {
  const link = `${location.origin}${to('/appointment/orderDetail', { id: b.id })}`
  const text = makeIcs(b, { host: location.hostname, link })
  if (text) saveText(text, `预约-${b.id}.ics`, 'text/calendar;charset=utf-8')
}

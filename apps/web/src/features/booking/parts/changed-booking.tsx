import { useNavigate } from 'react-router'
import type { FillableForm } from '@portal/contract/form/form'
import type { BookingDetail, SaidPurpose } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChangeBooking, type Payers } from '../booking.queries.ts'
import { makeBody, fillValues, type BookingValues, type Opening } from '../form.rules.ts'
import { BookingForm } from './booking-form.tsx'

/** The form for a booking that still waits for approval; a change restarts the approvals. */
export function ChangedBooking({
  booking,
  opening,
  payers,
  asked,
  askedSamples,
  recent,
}: {
  booking: BookingDetail
  opening: Opening
  payers: Payers
  asked: FillableForm | null
  askedSamples: FillableForm | null
  recent: readonly SaidPurpose[]
}) {
  const navigate = useNavigate()
  const about = {
    deviceId: booking.device.id,
    kind: booking.kind,
    opening,
    payers,
    asked,
    askedSamples,
    meId: booking.booker.id,
    bookingId: booking.id,
  }
  const form = useSubmit<ReturnType<typeof useChangeBooking>['call'], BookingValues>(useChangeBooking(), {
    initial: fillValues(booking, about),
    args: (v) => ({ params: { id: booking.id }, body: makeBody(v, about) }),
    done: '预约已修改，将重新审核',
    after: () => void navigate(to('/appointment/orderDetail', { id: booking.id })),
  })
  return (
    <BookingForm
      form={form}
      about={about}
      submit="保存修改"
      experimenter={booking.experimenter}
      payer={booking.payer}
      recent={recent}
      booking={booking}
    />
  )
}

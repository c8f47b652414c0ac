import { useNavigate } from 'react-router'
import type { BookingKind } from '@portal/contract/booking/booking'
import type { FillableForm } from '@portal/contract/form/form'
import type { BookingDetail, SaidPurpose } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { displayName, useUser } from '../../../lib/session.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useCreateBooking, type Payers } from '../booking.queries.ts'
import type { Choice } from '../calendar.rules.ts'
import { fillAgain, makeBody, fillPurpose, type BookingValues, type Opening } from '../form.rules.ts'
import { BookingForm } from './booking-form.tsx'
import { newSample } from './samples-editor.tsx'

interface Props {
  deviceId: number
  kind: BookingKind
  opening: Opening
  payers: Payers
  asked: FillableForm | null
  askedSamples: FillableForm | null
  /** Purposes of the booker's last bookings, newest first. */
  recent: readonly SaidPurpose[]
  given: Choice | null
  /** The day from which the calendar looks for free time. */
  startDay: string
  /** The past booking that is repeated. */
  again: BookingDetail | null
}
/** The form of a new booking; after submission it shows the booking's progress. */
export function NewBooking(props: Props) {
  const { deviceId, kind, opening, payers, asked, askedSamples, recent, given, startDay, again } = props
  const navigate = useNavigate()
  const user = useUser()
  const me = { id: user?.uid ?? 0, name: user ? displayName(user) : '' }
  const about = { deviceId, kind, opening, payers, asked, askedSamples, meId: me.id }
  const said = again && fillAgain(again, about)
  const form = useSubmit<ReturnType<typeof useCreateBooking>['call'], BookingValues>(useCreateBooking(), {
    initial: {
      startAt: null,
      purpose: '',
      ...fillPurpose(recent[0]),
      phone: user?.phone ?? '',
      remark: '',
      experimenterId: me.id,
      payerId: payers.payer?.id ?? null,
      payMode: opening.payModes.includes('post') ? 'post' : 'immediate',
      fundCardId: null,
      samples: kind === 'sample_delivery' ? [{ ...newSample }] : [],
      attachments: [],
      answers: null,
      override: [],
      ...said,
    },
    // A repeated booking has its own draft, or the draft of another new booking would replace its values.
    draft: `booking:${kind}:${deviceId}${again ? `:${again.id}` : ''}`,
    args: (v) => ({ body: makeBody(v, about) }),
    done: '预约已提交',
    after: ({ id }) => void navigate(to('/appointment/orderDetail', { id })),
  })
  return (
    <BookingForm
      form={form}
      about={about}
      submit="提交预约"
      experimenter={again?.experimenter ?? me}
      payer={again && said?.payerId === again.payer.id ? again.payer : payers.payer}
      recent={recent}
      given={given}
      startDay={startDay}
    />
  )
}

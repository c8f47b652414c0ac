import { useNavigate } from 'react-router'
import type { BookingKind } from '@portal/contract/booking/booking'
import type { FillableForm } from '@portal/contract/form/form'
import type { SaidPurpose } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { displayName, useUser } from '../../../lib/session.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useCreateBooking, type Payers } from '../booking.queries.ts'
import type { Choice } from '../calendar.rules.ts'
import { makeBody, fillPurpose, type BookingValues, type Opening } from '../form.rules.ts'
import { BookingForm } from './booking-form.tsx'
import { newSample } from './samples-editor.tsx'

interface Props {
  deviceId: number
  kind: BookingKind
  opening: Opening
  payers: Payers
  asked: FillableForm | null
  askedSamples: FillableForm | null
  /** What he booked for last, newest first. */
  recent: readonly SaidPurpose[]
  given: Choice | null
}
/** The form of a booking that is not there yet; afterwards it shows where the booking stands. */
export function NewBooking({ deviceId, kind, opening, payers, asked, askedSamples, recent, given }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  const me = { id: user?.uid ?? 0, name: user ? displayName(user) : '' }
  const about = { deviceId, kind, opening, payers, asked, askedSamples, meId: me.id }
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
    },
    draft: `booking:${kind}:${deviceId}`,
    args: (v) => ({ body: makeBody(v, about) }),
    done: '预约已提交',
    after: ({ id }) => void navigate(to('/appointment/orderDetail', { id })),
  })
  return (
    <BookingForm
      form={form}
      about={about}
      submit="提交预约"
      experimenter={me}
      payer={payers.payer}
      recent={recent}
      given={given}
    />
  )
}

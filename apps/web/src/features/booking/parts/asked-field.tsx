import type { FillableForm } from '@portal/contract/form/form'
import type { BookingDetail } from '@portal/contract/booking/row'
import { lazy, Suspense } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import type { Failure } from '../../../lib/failure.ts'
import { Skeleton } from '../../../ui/light.tsx'

// Drawing forms is a library of its own: loaded by who is asked something.
const AskedFields = lazy(() => import('../../form/shared/asked-fields.tsx'))

interface Props {
  failure: Failure | null
  asked: FillableForm
  /** The booking that is changed. */
  booking?: BookingDetail | undefined
}

/** What the instrument asks of who books it. */
export const AskedField = ({ failure, asked, booking }: Props) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Field name="answers" label={asked.name} wide tall own>
      <AskedFields
        asked={asked}
        failure={failure}
        before={booking?.answers.find((a) => a.occasion === 'booking')}
      />
    </Field>
  </Suspense>
)

import type { BoundAnswer } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'
import { lazy, Suspense } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import './asked.css'

// Drawing forms is a library of its own: loaded by who is asked something.
const AskedFields = lazy(() => import('./asked-fields.tsx'))

interface Props {
  /** The last refusal of the form around it. */
  failure: Failure | null
  asked: FillableForm
  /** What was answered before. */
  before?: BoundAnswer | undefined
}
/** What an instrument asks, in the form of what it is about: its values are `answers`. */
export const AskedField = ({ failure, asked, before }: Props) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Field name="answers" label={asked.name} wide own>
      <AskedFields asked={asked} failure={failure} before={before} />
    </Field>
  </Suspense>
)

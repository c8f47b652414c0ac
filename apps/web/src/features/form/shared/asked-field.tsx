import type { BoundAnswer } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'
import { lazy, Suspense } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import type { NamePath } from '../../../ui/form/check.ts'
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
  /** Of one row of a list: where its values stand. */
  row?: NamePath
}
const ALONE: NamePath = ['answers']
/** What an instrument asks, in the form of what it is about: its values are `answers`. */
export const AskedField = ({ failure, asked, before, row }: Props) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Field name={row ?? ALONE} label={asked.name} wide own>
      <AskedFields
        name={row ?? ALONE}
        isRow={row !== undefined}
        asked={asked}
        failure={failure}
        before={before}
      />
    </Field>
  </Suspense>
)

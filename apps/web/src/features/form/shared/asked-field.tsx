import type { BoundAnswer } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'
import { Suspense, use, useEffect } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import type { NamePath } from '../../../ui/form/check.ts'
import { Field, TypedContext } from '../../../ui/form/field.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'
import './asked.css'

// The form renderer is a large chunk, so it is loaded only if the instrument asks something.
const AskedFields = definePart(() => import('./asked-fields.tsx'))

interface Props {
  /** The last refusal of the form around it. */
  failure: Failure | null
  asked: FillableForm
  /** The earlier answer. */
  before?: BoundAnswer | undefined
  /** For one row of a list: the path of its values. */
  row?: NamePath
}
const ALONE: NamePath = ['answers']
/** An instrument's questions as a field of the form around them, named `answers`. */
export const AskedField = ({ failure, asked, before, row }: Props) => (
  <Suspense
    fallback={
      <Field name={row ?? ALONE} label={asked.name} wide>
        <Coming />
      </Field>
    }
  >
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

/** Blocks sending while the questions are still loading: the server would refuse the form without them. */
function Coming({ id }: { id?: string }) {
  const say = use(TypedContext)
  useEffect(() => {
    say?.('问题还在载入，请稍候再提交')
    return () => say?.(undefined)
  }, [say])
  return (
    <div id={id} tabIndex={-1}>
      <Skeleton rows={3} />
    </div>
  )
}

import type { BoundAnswer } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'
import { Suspense, use, useEffect } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import type { NamePath } from '../../../ui/form/check.ts'
import { Field, TypedContext } from '../../../ui/form/field.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'
import './asked.css'

// Drawing forms is a library of its own: loaded by who is asked something.
const AskedFields = definePart(() => import('./asked-fields.tsx'))

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

/** Whoever sends the form before its questions are drawn is stopped here: the server would refuse it. */
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

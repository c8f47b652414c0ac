import { Refused } from '../../../ui/form/refused.tsx'
import { Button } from '../../../ui/light.tsx'
import type { Refusal } from '../use-attempt.ts'
import { renewInstance } from '../workflow.queries.ts'

interface Props {
  refusal: Refusal
  /** Whether there are fields on screen that say what is wrong with them. */
  fields: boolean
}
/** Somebody was faster: what is on screen is not so any more. */
const OVER: ReadonlySet<string> = new Set(['TASK_OVER', 'STEP_OVER', 'INSTANCE_OVER'])
/** Why a step was not taken. It is not read anew by itself, since what was typed would go with it. */
export function RefusedStep({ refusal: { failure, faults = [], others }, fields }: Props) {
  if (!failure) return null
  const reasons = fields ? others : [...others, ...faults.map(({ message }) => ({ code: '', message }))]
  return (
    <Refused failure={failure} reasons={reasons}>
      {OVER.has(failure.code) && (
        <p>
          <Button size="small" onClick={() => void renewInstance()}>
            刷新
          </Button>
        </p>
      )}
    </Refused>
  )
}

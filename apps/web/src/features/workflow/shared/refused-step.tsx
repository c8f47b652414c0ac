import { Refused } from '../../../ui/form/refused.tsx'
import { Button } from '../../../ui/light.tsx'
import type { Refusal } from '../use-attempt.ts'
import { renewInstance } from '../workflow.queries.ts'

interface Props {
  refusal: Refusal
  /** Whether fields on the screen show their own faults. */
  fields: boolean
}
/** Error codes that mean another person was faster and the screen is stale. */
const OVER: ReadonlySet<string> = new Set(['TASK_OVER', 'STEP_OVER', 'INSTANCE_OVER'])
/** Why a decision was refused. The instance is not reloaded automatically, since typed text would be lost. */
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

import type { Reason } from '@portal/contract/kernel/envelope'
import type { AnswerDetail, FillableForm } from '@portal/contract/form/form'
import { useState } from 'react'
import { sayFailure } from '../../../lib/announce.ts'
import { startAttempt } from '../../../lib/attempt.ts'
import { asFailure, type Failure } from '../../../lib/failure.ts'
import { renewFillable, useSubmitAnswer } from '../form.queries.ts'
import type { Fields } from '../shared/view-context.ts'

interface Sending {
  send: (values: Fields) => Promise<void>
  failure: Failure | null
  /** The server's faults of fields, and its other reasons. */
  faults: { path: string; message: string }[] | undefined
  others: readonly Reason[]
  /** Clears the refusal. */
  forgive: () => void
}

/** Sends an answer once, also over retries (same idempotency key). A refusal stays until the next attempt. */
export function useSending(form: FillableForm, onDone: (answer: AnswerDetail) => void): Sending {
  const write = useSubmitAnswer()
  const [attempt] = useState(startAttempt)
  const [refusal, setRefusal] = useState<Refusal>(NONE)
  async function send(values: Fields): Promise<void> {
    const body = { version: form.version, values }
    const params = { id: form.id }
    setRefusal(NONE)
    try {
      const answer = await attempt([params, body], (idempotencyKey) =>
        write.run({ params, body, quiet: true, idempotencyKey }),
      )
      onDone(answer)
    } catch (error) {
      refuse(asFailure(error))
    }
  }
  function refuse(failure: Failure): void {
    if (failure.status === 0 || failure.status >= 500) sayFailure(failure)
    // The current version is fetched now, and shown when the user asks for it.
    if (failure.code === 'FORM_VERSION_OLD') void renewFillable()
    setRefusal({
      failure,
      faults: failure.reasons.flatMap(({ field, message }) => (field ? [{ path: field, message }] : [])),
      others: failure.reasons.filter(({ field }) => !field),
    })
  }
  return { send, forgive: () => setRefusal(NONE), ...refusal }
}
type Refusal = Omit<Sending, 'send' | 'forgive'>
const NONE: Refusal = { failure: null, faults: undefined, others: [] }

import type { Reason } from '@portal/contract/kernel/envelope'
import type { AnswerDetail, FillableForm } from '@portal/contract/form/form'
import { useRef, useState } from 'react'
import { sayFailure } from '../../../lib/announce.ts'
import { asFailure, type Failure } from '../../../lib/failure.ts'
import { newKey } from '../../../lib/new-key.ts'
import { renewFillable, useSubmitAnswer } from '../form.queries.ts'
import type { Fields } from '../shared/view-context.ts'

interface Sending {
  send: (values: Fields) => Promise<void>
  failure: Failure | null
  /** What the server says of fields, and what it says besides. */
  faults: { path: string; message: string }[] | undefined
  others: readonly Reason[]
}

/** Sends an answer once, however often the line is silent; a refusal stays until the next attempt. */
export function useSending(form: FillableForm, onDone: (answer: AnswerDetail) => void): Sending {
  const write = useSubmitAnswer()
  const attempt = useRef<{ body: string; key: string } | null>(null)
  const [refusal, setRefusal] = useState<Omit<Sending, 'send'>>(NONE)
  async function send(values: Fields): Promise<void> {
    const body = { version: form.version, values }
    // The same again, after silence on the line, is the same attempt.
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { body: text, key: newKey() }
    setRefusal(NONE)
    try {
      const params = { id: form.id }
      const answer = await write.run({ params, body, quiet: true, idempotencyKey: attempt.current.key })
      onDone(answer)
    } catch (error) {
      refuse(asFailure(error))
    }
  }
  function refuse(failure: Failure): void {
    if (failure.status !== 0) attempt.current = null
    if (failure.status === 0 || failure.status >= 500) sayFailure(failure)
    // What is open now is fetched, to be shown when the person asks for it.
    if (failure.code === 'FORM_VERSION_OLD') void renewFillable()
    setRefusal({
      failure,
      faults: failure.reasons.flatMap(({ field, message }) => (field ? [{ path: field, message }] : [])),
      others: failure.reasons.filter(({ field }) => !field),
    })
  }
  return { send, ...refusal }
}
const NONE: Omit<Sending, 'send'> = { failure: null, faults: undefined, others: [] }

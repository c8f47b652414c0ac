import type { Reason } from '@portal/contract/kernel/envelope'
import { useState } from 'react'
import { sayFailure } from '../../lib/announce.ts'
import { startAttempt } from '../../lib/attempt.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'

export interface Refusal {
  failure: Failure | null
  /** The server's faults of fields of the form, and its other reasons. */
  faults: { path: string; message: string }[] | undefined
  others: readonly Reason[]
}
interface Attempt extends Refusal {
  busy: boolean
  /** `what` identifies the attempt. Resolves to undefined after a refusal, which is kept here. */
  go: <T>(what: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<{ reply: T } | undefined>
  /** Clears the refusal. */
  forgive: () => void
}
const NONE: Refusal = { failure: null, faults: undefined, others: [] }
/** Request fields beside the form's values; the form's own faults have paths under `values`. */
const OWN = new Set(['opinion', 'to', 'userId', 'userIds', 'visit', 'reason', 'version', 'how', 'verdict'])

/** Sends once, also over retries (same idempotency key). A refusal stays until the next attempt. */
export function useAttempt(): Attempt {
  const [attempt] = useState(startAttempt)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>(NONE)
  const go: Attempt['go'] = async (what, send) => {
    setRefusal(NONE)
    setBusy(true)
    try {
      return { reply: await attempt(what, send) }
    } catch (error) {
      const failure = asFailure(error)
      if (failure.status === 0 || failure.status >= 500) sayFailure(failure)
      setRefusal(sort(failure))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { go, busy, forgive: () => setRefusal(NONE), ...refusal }
}

function sort(failure: Failure): Refusal {
  const faults: { path: string; message: string }[] = []
  const others: Reason[] = []
  for (const reason of failure.reasons) {
    const { field, message } = reason
    if (field && !OWN.has(field)) faults.push({ path: field.replace(/^values\./, ''), message })
    else others.push(reason)
  }
  return { failure, faults, others }
}

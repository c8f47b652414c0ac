import type { Reason } from '@portal/contract/kernel/envelope'
import { useRef, useState } from 'react'
import { sayFailure } from '../../lib/announce.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { newKey } from '../../lib/new-key.ts'

export interface Refusal {
  failure: Failure | null
  /** What the server says of fields of the drawn form, and what it says besides. */
  faults: { path: string; message: string }[] | undefined
  others: readonly Reason[]
}
interface Attempt extends Refusal {
  busy: boolean
  /** `what` tells one attempt from another. Undefined: it was refused, and the refusal is kept here. */
  go: <T>(what: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<{ reply: T } | undefined>
  /** The refusal has been answered. */
  forgive: () => void
}
const NONE: Refusal = { failure: null, faults: undefined, others: [] }
/** Fields that stand beside the drawn form, which has none of these names on the wire. */
const OWN = new Set(['opinion', 'to', 'userId', 'userIds', 'visit', 'reason', 'version', 'how', 'verdict'])

/** Does something once, however often the line is silent; a refusal stays until the next attempt. */
export function useAttempt(): Attempt {
  const last = useRef<{ text: string; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>(NONE)
  const go: Attempt['go'] = async (what, send) => {
    // The same again, after silence on the line, is the same attempt.
    const text = JSON.stringify(what)
    if (last.current?.text !== text) last.current = { text, key: newKey() }
    setRefusal(NONE)
    setBusy(true)
    try {
      return { reply: await send(last.current.key) }
    } catch (error) {
      const failure = asFailure(error)
      if (failure.status !== 0) last.current = null
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

import type { Form } from '@portal/form-kit/form/form'
import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft, type Draft } from '../../../ui/form/draft.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { dropSecrets } from './secrets.ts'
import type { Fields } from './view-context.ts'

interface FieldsDraft {
  /** What this device kept of an earlier time. */
  kept: Draft<Fields> | null
  /** What is typed is kept, a moment after. */
  keep: (form: Form, values: Fields) => void
  /** It is elsewhere now: leaving loses nothing, and a later look begins without it. */
  settle: () => void
  /** Leaving loses nothing; a later look begins with it. */
  rest: () => void
}
const WAIT_MS = 500

/** What is typed into a drawn form, kept on this device until it is sent; leaving before that asks. */
export function useFieldsDraft(name: string): FieldsDraft {
  const [kept] = useState(() => readDraft<Fields>(name))
  const dirty = useRef(false)
  const waiting = useRef<{ write: () => void; timer: ReturnType<typeof setTimeout> }>(undefined)
  useLeaveQuestion(dirty, true)
  const stop = (): void => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  // Whoever leaves at once after the last letter has it as well.
  useEffect(() => () => (waiting.current?.write(), stop()), [])
  return {
    kept,
    keep(form, values) {
      dirty.current = true
      stop()
      const write = () => keepDraft(name, dropSecrets(form, values))
      waiting.current = { write, timer: setTimeout(write, WAIT_MS) }
    },
    settle() {
      dirty.current = false
      stop()
      dropDraft(name)
    },
    rest() {
      dirty.current = false
    },
  }
}

import type { Ref } from '@portal/contract/kernel/rows'
import type { Form } from '@portal/form-kit/form/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPutOff, type PutOff } from '../../../lib/put-off.ts'
import { dropDraft, keepDraft, readDraft, type Draft } from '../../../ui/form/draft.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { dropSecrets } from './secrets.ts'
import type { Fields } from './view-context.ts'

export interface FieldsDraft {
  /** An earlier draft on this device. */
  kept: Draft<Fields> | null
  /** The people whose ids the draft holds. */
  people: readonly Ref[]
  /** Stores the values after half a second. */
  keep: (form: Form, values: Fields) => void
  /** Stores the names of chosen people. */
  name: (people: readonly Ref[]) => void
  /** Deletes the draft, because it was sent or discarded, and stops asking before leaving. */
  settle: () => void
  /** Stops asking before leaving but keeps the draft for a later visit. */
  rest: () => void
}
const WAIT_MS = 500
const NOBODY: readonly Ref[] = []
const namesFor = (draft: string): string => `${draft}:people`

/**
 * Values that are not written yet, by the name of their draft. Not in the component: a newer version of the
 * form is drawn before the one that it replaces has gone.
 */
const writings = new Map<string, PutOff>()
function findWriting(draft: string): PutOff {
  const writing = writings.get(draft) ?? createPutOff(WAIT_MS)
  writings.set(draft, writing)
  return writing
}

/** Keeps typed values on this device until they are sent, and asks before leaving without sending. */
export function useFieldsDraft(draft: string): FieldsDraft {
  const [{ kept, people }] = useState(() => {
    // A newer version of the form may replace this one while values are not written yet; write them first.
    findWriting(draft).flush()
    return {
      kept: readDraft<Fields>(draft),
      people: readDraft<readonly Ref[]>(namesFor(draft))?.values ?? NOBODY,
    }
  })
  const dirty = useRef(false)
  useLeaveQuestion(dirty, true)
  // Write pending values on leaving, so that the last keystroke is kept too.
  useEffect(() => findWriting(draft).flush, [draft])
  const named = useRef(people)
  const name = useCallback(
    (chosen: readonly Ref[]) => {
      const others = named.current.filter(({ id }) => !chosen.some((one) => one.id === id))
      named.current = [...chosen, ...others]
      keepDraft(namesFor(draft), named.current)
    },
    [draft],
  )
  return {
    kept,
    people,
    keep(form, values) {
      dirty.current = true
      findWriting(draft).wait(() => keepDraft(draft, dropSecrets(form, values)))
    },
    name,
    settle() {
      dirty.current = false
      findWriting(draft).drop()
      named.current = NOBODY
      dropDraft(draft)
      dropDraft(namesFor(draft))
    },
    rest() {
      dirty.current = false
    },
  }
}

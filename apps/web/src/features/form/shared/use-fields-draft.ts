import type { Ref } from '@portal/contract/kernel/rows'
import type { Form } from '@portal/form-kit/form/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft, type Draft } from '../../../ui/form/draft.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { dropSecrets } from './secrets.ts'
import type { Fields } from './view-context.ts'

export interface FieldsDraft {
  /** What this device kept of an earlier time. */
  kept: Draft<Fields> | null
  /** Whom that names: it holds numbers. */
  people: readonly Ref[]
  /** What is typed is kept, a moment after. */
  keep: (form: Form, values: Fields) => void
  /** Whoever is chosen is kept by name too. */
  name: (people: readonly Ref[]) => void
  /** It is elsewhere now: leaving loses nothing, and a later look begins without it. */
  settle: () => void
  /** Leaving loses nothing; a later look begins with it. */
  rest: () => void
}
const WAIT_MS = 500
const NOBODY: readonly Ref[] = []
const namesFor = (draft: string): string => `${draft}:people`

/** What has been typed and is not written yet, by the name of its draft. */
const waiting = new Map<string, { write: () => void; timer: ReturnType<typeof setTimeout> }>()
function stop(draft: string): void {
  clearTimeout(waiting.get(draft)?.timer)
  waiting.delete(draft)
}
function writeNow(draft: string): void {
  waiting.get(draft)?.write()
  stop(draft)
}

/** What is typed into a drawn form, kept on this device until it is sent; leaving before that asks. */
export function useFieldsDraft(draft: string): FieldsDraft {
  const [{ kept, people }] = useState(() => {
    // A newer version of the form takes the place of the one that is still being typed into.
    writeNow(draft)
    return {
      kept: readDraft<Fields>(draft),
      people: readDraft<readonly Ref[]>(namesFor(draft))?.values ?? NOBODY,
    }
  })
  const dirty = useRef(false)
  useLeaveQuestion(dirty, true)
  // Whoever leaves right after the last letter has it as well.
  useEffect(() => () => writeNow(draft), [draft])
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
      stop(draft)
      const write = () => keepDraft(draft, dropSecrets(form, values))
      waiting.set(draft, { write, timer: setTimeout(() => writeNow(draft), WAIT_MS) })
    },
    name,
    settle() {
      dirty.current = false
      stop(draft)
      named.current = NOBODY
      dropDraft(draft)
      dropDraft(namesFor(draft))
    },
    rest() {
      dirty.current = false
    },
  }
}

import { parseForm, writeForm } from '@portal/form-kit/form/parse'
import type { Form } from '@portal/form-kit/form/form'
import { useEffect, useRef, type RefObject } from 'react'
import { createPutOff } from '../../../lib/put-off.ts'
import { dropDraft, keepDraft, readDraft } from '../../../ui/form/draft.ts'
import { isDirty, type About, type Designer } from './designer.ts'

/** An unsaved draft of a form on this device. */
export interface Kept {
  form: Form
  about: About
  /** The revision it started from. */
  revision: number
  at: number
}
interface Stored {
  text: string
  about: About
  revision: number
}
export const draftName = (id: number | 'new'): string => `form-design:${id}`
const WAIT_MS = 800

export function readKept(id: number | 'new'): Kept | null {
  const draft = readDraft<Stored>(draftName(id))
  if (!draft || typeof draft.values.text !== 'string') return null
  const { form } = parseForm(draft.values.text)
  // `parseForm` refuses a draft with a fault in it, so such a draft is read without checks.
  const kept = form ?? readLoosely(draft.values.text)
  const { about, revision } = draft.values
  return (
    kept && { form: kept, about: { ...NO_NAME, ...about }, revision: Number(revision) || 0, at: draft.at }
  )
}
const NO_NAME: About = { name: '', category: '', description: '' }
function readLoosely(text: string): Form | null {
  try {
    const { rule, options, ...more } = JSON.parse(text) as Pick<Form, 'rule' | 'options'> & Form['more']
    return Array.isArray(rule) ? { rule, options, more, bare: false } : null
  } catch {
    return null
  }
}

/**
 * Keeps unsaved edits on this device, also when the tab is closed. Returns a ref that tells whether there are
 * unsaved edits.
 *
 * @param offered The form whose kept draft is offered while the designer has not answered.
 */
export function useKeptDraft(
  designer: Designer,
  id: number | 'new',
  revision: number,
  offered: number | 'new' | null,
): RefObject<boolean> {
  const dirty = useRef(false)
  // Each form has one stored draft, so the offered one is not overwritten until the designer has answered.
  const isKept = offered !== id
  useEffect(() => {
    const keeping = createPutOff(WAIT_MS)
    const keep = () => {
      keeping.drop()
      if (!isKept) return
      const state = designer.store.get()
      if (isDirty(state)) {
        // Not bare: the draft is written with its options, so that it is read back unchanged.
        const text = writeForm({ ...state.design.form, bare: false })
        keepDraft(draftName(id), { text, about: state.about, revision })
      } else dropDraft(draftName(id))
    }
    const changed = () => {
      const now = isDirty(designer.store.get())
      if (!now && dirty.current) keep()
      dirty.current = now
      if (!now) return
      keeping.wait(keep)
    }
    const stop = designer.store.subscribe(changed)
    if (dirty.current) keep()
    return () => {
      stop()
      keeping.flush()
    }
  }, [designer, id, revision, isKept])
  return dirty
}

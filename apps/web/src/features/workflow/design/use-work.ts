import { useEffect, useRef, useState, type RefObject } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../../ui/form/draft.ts'
import type { About, Studio } from './studio.ts'

/** What was drawn and not saved, on this device. */
export interface Kept {
  xml: string
  about: About
  /** The saving it began with. */
  revision: number
  at: number
}
export const draftName = (id: number | 'new'): string => `bpm-design:${id}`

export function readKept(id: number | 'new'): Kept | null {
  const draft = readDraft<Omit<Kept, 'at'>>(draftName(id))
  if (!draft || typeof draft.values.xml !== 'string') return null
  const { xml, about, revision } = draft.values
  return { xml, about, revision: Number(revision) || 0, at: draft.at }
}

export interface Work {
  /** The diagram as it stands, a moment after it was last changed; null before it is opened. */
  xml: string | null
  isDirty: boolean
  dirty: RefObject<boolean>
  /** What stands there is what the server has. */
  markSaved: (saved: Saved) => void
}
export interface Saved {
  xml: string
  about: About
  /** Where the diagram was among its changes. */
  place: number
}
/** What stands on the page now. */
export async function readNow({ drawing, about }: Studio): Promise<Saved> {
  const now = { about: about.get(), place: drawing.place() }
  return { ...now, xml: await drawing.write() }
}
interface WorkOptions {
  /** The diagram has been opened; what it is then is what the server has, unless `begun`. */
  isOpen: boolean
  revision: number
  begun: boolean
  /** The process of which a kept drawing is offered and not yet answered. */
  offered: number | 'new' | null
}
const WAIT_MS = 500

const isSame = (a: Saved, b: Saved): boolean =>
  // bpmn-js writes a little more of a diagram once it was touched, even if that was undone.
  (a.place === b.place || a.xml === b.xml) &&
  a.about.category === b.about.category &&
  a.about.description === b.about.description

/**
 * Follows what is drawn: whether it differs from what was saved, and keeps it on this device until it is.
 */
export function useWork(
  studio: Studio,
  id: number | 'new',
  { isOpen, revision, begun, offered }: WorkOptions,
): Work {
  const { drawing, about } = studio
  const [xml, setXml] = useState<string | null>(null)
  const [isDirty, setDirty] = useState(false)
  const dirty = useRef(false)
  const saved = useRef<Saved | null>(null)
  // The offered drawing is the only one there is: nothing goes over it until somebody has said so.
  const isKept = offered !== id
  useEffect(() => {
    if (!isOpen) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    let seen = drawing.store.get().version
    const tell = (is: boolean) => {
      dirty.current = is
      setDirty(is)
    }
    const look = async () => {
      clearTimeout(waiting)
      waiting = undefined
      const now = await readNow(studio)
      // What was restored from a draft is not what the server has.
      saved.current ??= begun ? { ...now, xml: '', place: -1 } : now
      setXml(now.xml)
      const differs = !isSame(now, saved.current)
      tell(differs)
      if (!isKept) return
      if (differs) keepDraft(draftName(id), { xml: now.xml, about: now.about, revision })
      else dropDraft(draftName(id))
    }
    const changed = () => {
      tell(true)
      clearTimeout(waiting)
      waiting = setTimeout(() => void look(), WAIT_MS)
    }
    const stops = [
      drawing.store.subscribe(() => {
        const { version } = drawing.store.get()
        if (version !== seen) changed()
        seen = version
      }),
      about.subscribe(changed),
    ]
    // A closing tab waits for nobody.
    const flush = () => {
      if (waiting !== undefined) void look()
    }
    addEventListener('pagehide', flush)
    if (saved.current === null || dirty.current) void look()
    return () => {
      for (const stop of stops) stop()
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [studio, drawing, about, id, isOpen, revision, begun, isKept])
  return {
    xml,
    isDirty,
    dirty,
    markSaved: (now) => {
      saved.current = now
      setXml(now.xml)
      dirty.current = false
      setDirty(false)
      if (isKept) dropDraft(draftName(id))
    },
  }
}

import { useEffect, useRef, useState, type RefObject } from 'react'
import { createPutOff } from '../../../lib/put-off.ts'
import { dropDraft, keepDraft, readDraft } from '../../../ui/form/draft.ts'
import type { About, Studio } from './studio.ts'

/** An unsaved draft of a process on this device. */
export interface Kept {
  xml: string
  about: About
  /** The revision it started from. */
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
  /** The current diagram, half a second after its last change; null before it is opened. */
  xml: string | null
  isDirty: boolean
  dirty: RefObject<boolean>
  /** Records that the server has this diagram; the drawing may have changed since. */
  markSaved: (saved: Saved) => void
}
export interface Saved {
  xml: string
  about: About
  /** The number of the diagram's state (`Drawing.place`). */
  place: number
}
/** The current diagram with its description. */
export async function readNow({ drawing, about }: Studio): Promise<Saved> {
  const now = { about: about.get(), place: drawing.place() }
  return { ...now, xml: await drawing.write() }
}
interface WorkOptions {
  /** Whether the diagram is open. Its first state is the server's, unless `begun`. */
  isOpen: boolean
  revision: number
  begun: boolean
  /** The process whose kept draft is offered while the user has not answered. */
  offered: number | 'new' | null
}
const WAIT_MS = 500

const isSame = (a: Saved, b: Saved): boolean =>
  // bpmn-js writes more attributes after the first edit, even if it was undone, so equal places count too.
  (a.place === b.place || a.xml === b.xml) &&
  a.about.category === b.about.category &&
  a.about.description === b.about.description

/**
 * Watches the diagram: tells whether it differs from the saved one, and keeps unsaved changes on this device.
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
  // Each process has one stored draft, so the offered one is not overwritten until the user has answered.
  const isKept = offered !== id
  useEffect(() => {
    if (!isOpen) return
    const looking = createPutOff(WAIT_MS)
    let seen = drawing.store.get().version
    const tell = (is: boolean) => {
      dirty.current = is
      setDirty(is)
    }
    const look = async () => {
      looking.drop()
      const now = await readNow(studio)
      // A diagram restored from a draft differs from the server's.
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
      looking.wait(() => void look())
    }
    const stops = [
      drawing.store.subscribe(() => {
        const { version } = drawing.store.get()
        if (version !== seen) changed()
        seen = version
      }),
      about.subscribe(changed),
    ]
    if (saved.current === null || dirty.current) void look()
    return () => {
      for (const stop of stops) stop()
      looking.flush()
    }
  }, [studio, drawing, about, id, isOpen, revision, begun, isKept])
  return {
    xml,
    isDirty,
    dirty,
    markSaved: (now) => {
      saved.current = now
      // What was drawn while the save was on its way is not in it: it stays unsaved, and its draft stays.
      if (drawing.place() !== now.place || about.get() !== now.about) return
      setXml(now.xml)
      dirty.current = false
      setDirty(false)
      if (isKept) dropDraft(draftName(id))
    },
  }
}

import { createContext, use } from 'react'
import { createStore, useStore, type Store } from '../../../lib/store.ts'
import type { Drawn } from './bpmn.ts'
import type { Drawing, DrawingState } from './drawing.ts'
import type { KnownField } from './known-fields.ts'

/** What describes a process in lists, besides its name, which is in the diagram. */
export interface About {
  category: string
  description: string
}

/** The process on the page: its diagram, its description and the fields of its form. */
export interface Studio {
  drawing: Drawing
  about: Store<About>
  /** The fields of the bound form; null while no form is loaded. */
  fields: Store<readonly KnownField[] | null>
}
export const makeStudio = (drawing: Drawing, about: About): Studio => ({
  drawing,
  about: createStore(about),
  fields: createStore<readonly KnownField[] | null>(null),
})

export const StudioContext = createContext<Studio | null>(null)
export function useStudio(): Studio {
  const studio = use(StudioContext)
  if (!studio) throw new Error('a part of the designer stands inside of it')
  return studio
}
/** The diagram; the component renders again with each change of it. */
export function useDrawing(): { drawing: Drawing; now: DrawingState } {
  const { drawing } = useStudio()
  return { drawing, now: useStore(drawing.store) }
}
export const useFields = (): readonly KnownField[] => useStore(useStudio().fields) ?? []

/** Writes properties of an element. */
export function useChange(element: Drawn): (properties: object) => void {
  const { drawing } = useStudio()
  return (properties) => drawing.change(element, properties)
}

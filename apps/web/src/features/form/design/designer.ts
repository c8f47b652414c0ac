import type { FormRow } from '@portal/contract/form/form'
import type { Edit } from '@portal/form-kit/edit/edit'
import type { Design } from '@portal/form-kit/edit/history'
import { perform, redo, select, startDesign, undo } from '@portal/form-kit/edit/history'
import type { RuleId } from '@portal/form-kit/edit/list'
import type { Form } from '@portal/form-kit/form/form'
import { createContext, use, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../../../lib/store.ts'
import { say } from '../../../lib/tell.ts'
import { tellPlace } from './design.words.ts'

/** What describes the form in lists and to the people who fill it in. */
export interface About {
  name: string
  category: string
  description: string
}
export const makeAbout = ({ name, category, description }: FormRow): About => ({
  name,
  category: category ?? '',
  description: description ?? '',
})
export type Tab = 'form' | 'props'

export interface DesignerState {
  design: Design
  about: About
  /** The open tab: 属性 after a rule is selected, unless the designer switches to the form's settings. */
  tab: Tab
  /** The last change, for screen readers. */
  said: string
  /** Increases whenever the selected rule should get the focus. */
  focus: number
  /** What the server has; differences from it are unsaved. */
  saved: { form: Form; about: About }
}

/** The designer of one form. Each edit replaces its state; only readers of a changed part render. */
export interface Designer {
  store: Store<DesignerState>
  /** @returns Whether the edit was applied; otherwise it has shown the reason. */
  act: (edit: Edit, options?: { what?: string; focus?: boolean }) => boolean
  select: (id: RuleId | null, focus?: boolean) => void
  setTab: (tab: Tab) => void
  setAbout: (about: Partial<About>) => void
  undo: () => void
  redo: () => void
  /** Records that the server has this form. */
  markSaved: (form: Form, about: About) => void
  /** Calls a listener before each change of the form, so that moves can be animated. Returns how to stop. */
  onMove: (listener: () => void) => () => void
}

export function createDesigner(form: Form, about: About): Designer {
  const store = createStore<DesignerState>({
    design: startDesign(form),
    about,
    tab: 'form',
    said: '',
    focus: 0,
    saved: { form, about },
  })
  const watching = new Set<() => void>()
  const tellMove = () => {
    for (const listener of watching) listener()
  }
  const put = (design: Design, more: Partial<DesignerState> = {}): void => {
    const before = store.get()
    // Selecting a rule opens its tab; clearing the selection opens the form's tab.
    const tab =
      design.selected === before.design.selected ? before.tab : design.selected === null ? 'form' : 'props'
    store.set({ ...before, design, tab, ...more })
  }
  const go = (step: (design: Design) => Design, said: string): void => {
    const { design } = store.get()
    const next = step(design)
    if (next === design) return
    tellMove()
    put(next, { said })
  }
  return {
    store,
    onMove(listener) {
      watching.add(listener)
      return () => void watching.delete(listener)
    },
    act(edit, { what, focus = false } = {}) {
      const before = store.get()
      const { design, refused } = perform(before.design, edit, Date.now(), what)
      if (refused !== null) {
        say('warning', refused)
        return false
      }
      if (edit.do !== 'change' && edit.do !== 'option') tellMove()
      put(design, {
        said: what === undefined ? tellPlace(edit, design) : '',
        focus: before.focus + (focus ? 1 : 0),
      })
      return true
    },
    select(id, focus = false) {
      const before = store.get()
      const more = focus ? { focus: before.focus + 1 } : {}
      put(select(before.design, id), id === null ? { tab: 'form', ...more } : { tab: 'props', ...more })
    },
    setTab: (tab) => store.set({ ...store.get(), tab }),
    setAbout: (about_) => store.set({ ...store.get(), about: { ...store.get().about, ...about_ } }),
    undo: () => go(undo, '已撤销一步'),
    redo: () => go(redo, '已重做一步'),
    markSaved: (form_, about_) => store.set({ ...store.get(), saved: { form: form_, about: about_ } }),
  }
}

export const isDirty = ({ design, about, saved }: DesignerState): boolean =>
  design.form !== saved.form ||
  (['name', 'category', 'description'] as const).some((key) => about[key] !== saved.about[key])

export const DesignerContext = createContext<Designer | null>(null)
export function useDesigner(): Designer {
  const designer = use(DesignerContext)
  if (!designer) throw new Error('no designer around')
  return designer
}
/** Reads a part of the state; the component renders again only when that part changes. */
export function useDesign<T>(pick: (state: DesignerState) => T): T {
  const { store } = useDesigner()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

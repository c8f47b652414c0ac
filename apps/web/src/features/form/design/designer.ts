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

/** What lists and whoever fills the form in know it by. */
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
  /** 属性 while something is selected, unless one looks at the form's own settings meanwhile. */
  tab: Tab
  /** What has just happened, for those who hear it. */
  said: string
  /** Counts up whenever the selected rule should get the focus. */
  focus: number
  /** What the server has; whatever differs from it would be lost. */
  saved: { form: Form; about: About }
}

/** The designer of one form. Its state is one value, replaced by each edit; only those draw anew who see a change. */
export interface Designer {
  store: Store<DesignerState>
  /** @returns Whether it was done; else the reason has been said. */
  act: (edit: Edit, options?: { what?: string; focus?: boolean }) => boolean
  select: (id: RuleId | null, focus?: boolean) => void
  setTab: (tab: Tab) => void
  setAbout: (about: Partial<About>) => void
  undo: () => void
  redo: () => void
  /** What stands there now is kept by the server. */
  markSaved: (form: Form, about: About) => void
  /** Has somebody called before what is drawn moves, so that its way can be shown. Gives how to stop. */
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
    // Selecting shows what has been selected; losing it leads back to the form.
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
/** A part of the state; draws anew only when that part is another. */
export function useDesign<T>(pick: (state: DesignerState) => T): T {
  const { store } = useDesigner()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

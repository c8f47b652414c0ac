import { createContext, use, useEffect, type RefObject } from 'react'
import { NavigationType, useBlocker, type Location } from 'react-router'
import { createStore, useStore } from '../../lib/store.ts'
import { ask } from '../../lib/tell.ts'

interface Unsent {
  dirty: RefObject<boolean>
  keepsDraft: boolean
}
export type Unsents = Set<Unsent>

/** All forms on screen. The router supports only one blocker, so one asks for all forms. */
const onScreen: Unsents = new Set()
/** The forms inside the surrounding dialog. */
export const DialogForms = createContext<Unsents | null>(null)

/**
 * Asks before the user leaves a page or closes a dialog with unsent input. When the tab closes, the browser
 * asks in its own words.
 */
export function useLeaveQuestion(dirty: RefObject<boolean>, keepsDraft: boolean): void {
  const dialog = use(DialogForms)
  useEffect(() => {
    const form = { dirty, keepsDraft }
    onScreen.add(form)
    dialog?.add(form)
    return () => {
      onScreen.delete(form)
      dialog?.delete(form)
    }
  }, [dialog, dirty, keepsDraft])
  useEffect(() => {
    const closing = (e: BeforeUnloadEvent) => {
      if (dirty.current && !keepsDraft) e.preventDefault()
    }
    addEventListener('beforeunload', closing)
    return () => removeEventListener('beforeunload', closing)
  }, [dirty, keepsDraft])
}

const listDirty = (forms: Unsents): Unsent[] => [...forms].filter(({ dirty }) => dirty.current)
const sayLoss = (forms: readonly Unsent[], leaving: string): string =>
  forms.every(({ keepsDraft }) => keepsDraft)
    ? '填写的内容尚未提交。草稿已保存在本机，下次打开时会恢复。'
    : `填写的内容尚未提交，${leaving}后将丢失。`

/** Closes a dialog; asks first if it contains unsent input, which would be lost. */
export function shutWith(forms: Unsents, shut: () => void): void {
  const dirty = listDirty(forms)
  if (dirty.length === 0) return shut()
  const text = sayLoss(dirty, '关闭')
  const question = { title: '要关闭窗口吗？', text, ok: '关闭', cancel: '继续填写' }
  // Waits until the key is up: the Escape that opened the question would answer it at once.
  setTimeout(() => void ask(question).then((yes) => yes && shut()))
}

// Query parameters whose change shows another form. All others only select the rows of a list.
const THINGS = ['id', 'deviceId', 'serialId', 'labId', 'stocktake', 'schemeId', 'mapping', 'certificate']
const VIEWS = ['tab', 'view', 'scope', 'step', 'card', 'by', 'do', 'add', 'edit']
const differIn = (names: readonly string[], before: string, after: string): boolean => {
  const [was, is] = [new URLSearchParams(before), new URLSearchParams(after)]
  return names.some((name) => was.get(name) !== is.get(name))
}
/** Whether two queries of the same page name different things: a list and one of its rows, or two rows. */
export const showsOtherThing = (before: string, after: string): boolean => differIn(THINGS, before, after)
const showsOther = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || differIn([...THINGS, ...VIEWS], from.search, to.search)

/** How many forms on screen are being sent. */
const sendings = createStore(0)
/**
 * Whether a form on screen is being sent. It counts as unsent until everything that its call renews has been
 * read; what was saved may be drawn earlier.
 */
export const useSending = (): boolean => useStore(sendings) > 0
export function useBusyForm(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    sendings.set(sendings.get() + 1)
    return () => sendings.set(sendings.get() - 1)
  }, [busy])
}
/** Whether a form on screen has unsent input. */
export const hasUnsent = (): boolean => listDirty(onScreen).length > 0

/** Asks before the user leaves a page with unsent input. Used once, around all pages. */
export function useLeaving(): void {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      hasUnsent() &&
      showsOther(from, to) &&
      // Navigation by the program itself: a newly created item replaces the address by its own.
      (historyAction !== NavigationType.Replace || from.pathname !== to.pathname),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const text = sayLoss(listDirty(onScreen), '离开')
    void ask({ title: '要离开此页吗？', text, ok: '离开', cancel: '继续填写' }).then((yes) =>
      yes ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker])
}

/**
 * Asks before an action that discards all forms, such as signing out, since afterwards 继续填写 would be too
 * late. After a yes no further question is asked.
 */
export async function confirmLosing(deed: string): Promise<boolean> {
  const dirty = listDirty(onScreen)
  if (dirty.length === 0) return true
  const text = sayLoss(dirty, deed)
  if (!(await ask({ title: `要${deed}吗？`, text, ok: deed, cancel: '继续填写' }))) return false
  for (const form of dirty) form.dirty.current = false
  return true
}

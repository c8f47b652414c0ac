import { isMissing } from '@portal/form-kit/check/check'
import type { Values } from '@portal/form-kit/control/show'
import type { Form } from '@portal/form-kit/form/form'
import { listDefaults } from '@portal/form-kit/values/defaults'
import { readValues } from '@portal/form-kit/values/read'
import { use, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { WaitContext } from '../../../ui/form/on-its-way.ts'
import type { Change, Scope, Told } from './control.ts'
import { startValues } from './start.ts'
import { NOTHING, type Fields, type Findings } from './view-context.ts'

interface Options {
  form: Form
  start: Values | undefined
  before: Values | undefined
  root: RefObject<HTMLElement | null>
  onSubmit: ((values: Fields) => void | Promise<void>) | undefined
  onChange: ((values: Fields) => void) | undefined
  onReset: (() => void) | undefined
  /** The server's faults. */
  given: Faults | undefined
  aims: boolean
}
export type Faults = readonly { path: string; message: string }[]

/** The state of a form that is filled in: its values, its faults, and sending. */
export function useFilling(options: Options) {
  const { form, start, before, root, onSubmit, onChange, onReset, given, aims } = options
  const [values, setValues] = useState(() => startValues(form, start, before))
  const [findings, setFindings] = useState<Findings>(NOTHING)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const latest = useRef(values)

  const put = useEvent((next: Fields) => {
    latest.current = next
    setValues(next)
    onChange?.(next)
  })
  const show = (faults: Faults): void =>
    setFindings(({ aim }) => ({
      faults: groupByPath(faults),
      aim: { path: faults[0]?.path ?? null, time: aim.time + 1 },
    }))
  // Uploads in progress, by the path of their field; a form around this one waits for them too.
  const waits = useRef<ReadonlyMap<string, string>>(new Map())
  const [waiting, setWaiting] = useState<Faults>([])
  const around = use(WaitContext)
  const wait = useEvent((path: string, words: string | undefined) => {
    const before = waits.current.get(path)
    const others = [...waits.current].filter(([other]) => other !== path)
    waits.current = new Map(words === undefined ? others : [...others, [path, words]])
    setWaiting([...waits.current].map(([at, message]) => ({ path: at, message })))
    around?.(words ?? others[0]?.[1])
    if (words === undefined && before !== undefined)
      setFindings((found) =>
        settle(found, [[path, (found.faults.get(path) ?? []).filter((said) => said !== before)]]),
      )
  })
  const [seen, setSeen] = useState(given)
  if (given !== seen) {
    setSeen(given)
    if (given && given.length + waiting.length > 0) show([...waiting, ...given])
  }

  // If the form itself changes, as in a designer's preview, values of its remaining fields stay.
  const drawn = useRef(form)
  useEffect(() => {
    if (drawn.current === form) return
    drawn.current = form
    put(startValues(form, latest.current))
  }, [form, put])

  const { aim } = findings
  useEffect(() => {
    const place = root.current
    const { path } = aim
    if (path === null || !place || !aims) return
    // The delay lets the tab around the field open first.
    const timer = setTimeout(() => bringTo(place, path), 50)
    return () => clearTimeout(timer)
  }, [aim, root, aims])

  const change: Scope['change'] = useEvent(({ field, value, told, clears }: Change) => {
    const { [field]: _, ...others } = latest.current
    // A field with a default is kept as empty: a draft without it would begin with the default again.
    const isGone = value === null && isMissing(listDefaults(form)[field])
    put(isGone ? others : { ...latest.current, [field]: value })
    setFindings((found) => settle(found, told, clears))
  })
  const tell: Scope['tell'] = useEvent(([path, sentences]: Told) => {
    if (sentences.length > 0)
      setFindings((found) => settle(found, [[path, join(found.faults.get(path), sentences)]]))
  })

  async function submit(): Promise<void> {
    if (sending.current || !onSubmit) return
    const answer = readValues(form, latest.current, before)
    show([...waiting, ...answer.faults])
    if (answer.values === null || waiting.length > 0) return
    sending.current = true
    setBusy(true)
    try {
      await onSubmit(answer.values)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  function reset(): void {
    put(startValues(form, before, before))
    show([])
    onReset?.()
  }
  return { values, findings, busy, change, tell, wait, submit, reset }
}

/** A stable function that calls the latest `run`. */
function useEvent<A extends readonly unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const last = useRef(run)
  useEffect(() => {
    last.current = run
  })
  return useCallback((...args: A) => last.current(...args), [])
}

function groupByPath(faults: Faults): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path, message } of faults) found.set(path, [...(found.get(path) ?? []), message])
  return found
}
const join = (one: readonly string[] = [], other: readonly string[] = []): string[] => [
  ...new Set([...one, ...other]),
]

/** The findings with new faults; the same object if nothing changed. */
function settle(found: Findings, told: readonly Told[], clears?: string): Findings {
  const faults = new Map(found.faults)
  if (clears !== undefined) for (const path of faults.keys()) if (isWithin(path, clears)) faults.delete(path)
  for (const [path, sentences] of told) {
    if (sentences.length > 0) faults.set(path, sentences)
    else faults.delete(path)
  }
  const same = [...faults].every(([path, s]) => String(found.faults.get(path)) === String(s))
  return same && faults.size === found.faults.size ? found : { ...found, faults }
}
const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)

const FOCUSABLE =
  'input:not([type=hidden], [tabindex="-1"], :disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"], [contenteditable="true"]'

/** Scrolls to and focuses the field with a fault, or else the summary above the form. */
function bringTo(root: HTMLElement, path: string): void {
  const item = [...root.querySelectorAll<HTMLElement>('[data-path]')].find((e) => e.dataset['path'] === path)
  const place = item ?? root.querySelector<HTMLElement>('.fv-summary')
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
}

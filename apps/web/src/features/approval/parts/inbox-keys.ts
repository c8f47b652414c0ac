import { undoLast } from '../../../lib/held.ts'
import { useEffect, useEffectEvent, type RefObject } from 'react'

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
const ANSWERS: Partial<Record<string, string>> = {
  a: '.decide > .page-extra [data-kind=primary]:not(:disabled)',
  r: '.decide > .page-extra [data-kind=danger]:not(:disabled)',
}

/**
 * J and K open the next and previous task. A and R only focus the answer's button in `panel`, so that no
 * key slip decides; Enter confirms. Z undoes the last answer. Disabled while the user types or a question is
 * open.
 */
export function useInboxKeys(
  panel: RefObject<HTMLElement | null>,
  steps: { before: false | (() => void); after: false | (() => void) },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(TYPED)) return
    if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
    const key = event.key.toLowerCase()
    if (key === 'z' && undoLast()) return event.preventDefault()
    const step = key === 'j' ? steps.after : key === 'k' ? steps.before : undefined
    const answer = ANSWERS[key]
    if (!step && !answer) return
    event.preventDefault()
    if (step) step()
    else if (answer) panel.current?.querySelector<HTMLElement>(answer)?.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

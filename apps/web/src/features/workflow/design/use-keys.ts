import { useEffect, useEffectEvent } from 'react'
import type { Drawing } from './drawing.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null

/** Keyboard shortcuts of the whole page. Those of the diagram are bpmn-js's own, while it has the focus. */
export function useKeys(drawing: Drawing, onSave: () => void): void {
  const pressed = useEffectEvent((e: KeyboardEvent) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey || e.defaultPrevented) return
    const key = e.key.toLowerCase()
    if (key === 's') {
      e.preventDefault()
      onSave()
    } else if ((key === 'z' || key === 'y') && !isTyping(e.target)) {
      e.preventDefault()
      if (key === 'y' || e.shiftKey) drawing.redo()
      else drawing.undo()
    }
  })
  useEffect(() => {
    const listen = (e: KeyboardEvent) => pressed(e)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

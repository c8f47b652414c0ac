import type { Edit, Way } from '@portal/form-kit/edit/edit'
import { useEffect, type KeyboardEvent } from 'react'
import { copySelected, pasteInto } from './clip.ts'
import { useDesigner } from './designer.ts'

const WAYS: Record<string, Way> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** The keyboard shortcuts of a rule on the canvas. They ignore typing in fields. */
export function useItemKeys(): (e: KeyboardEvent) => void {
  const designer = useDesigner()
  return (e) => {
    const item = e.target instanceof Element ? e.target.closest<HTMLElement>('.fd-grip') : null
    const id = Number(item?.closest<HTMLElement>('[data-rule]')?.dataset['rule'])
    if (!item || !Number.isSafeInteger(id)) return
    const edit = ((): Edit | null => {
      const way = WAYS[e.key]
      if (e.altKey && way) return { do: 'shift', id, way }
      if (e.key === 'Delete') return { do: 'remove', id }
      return (e.ctrlKey || e.metaKey) && e.key === 'd' ? { do: 'copy', id } : null
    })()
    if (edit) {
      e.preventDefault()
      designer.select(id)
      designer.act(edit, { focus: true })
    } else if (e.key === 'Escape') designer.select(null)
    else if (!e.altKey && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      e.preventDefault()
      const grips = [...document.querySelectorAll<HTMLElement>('.fd-canvas .fd-grip')]
      grips[grips.indexOf(item) + (e.key === 'ArrowDown' ? 1 : -1)]?.focus()
    }
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type))

/** The keyboard shortcuts of the whole designer: undo, redo and the clipboard. */
export function useDesignerKeys(isOpen: boolean): void {
  const designer = useDesigner()
  useEffect(() => {
    if (!isOpen) return
    const pressed = (e: globalThis.KeyboardEvent): void => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || isTyping(e.target)) return
      const key = e.key.toLowerCase()
      if (key === 'z' && !e.shiftKey) designer.undo()
      else if (key === 'y' || (key === 'z' && e.shiftKey)) designer.redo()
      else return
      e.preventDefault()
    }
    const copied = (e: ClipboardEvent): void => {
      if (isTyping(e.target) || String(getSelection()) !== '') return
      const text = copySelected(designer)
      if (text === null || !e.clipboardData) return
      e.clipboardData.setData('text/plain', text)
      e.preventDefault()
    }
    const pasted = (e: ClipboardEvent): void => {
      if (isTyping(e.target)) return
      const text = e.clipboardData?.getData('text/plain') ?? ''
      if (/^\s*[[{]/.test(text)) {
        e.preventDefault()
        pasteInto(designer, text)
      }
    }
    const stop = new AbortController()
    addEventListener('keydown', pressed, { signal: stop.signal })
    document.addEventListener('copy', copied, { signal: stop.signal })
    document.addEventListener('paste', pasted, { signal: stop.signal })
    return () => stop.abort()
  }, [designer, isOpen])
}

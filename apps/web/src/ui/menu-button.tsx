import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import './menu-button.css'

/** A button that opens a small list of links or buttons. Escape and a click elsewhere close it; arrow keys walk. */
export function MenuButton({ label, children, align = 'right', className = 'btn', ...rest }: { label: ReactNode; children: ReactNode; align?: 'left' | 'right'; className?: string; 'aria-label'?: string }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const away = (e: Event) => box.current?.contains(e.target as Node) || setOpen(false)
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open])

  const walk = (e: React.KeyboardEvent) => {
    if (e.key === 'Escape') {
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (!step || !open) return
    e.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLElement>('ul a, ul button') ?? [])]
    const now = all.indexOf(document.activeElement as HTMLElement)
    all[(now + step + all.length) % all.length]?.focus()
  }
  return (
    <div className="menu-button" ref={box} onKeyDown={walk}>
      <button type="button" className={className} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} aria-label={rest['aria-label']}>
        {label}
      </button>
      <ul id={id} hidden={!open} data-align={align} onClick={() => setOpen(false)}>
        {children}
      </ul>
    </div>
  )
}

import { useEffect, useId, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import './menu-button.css'

interface Props {
  label: ReactNode
  children: ReactNode
  align?: 'left' | 'right'
  className?: string
  'aria-label'?: string
}

/** A button that opens a small list of links or buttons. Escape and a click elsewhere close it; arrow keys walk. */
export function MenuButton({ label, children, align = 'right', className = 'btn', ...rest }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const place = usePlace(open, box, list, align)
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
    if (e.key === 'Escape' && open) {
      e.stopPropagation()
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (!step || !open) return
    e.preventDefault()
    const all = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const now = all.indexOf(document.activeElement as HTMLElement)
    all[(now + step + all.length) % all.length]?.focus({ preventScroll: true })
  }
  return (
    <div className="menu-button" ref={box} onKeyDown={walk}>
      <button type="button" className={className} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} aria-label={rest['aria-label']}>
        {label}
      </button>
      <ul id={id} ref={list} hidden={!open} style={place} onClick={() => setOpen(false)}>
        {children}
      </ul>
    </div>
  )
}

/** Over everything and inside the window: a table that scrolls sideways would cut the list off. */
function usePlace(open: boolean, box: React.RefObject<HTMLElement | null>, list: React.RefObject<HTMLElement | null>, align: 'left' | 'right'): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({})
  useLayoutEffect(() => {
    if (!open) return
    const put = () => {
      if (!box.current || !list.current) return
      const at = box.current.getBoundingClientRect()
      const { offsetHeight, offsetWidth } = list.current
      const below = at.bottom + offsetHeight + 8 < innerHeight || at.top < offsetHeight
      const left = align === 'left' ? at.left : at.right - offsetWidth
      setPlace({
        top: below ? at.bottom + 4 : at.top - offsetHeight - 4,
        left: Math.max(8, Math.min(left, document.documentElement.clientWidth - offsetWidth - 8)),
      })
    }
    put()
    document.addEventListener('scroll', put, { capture: true, passive: true })
    addEventListener('resize', put)
    return () => {
      document.removeEventListener('scroll', put, { capture: true })
      removeEventListener('resize', put)
    }
  }, [open, align])
  return place
}

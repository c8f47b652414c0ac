import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import './menu-button.css'

interface Props {
  label: ReactNode
  children: ReactNode
  align?: 'left' | 'right'
  className?: string
  'aria-label'?: string
}

/**
 * A button that opens a small menu of links or buttons. Escape and a click elsewhere close it; arrow keys
 * move.
 */
export function MenuButton({ label, children, align = 'right', className = 'btn', ...rest }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const place = usePlace(open, box, list, align)
  useEffect(() => {
    const here = box.current
    if (!open || !here) return
    const shut = () => setOpen(false)
    const away = (e: Event) => here.contains(e.target as Node) || shut()
    const chosen = (e: Event) => {
      if (!list.current?.contains(e.target as Node)) return
      shut()
      // A dialog that opens returns the focus to the focused element, and the chosen item is hidden by then.
      here.querySelector('button')?.focus({ preventScroll: true })
    }
    const walk = (e: KeyboardEvent) => {
      if (e.key === 'Escape') {
        e.stopPropagation()
        shut()
        here.querySelector('button')?.focus()
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
      if (!step) return
      e.preventDefault()
      const all = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
      const now = all.indexOf(document.activeElement as HTMLElement)
      all[(now + step + all.length) % all.length]?.focus({ preventScroll: true })
    }
    const stop = new AbortController()
    document.addEventListener('pointerdown', away, { signal: stop.signal })
    document.addEventListener('focusin', away, { signal: stop.signal })
    here.addEventListener('click', chosen, { signal: stop.signal })
    here.addEventListener('keydown', walk, { signal: stop.signal })
    return () => stop.abort()
  }, [open])

  return (
    <div className="menu-button" ref={box}>
      <button
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        aria-label={rest['aria-label']}
      >
        {label}
      </button>
      <ul id={id} ref={list} hidden={!open} style={place}>
        {children}
      </ul>
    </div>
  )
}

/** Fixed position inside the window: a table that scrolls sideways would clip the menu. */
function usePlace(
  open: boolean,
  box: React.RefObject<HTMLElement | null>,
  list: React.RefObject<HTMLElement | null>,
  align: 'left' | 'right',
): CSSProperties {
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
  }, [open, align, box, list])
  return place
}

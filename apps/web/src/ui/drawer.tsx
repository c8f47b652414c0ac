import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './drawer.css'

/**
 * A panel that slides in on a phone. A native dialog keeps the focus inside and closes on Escape; a click on
 * the backdrop or on a link closes it, too.
 */
export function Drawer({
  open,
  onClose,
  title,
  children,
  side = 'left',
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  side?: 'left' | 'right'
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const clicked = useEffectEvent((e: Event) => {
    if (e.target === ref.current || (e.target as Element).closest('a')) onClose()
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
    dialog.addEventListener('click', clicked)
    return () => dialog.removeEventListener('click', clicked)
  }, [open])
  return (
    <dialog ref={ref} className="drawer" data-side={side} aria-label={title} onClose={onClose}>
      {open && (
        <div className="drawer-body">
          <header>
            <strong>{title}</strong>
            <button type="button" aria-label="关闭" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

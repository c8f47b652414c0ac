import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { useNarrow } from '../use-media.ts'
import './fold.css'

interface Props {
  title: string
  /** What may be left out, or what is in it: said while it is folded. */
  hint?: string
  children: ReactNode
}

/**
 * Fields that most people leave as they are: on a phone they stand behind their title, which opens by itself
 * where one of them is wrong (use-submit.ts). Elsewhere there is room for them. They stay in the form: what
 * is folded is sent too.
 */
export function Fold({ title, hint, children }: Props) {
  const narrow = useNarrow()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (!narrow) return children
  return (
    <details className="form-fold form-wide" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary aria-describedby={hint && id}>
        <b>{title}</b>
        {hint && (
          <span id={id} className="muted">
            {hint}
          </span>
        )}
        <Icon name="down" size={16} />
      </summary>
      <div>{children}</div>
    </details>
  )
}

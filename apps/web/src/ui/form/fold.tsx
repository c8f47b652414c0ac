import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { useNarrow } from '../use-media.ts'
import './fold.css'

interface Props {
  title: string
  /** Shown while folded: that the fields are optional, or what they contain. */
  hint?: string
  children: ReactNode
}

/**
 * Fields that most users leave unchanged. On a phone they are folded under their title, and open by
 * themselves if one is invalid (use-submit.ts). Folded fields stay in the form and are sent.
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

import { useId, type ReactElement, type ReactNode } from 'react'
import './prop.css'

interface Props {
  label: string
  fault?: string | null | undefined
  hint?: ReactNode
  /** Gets the id that its label and its fault are tied to. */
  children: (aria: Aria) => ReactElement
  /** Beside the label: a switch and the like take one line. */
  inline?: boolean
  /** Several controls under one label. */
  group?: boolean
}
export interface Aria {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** One line of a panel: what is set, its control, and what is wrong with it. */
export function Prop({ label, fault, hint, children, inline, group }: Props) {
  const id = useId()
  const aria: Aria = {
    id,
    ...(fault || hint ? { 'aria-describedby': `${id}-hint` } : {}),
    ...(fault ? { 'aria-invalid': true as const } : {}),
  }
  return (
    <div
      className="prop"
      data-inline={inline || undefined}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      {group ? (
        <span id={`${id}-label`} className="prop-label">
          {label}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className="prop-label">
          {label}
        </label>
      )}
      <div className="prop-control">{children(aria)}</div>
      {(fault || hint) && (
        <p id={`${id}-hint`} className="prop-hint" data-fault={fault ? true : undefined}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}

import { useId, type ReactElement, type ReactNode } from 'react'
import './prop.css'

interface Props {
  label: string
  fault?: string | null | undefined
  hint?: ReactNode
  /** Gets the id and ARIA attributes that tie it to its label and fault. */
  children: (aria: Aria) => ReactElement
  /** Label and control on one line, for a switch. */
  inline?: boolean
  /** Several controls under one label. */
  group?: boolean
}
export interface Aria {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** One line of a panel: label, control, and fault. */
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

import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json } from '@portal/form-kit/form/form'
import type { ComponentType } from 'react'
import type { Fields } from './view-context.ts'

/** The faults found at a path in the answer. */
export type Told = readonly [path: string, sentences: readonly string[]]
export interface Change {
  field: string
  value: Json
  told: readonly Told[]
  /** Faults at and below this path are cleared, because rows have moved. */
  clears?: string
}
/** The fields of a form or of one row. `change` and `tell` stay the same functions while the user types. */
export interface Scope {
  /** Its path in the answer: '' or `samples[2]`. */
  path: string
  values: Fields
  isClosed: boolean
  change: (change: Change) => void
  /** Sets the faults of a path. */
  tell: (told: Told) => void
}

/** The props of a control. Its value is in form-kit's format; `null` means empty. */
export interface ControlProps {
  state: ShownRule
  /** The id of the element that the label points to. */
  id: string
  value: Json
  /** `within` has new faults of places inside the value, and the path where old faults are cleared. */
  onChange: (value: Json, within?: Pick<Change, 'told' | 'clears'>) => void
  onBlur: () => void
  tell: (told: Told) => void
  disabled: boolean
  /** The path of its value in the answer. */
  path: string
  label: string
  aria: {
    'aria-describedby'?: string
    'aria-invalid'?: true
    'aria-required'?: true
  }
}

export interface ShowProps {
  state: ShownRule
  value: Json
  path: string
}

/** How a component with a value is rendered. */
export interface Drawing {
  control: ComponentType<ControlProps>
  /** Several elements share one label, so the label names their group. */
  isGroup?: true
  /** It takes the whole width, under its label. */
  isWide?: true
  /** Renders its value for reading, if that is more than its text. */
  show?: ComponentType<ShowProps>
}

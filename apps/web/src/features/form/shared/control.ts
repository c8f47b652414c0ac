import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json } from '@portal/form-kit/form/form'
import type { ComponentType } from 'react'
import type { Fields } from './view-context.ts'

/** What has been found out about a place in the answer. */
export type Told = readonly [path: string, sentences: readonly string[]]
export interface Change {
  field: string
  value: Json
  told: readonly Told[]
  /** Faults at and below this place are no longer where they were: rows have moved. */
  clears?: string
}
/** A form, or one row: fields beside one another. `change` and `tell` stay the same while one types. */
export interface Scope {
  /** Where it stands in the answer: '' or `samples[2]`. */
  path: string
  values: Fields
  isClosed: boolean
  change: (change: Change) => void
  /** Adds faults to those that are known. */
  tell: (told: Told) => void
}

/** What a control gets. Its value is what form-kit reads, `null` is nothing. */
export interface ControlProps {
  state: ShownRule
  /** Of the element that the label points to. */
  id: string
  value: Json
  /** `within` is what has been found out about places inside of it, and where faults no longer hold. */
  onChange: (value: Json, within?: Pick<Change, 'told' | 'clears'>) => void
  onBlur: () => void
  tell: (told: Told) => void
  disabled: boolean
  /** Where its value stands in the answer. */
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

/** How a kind of component that asks for a value is drawn. */
export interface Drawing {
  control: ComponentType<ControlProps>
  /** Several elements stand under one label: it is their group that is labelled. */
  isGroup?: true
  /** It takes the whole width, under its label. */
  isWide?: true
  /** Its value in words, where that is more than its text. */
  show?: ComponentType<ShowProps>
}

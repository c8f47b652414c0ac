import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { HistoryEntry, ProgressStep } from '@portal/contract/kernel/rows'
import type { Failure } from '../../lib/failure.ts'
import type { ReasonAsked } from '../../lib/tell.ts'
import type { Step as StripStep } from '../detail/progress-strip.tsx'
import type { WayBack } from '../page-error.tsx'
import type { StateTone } from '../state-tag.tsx'

// The browser's counterpart of a module's `<d>.process.ts`: one table with what the page and the inbox need
// of a process. The server decides what the user may do (`can`); the table says how each such word is asked
// for, and the compiler requires a line for each word that the contract gains.

/** The server's fields of any row of a process. */
export interface ProcessRow {
  id: number
  can: readonly string[]
  stateAt?: string
  progress?: readonly ProgressStep[]
  warnings?: readonly string[]
  history?: readonly HistoryEntry[]
}
export type WordOf<Row extends ProcessRow> = Row['can'][number]

/** A step that is confirmed and then taken. */
export interface Asked {
  /** Button text, if different from `ok`. */
  label?: string
  /** The question. */
  title: string
  /** The consequences. */
  text?: string
  ok: string
  cancel?: string
  reason?: ReasonAsked
  /** `yes` goes on, `no` turns down or ends, `plain` does neither. */
  tone: 'yes' | 'no' | 'plain'
  disabled?: boolean
  /** Refused while a form on the page holds unsaved input, because the step acts on what is saved. */
  afterSaving?: boolean
  /** Shown beside the heading instead of among the decisions; not in the inbox. */
  atHead?: boolean
  /** Its task stays in the inbox, because the same person acts next. */
  goesOn?: boolean
  /** Fields were filled in with it: the inbox sends it at once (decision 105). */
  filled?: boolean
  /** Success message; if missing, `take` shows its own. */
  done?: string
  /**
   * `key` makes a second click after a lost answer the same request. Resolves to false if the answer was not
   * accepted.
   */
  take: (reason: string, key: string) => Promise<unknown>
}

export interface PartProps<Row> {
  row: Row
  /** In the inbox: opens the next task. */
  onDone?: () => void
}
interface Placed<Row> {
  /** On the page below the facts, for a step that follows from reading them. */
  below?: boolean
  /** The part is remounted when this value changes, instead of with every state. */
  begins?: (row: Row) => string
}
/** A step that needs more than an answer: a part of its own. */
export interface OwnPart<Row> extends Placed<Row> {
  Part: ComponentType<PartProps<Row>>
}
/** A step that the inbox only links to. */
export interface Elsewhere<Row> {
  elsewhere: (row: Row) => { to: string; text: string }
}
/**
 * A step whose part the page provides, so that the inbox does not load it. Without `elsewhere` the step
 * creates no task.
 */
export interface OnPage<Row> extends Placed<Row>, Partial<Elsewhere<Row>> {
  onPage: true
}
/** Confirmations by the word of the step or of the answer. */
export interface Answers {
  readonly [word: string]: Asked
}
/** Null: drawn together with another word, or as a link. */
export type Step<Row> = ((row: Row) => Asked | Answers) | OwnPart<Row> | Elsewhere<Row> | null

export interface About {
  title?: string
  text?: ReactNode
  /** What speaks against it. */
  warning?: string
  /** On the page below the facts. */
  below?: boolean
  /**
   * In the inbox the buttons stick to the bottom of the screen; `loose` does not, for a form that would be
   * covered.
   */
  loose?: boolean
}
export interface FactsProps<Row> {
  row: Row
  place: 'page' | 'inbox'
}
/** `Page`: the words whose parts the page provides. */
export interface Process<Row extends ProcessRow, Page extends WordOf<Row> = never> {
  /** Heading until the row is loaded. */
  noun: string
  /** The list that contains the row. */
  list: WayBack
  nameOf: (row: Row) => string
  tagOf: (row: Row) => { tone: StateTone; text: string }
  useRow: (id: number) => UseQueryResult<Row, Failure>
  /** Runs while the page is open: live updates of the row, and what the frame shows of it. */
  useNews?: (row: Row | undefined) => void
  /** The steps of the strip, if the row knows more than its `progress`. */
  stepsOf?: (row: Row) => readonly StripStep[]
  /** Links beside the heading: print, related pages. */
  Links?: ComponentType<{ row: Row }>
  /** On the page before the steps: what they depend on. */
  Notes?: ComponentType<{ row: Row }>
  /** The facts on which the row is judged. */
  Facts: ComponentType<FactsProps<Row>>
  /** A link in the inbox to an action that is not a step. */
  aside?: (row: Row) => { to: string; text: string } | false
  /** The card with the decision. */
  decision?: (row: Row) => About
  /** For every word of `can`, in the order on the page. */
  steps: { readonly [Word in WordOf<Row>]: Word extends Page ? OnPage<Row> : Step<Row> }
}
/** A page that omits a part of its process does not compile. */
export type Forms<Row extends ProcessRow, Page extends WordOf<Row>> = [Page] extends [never]
  ? { forms?: never }
  : { forms: { readonly [Word in Page]: ComponentType<PartProps<Row>> } }
/** The same parts, to be looked up by a word. */
export interface FormsByWord<Row> {
  readonly [word: string]: ComponentType<PartProps<Row>> | undefined
}
/** A process, whichever parts its page provides. */
export type AnyProcess<Row extends ProcessRow> = Omit<Process<Row>, 'steps'> & {
  steps: { readonly [word: string]: Step<Row> | OnPage<Row> }
}

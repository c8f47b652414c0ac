import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { HistoryEntry, ProgressStep } from '@portal/contract/kernel/rows'
import type { Failure } from '../../lib/failure.ts'
import type { ReasonAsked } from '../../lib/tell.ts'
import type { Step as StripStep } from '../detail/progress-strip.tsx'
import type { WayBack } from '../page-error.tsx'
import type { StateTone } from '../state-tag.tsx'

// The browser's twin of a module's `<d>.process.ts`: what a page and the inbox know of a process, in one
// table. What may be done is the server's to say (`can`); the table says for every such word how it is asked
// for, so that the compiler wants a line for each word that the contract gains.

/** What the server tells of any row that runs through a process. */
export interface ProcessRow {
  id: number
  can: readonly string[]
  stateAt?: string
  progress?: readonly ProgressStep[]
  warnings?: readonly string[]
  history?: readonly HistoryEntry[]
}
export type WordOf<Row extends ProcessRow> = Row['can'][number]

/** A step that is asked about first, then taken. */
export interface Asked {
  /** On the button, unless `ok` is it. */
  label?: string
  /** The question. */
  title: string
  /** What will happen. */
  text?: string
  ok: string
  cancel?: string
  reason?: ReasonAsked
  /** `yes` goes on, `no` turns down or ends, `plain` does neither. */
  tone: 'yes' | 'no' | 'plain'
  disabled?: boolean
  /** Beside the heading rather than among what decides; not in the inbox. */
  atHead?: boolean
  /** In the inbox its task stays: what comes next is for the same person. */
  goesOn?: boolean
  /** Said once it is taken; without, `take` says it. */
  done?: string
  /** `key` makes a second click the same click. Resolved with false, it was not taken. */
  take: (reason: string, key: string) => Promise<unknown>
}

export interface PartProps<Row> {
  row: Row
  /** In the inbox: the next task opens. */
  onDone?: () => void
}
interface Placed<Row> {
  /** On the page below the facts, for whoever goes on with what he has read. */
  below?: boolean
  /** The part begins anew when this changes, rather than with every state. */
  begins?: (row: Row) => string
}
/** A step that needs more than an answer: it has a part of its own. */
export interface OwnPart<Row> extends Placed<Row> {
  Part: ComponentType<PartProps<Row>>
}
/** A step that the inbox only leads to. */
export interface Elsewhere<Row> {
  elsewhere: (row: Row) => { to: string; text: string }
}
/**
 * A step whose part the page gives, so that the inbox does not load it. Without `elsewhere` nobody is awaited
 * for it.
 */
export interface OnPage<Row> extends Placed<Row>, Partial<Elsewhere<Row>> {
  onPage: true
}
/** Questions by the word of the step, or of the answer. */
export interface Answers {
  readonly [word: string]: Asked
}
/** Null: drawn together with another word, or as a link. */
export type Step<Row> = ((row: Row) => Asked | Answers) | OwnPart<Row> | Elsewhere<Row> | null

export interface About {
  title?: string
  text?: ReactNode
  /** What stands against it. */
  warning?: string
  /** On the page below the facts. */
  below?: boolean
  /** In the inbox what decides keeps to the bottom of the screen; not over a form that is filled in. */
  loose?: boolean
}
export interface FactsProps<Row> {
  row: Row
  place: 'page' | 'inbox'
}
/** `Page`: the words whose parts the page gives. */
export interface Process<Row extends ProcessRow, Page extends WordOf<Row> = never> {
  /** The heading until the row has come. */
  noun: string
  /** Where the row is found among its like. */
  list: WayBack
  nameOf: (row: Row) => string
  tagOf: (row: Row) => { tone: StateTone; text: string }
  useRow: (id: number) => UseQueryResult<Row, Failure>
  /** While the page is open: news of the row, and what the frame shows of it. */
  useNews?: (row: Row | undefined) => void
  /** Its places, where the row says more of them than its strip. */
  stepsOf?: (row: Row) => readonly StripStep[]
  /** Beside the heading: where to print it, where to go on. */
  Links?: ComponentType<{ row: Row }>
  /** On the page, before anything is done: what the next steps hang on. */
  Notes?: ComponentType<{ row: Row }>
  /** Everything that somebody judges it by. */
  Facts: ComponentType<FactsProps<Row>>
  /** In the inbox, where something is done about it that is no step of its own. */
  aside?: (row: Row) => { to: string; text: string } | false
  /** The card in which it is decided. */
  decision?: (row: Row) => About
  /** For every word of `can`, in the order in which they stand on the page. */
  steps: { readonly [Word in WordOf<Row>]: Word extends Page ? OnPage<Row> : Step<Row> }
}
/** A page that does not give a part of its process does not compile. */
export type Forms<Row extends ProcessRow, Page extends WordOf<Row>> = [Page] extends [never]
  ? { forms?: never }
  : { forms: { readonly [Word in Page]: ComponentType<PartProps<Row>> } }
/** The same, for whoever looks a word up. */
export interface FormsByWord<Row> {
  readonly [word: string]: ComponentType<PartProps<Row>> | undefined
}
/** A process, whichever parts its page gives. */
export type AnyProcess<Row extends ProcessRow> = Omit<Process<Row>, 'steps'> & {
  steps: { readonly [word: string]: Step<Row> | OnPage<Row> }
}

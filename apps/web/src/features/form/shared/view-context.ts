import type { UploadRule } from '@portal/contract/kernel/call'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Json } from '@portal/form-kit/form/form'
import type { FetchConfig } from '@portal/form-kit/options/options'
import { createContext } from 'react'

// What everything in a drawn form knows of the form around it.

/** `read` are names and values below one another, `print` the same as a table on paper. */
export type ViewMode = 'edit' | 'disabled' | 'read' | 'print'

export type Fields = { [field: string]: Json }

/** A file of an answer, as `readValues` takes it. */
export type AnswerFile = { name: string; url: string }
/** The file service of an answer: what it takes, and how a file goes there as soon as it is chosen. */
export interface Upload {
  rule: UploadRule
  send: (field: string, file: File, onProgress: (part: number) => void) => Promise<AnswerFile>
}
/** Asks the interface of a rule; gives the answer as it came, the envelope and all. */
export type Ask = (fetch: FetchConfig, signal: AbortSignal) => Promise<unknown>

/** Does not change while somebody types, so that a letter draws one field anew and not all. */
export interface View {
  /** What the ids of its controls begin with. */
  id: string
  mode: ViewMode
  /** Without it there is nowhere to keep files, and the control says so. */
  upload: Upload | null
  ask: Ask | null
  /** Whom the values name. */
  people: readonly Ref[]
  /** A control says how whoever was chosen is called. */
  onName?: ((people: readonly Ref[]) => void) | undefined
  /** A control says what the form has to wait for, by its place in the answer, and then that it has come. */
  wait: (path: string, words: string | undefined) => void
}
export const ViewContext = createContext<View>({
  id: 'rule',
  mode: 'disabled',
  upload: null,
  ask: null,
  people: [],
  wait: () => undefined,
})

/** Faults by the place of their field in the answer: `samples[2].mass`. */
export type FaultsAt = ReadonlyMap<string, readonly string[]>
export interface Findings {
  faults: FaultsAt
  /** Where whoever submitted is to be brought, for the how manieth time: tabs around it open. */
  aim: { path: string | null; time: number }
}
export const NOTHING: Findings = { faults: new Map(), aim: { path: null, time: 0 } }
export const FindingsContext = createContext<Findings>(NOTHING)

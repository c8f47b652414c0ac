import type { UploadRule } from '@portal/contract/kernel/call'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Json } from '@portal/form-kit/form/form'
import type { FetchConfig } from '@portal/form-kit/options/options'
import { createContext } from 'react'

// The context that every part of a rendered form reads.

/** `read` shows names and values in a list, `print` the same as a table on paper. */
export type ViewMode = 'edit' | 'disabled' | 'read' | 'print'

export type Fields = { [field: string]: Json }

/** A file of an answer, as `readValues` accepts it. */
export type AnswerFile = { name: string; url: string }
/** The file service of an answer: its limits, and how to send a file when it is chosen. */
export interface Upload {
  rule: UploadRule
  send: (field: string, file: File, onProgress: (part: number) => void) => Promise<AnswerFile>
}
/** Calls the interface of a rule; returns the whole answer, including the envelope. */
export type Ask = (fetch: FetchConfig, signal: AbortSignal) => Promise<unknown>

/** Stable while the user types, so that a keystroke renders one field and not all. */
export interface View {
  /** The prefix of its controls' ids. */
  id: string
  mode: ViewMode
  /** The file service; without it the upload control says that files cannot be uploaded. */
  upload: Upload | null
  ask: Ask | null
  /** The people whose ids the values hold. */
  people: readonly Ref[]
  /** A control reports the names of chosen people. */
  onName?: ((people: readonly Ref[]) => void) | undefined
  /** A control reports what the form must wait for, by its path; `undefined` when it is done. */
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
  /** The path to take the user to after a submission, and a counter; tabs around it open. */
  aim: { path: string | null; time: number }
}
export const NOTHING: Findings = { faults: new Map(), aim: { path: null, time: 0 } }
export const FindingsContext = createContext<Findings>(NOTHING)

import type { BoundAnswer, Occasion } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'

// The answers to an instrument's questions, as a form holds them and as they are sent.

export interface AskedValues {
  answers?: Record<string, unknown> | null
}
/** The answers to send, with the version of the form on the screen. */
export const givenTo = (asked: FillableForm, { answers }: AskedValues) => ({
  formId: asked.id,
  version: asked.version,
  values: answers ?? {},
})
/** The initial answers: earlier answers to the same form. */
export const findGiven = (
  answers: readonly BoundAnswer[],
  occasion: Occasion,
  asked: FillableForm | null,
): BoundAnswer | undefined => answers.find((a) => a.occasion === occasion && a.form.id === asked?.id)

/** The fields of a form as columns of a pasted table. */
export interface SampleColumns {
  titles: readonly string[]
  /** Reads a row's cells, one for each title, into values and faults. */
  read: (cells: readonly string[]) => { values: Record<string, unknown>; faults: string[] }
  /** Whether nothing has been filled in yet. */
  isBlank: (values: Record<string, unknown> | null | undefined) => boolean
}

import type { BoundAnswer, Occasion } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'

// What a form holds of the questions of an instrument, and what of it is sent.

export interface AskedValues {
  answers?: Record<string, unknown> | null
}
/** What of it is sent: with the version that is on the screen. */
export const givenTo = (asked: FillableForm, { answers }: AskedValues) => ({
  formId: asked.id,
  version: asked.version,
  values: answers ?? {},
})
/** What the form begins with: what was said to the same form before. */
export const findGiven = (
  answers: readonly BoundAnswer[],
  occasion: Occasion,
  asked: FillableForm | null,
): BoundAnswer | undefined => answers.find((a) => a.occasion === occasion && a.form.id === asked?.id)

/** The fields of a form as columns of a list that is pasted. */
export interface SampleColumns {
  titles: readonly string[]
  /** What a row's cells say, one for each title, and what is wrong with it. */
  read: (cells: readonly string[]) => { values: Record<string, unknown>; faults: string[] }
  /** Nobody has filled in anything yet. */
  isBlank: (values: Record<string, unknown> | null | undefined) => boolean
}

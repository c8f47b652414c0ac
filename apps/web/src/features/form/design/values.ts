import type { Json } from '@portal/form-kit/form/form'

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/

/** What is typed for a value: a number where it is one, so that 1 stays what it was. */
export const valueOf = (text: string): Json => {
  const typed = text.trim()
  return NUMBER.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed
}
/** A value as it is typed. */
export const textOf = (value: Json | undefined): string =>
  value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

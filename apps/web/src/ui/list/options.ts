import type { Option } from './filters.tsx'

/** A table of words as the options of a select. */
export const listOptions = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

import type { Option } from './filters.tsx'

/** Converts a table of words to options of a select. */
export const listOptions = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

// How large a form may be. A form of 200 fields has about 100,000 characters and six levels of nesting.

export const limits = {
  /** Characters of a form's text. */
  text: 1_000_000,
  /** Levels of objects and arrays; a rule within a rule takes two. */
  depth: 100,
  /** Objects, arrays and plain values together. */
  nodes: 200_000,
  rules: 2_000,
  /** Entries of one rule's validation, and controls of one rule. */
  entries: 20,
  controls: 50,
  options: 5_000,
  /** Characters of a field's name. */
  field: 64,
  /** Faults that are reported; further ones are dropped. */
  faults: 100,
  /** Characters of a whole answer, and rows of one group or table. */
  answer: 1_000_000,
  rows: 1_000,
  /** People in one field. */
  people: 200,
  /** Rules that may be evaluated for one answer: those of the form, and those of a row for each row. */
  looks: 100_000,
} as const

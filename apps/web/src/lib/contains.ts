const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether `text` has what a user typed into a search field, in either case and width. */
export const contains = (text: string | null | undefined, typed: string): boolean =>
  fold(text ?? '').includes(fold(typed))

import type { Option } from '../list/filters.tsx'

/** What a query found, as the options of an `AsyncSelect`. */
export const makeFound = <T, O extends Option>(
  { data, isFetching, isError }: { data: T | undefined; isFetching: boolean; isError: boolean },
  list: (data: T) => O[],
): { options: O[]; busy: boolean; failed: boolean } => ({
  options: data === undefined ? [] : list(data),
  busy: isFetching,
  failed: isError,
})

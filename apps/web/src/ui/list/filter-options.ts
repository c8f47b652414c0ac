import type { Filter, Option } from './filters.tsx'

/** Whether options are a list or a hook is written in the page and never changes. */
export const useOptions = ({ options }: Filter & { kind: 'select' }): readonly Option[] =>
  typeof options === 'function' ? options() : options

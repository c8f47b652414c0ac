import type { Filter, Option } from './filters.tsx'

/**
 * Calls `options` conditionally. This is safe for hooks, because a page never changes whether it is a list or
 * a hook.
 */
export const useOptions = ({ options }: Filter & { kind: 'select' }): readonly Option[] =>
  typeof options === 'function' ? options() : options

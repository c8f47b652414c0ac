import type { DictionaryAction } from '@portal/contract/dictionary/dictionary'
import type { Permission } from '@portal/contract/kernel/permissions'

/**
 * Who maintains a dictionary: holders of `keptBy` maintain its items, without `keptBy` only administrators.
 * Names and descriptions are changed by administrators only.
 */
export interface Kept {
  name: string
  builtin: boolean
  keptBy: Permission | null
}

/** Lists of the program's own states, kept for programs that ask for them: other items would mean nothing. */
const fixed: ReadonlySet<string> = new Set(['campus_user_status', 'device_status', 'settle_status'])
export const isFixed = (name: string): boolean => fixed.has(name)

export function listActions(
  { name, builtin, keptBy }: Kept,
  holds: (code: Permission) => boolean,
): DictionaryAction[] {
  if (!holds('ADMIN')) return keptBy && holds(keptBy) ? ['items'] : []
  if (isFixed(name)) return ['change']
  return builtin ? ['items', 'change'] : ['items', 'change', 'remove']
}

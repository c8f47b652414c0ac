import type { DictionaryAction } from '@portal/contract/dictionary/dictionary'
import type { Permission } from '@portal/contract/kernel/permissions'

/**
 * Who maintains a dictionary: holders of `keptBy` maintain its items, without `keptBy` only administrators.
 * Names and descriptions are changed by administrators only.
 */
export interface Kept {
  builtin: boolean
  keptBy: Permission | null
}

export function listActions(
  { builtin, keptBy }: Kept,
  holds: (code: Permission) => boolean,
): DictionaryAction[] {
  if (!holds('ADMIN')) return keptBy && holds(keptBy) ? ['items'] : []
  return builtin ? ['items', 'change'] : ['items', 'change', 'remove']
}

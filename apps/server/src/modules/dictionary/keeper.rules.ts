import type { DictionaryAction } from '@portal/contract/dictionary/dictionary'
import type { Permission } from '@portal/contract/kernel/permissions'

/**
 * Whose list it is: who holds `keptBy` keeps what stands in it. Without one only administrators do; names and
 * descriptions are always theirs.
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

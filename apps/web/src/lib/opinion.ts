import { OPINION } from '@portal/contract/kernel/fields'
import type { ReasonAsked } from './tell.ts'

/** Optional opinion with every approval; it is kept in the log and printed. */
export const opinionAsked: ReasonAsked = { label: OPINION, maxLength: 500 }
/** An empty opinion is null. */
export const saidOrNull = (text: string): string | null => text.trim() || null

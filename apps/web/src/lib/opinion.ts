import { OPINION } from '@portal/contract/kernel/fields'
import type { ReasonAsked } from './tell.ts'

/** Asked with every yes, and left empty by most: what is said stays in the log and on paper. */
export const opinionAsked: ReasonAsked = { label: OPINION, maxLength: 500 }
/** An answer without a word is none. */
export const saidOrNull = (text: string): string | null => text.trim() || null

import { addMinutes } from '../../kernel/time.ts'

/** After so many attempts (about 17 hours) an administrator has to look. */
export const MAX_ATTEMPTS = 10
const LONGEST_WAIT_MINUTES = 6 * 60

/** When to try again after the n-th attempt failed: 1, 2, 4, … minutes later. Null: not any more. */
export const retryAt = (attempts: number, now: Date): Date | null =>
  attempts >= MAX_ATTEMPTS ? null : addMinutes(now, Math.min(LONGEST_WAIT_MINUTES, 2 ** (attempts - 1)))

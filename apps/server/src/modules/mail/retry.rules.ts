import { addMinutes } from '../../kernel/time.ts'

/** After so many attempts (about 17 hours) an administrator has to look. */
export const MAX_ATTEMPTS = 10
const LONGEST_WAIT_MINUTES = 6 * 60

/** When to try again after the n-th attempt failed: 1, 2, 4, … minutes later. Null: not any more. */
export const retryAt = (attempts: number, now: Date): Date | null =>
  attempts >= MAX_ATTEMPTS ? null : addMinutes(now, Math.min(LONGEST_WAIT_MINUTES, 2 ** (attempts - 1)))

/**
 * Mail that could not leave for so long tells of what is over: a mailbox that is set up after months does not
 * send the reminders of those months.
 */
const LATEST_DAYS = 2
export const lateBefore = (now: Date): Date => addMinutes(now, -LATEST_DAYS * 24 * 60)

export const tooLate = {
  waited: '超过两天未能发出，已不再发送',
  lapsed: '内容已过有效期，不再发送',
} as const

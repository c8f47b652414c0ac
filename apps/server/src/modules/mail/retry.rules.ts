import { addMinutes } from '../../kernel/time.ts'

/** After this many attempts (about 17 hours) an administrator must look. */
export const MAX_ATTEMPTS = 10
const LONGEST_WAIT_MINUTES = 6 * 60

/**
 * The time of the next attempt after the n-th failed: 1, 2, 4, … minutes later, at most 6 hours. Null: no
 * more attempts.
 */
export const retryAt = (attempts: number, now: Date): Date | null =>
  attempts >= MAX_ATTEMPTS ? null : addMinutes(now, Math.min(LONGEST_WAIT_MINUTES, 2 ** (attempts - 1)))

/**
 * True while a courier has claimed the mail and nothing is known of the attempt. `nextAt` is the end of its
 * lease then.
 */
export const isUnderWay = (
  m: { state: string; attempts: number; lastError: string | null; nextAt: Date },
  now: Date,
): boolean => m.state === 'waiting' && m.attempts > 0 && m.lastError === null && m.nextAt > now

/** Mail this late is outdated: a mailbox set up after months must not send the reminders of those months. */
const LATEST_DAYS = 2
export const lateBefore = (now: Date): Date => addMinutes(now, -LATEST_DAYS * 24 * 60)

export const tooLate = {
  waited: '超过两天未能发出，已不再发送',
  lapsed: '内容已过有效期，不再发送',
} as const

import { hash, timingSafeEqual } from 'node:crypto'

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Two tabs that open at once both send the same credential; within this time that is no theft. */
const BOTH_TABS_MS = 60_000

/** The cookie's value: a constant half that identifies the row, and a half that is rotated at each use. */
export const joinHalves = (constant: string, changing: string): string => `${constant}.${changing}`
export function splitCookie(cookie: string | undefined): { constant: string; changing: string } | undefined {
  const m = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie ?? '')
  return m?.[1] && m[2] ? { constant: m[1], changing: m[2] } : undefined
}

/**
 * `use`: valid, rotate it now. `just-used`: another tab rotated it a moment ago. `stolen`: a correct constant
 * half with an outdated changing half means that the credential was copied.
 */
export function judgeRemembered(
  r: { currentHash: Buffer; previousHash: Buffer | null; rotatedAt: Date | null },
  changing: string,
  now: Date,
): 'use' | 'just-used' | 'stolen' {
  const shown = hashToken(changing)
  if (timingSafeEqual(shown, r.currentHash)) return 'use'
  const isLast = r.previousHash !== null && timingSafeEqual(shown, r.previousHash)
  return isLast && r.rotatedAt !== null && now.getTime() - r.rotatedAt.getTime() < BOTH_TABS_MS
    ? 'just-used'
    : 'stolen'
}

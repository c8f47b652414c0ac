import { createHash, randomInt } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import { addMinutes } from '../../kernel/time.ts'

// The code with which a gateway enrols: shown once, stored as a hash only.

const CODE_HOURS = 24
/** Without characters that look alike (I and 1, O and 0). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const computeHash = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest()

export function drawCode(ctx: Ctx) {
  const code = Array.from(
    { length: 25 },
    (_, i) => (i > 0 && i % 5 === 0 ? '-' : '') + ALPHABET[randomInt(ALPHABET.length)],
  ).join('')
  return { code, hash: computeHash(code), until: addMinutes(ctx.now, CODE_HOURS * 60) }
}

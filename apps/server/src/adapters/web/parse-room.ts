import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The page in which functions run that a form's designer wrote (docs/decisions/081). */
export const ROOM = '/parse-room.html'

/**
 * Reads the page and builds its own policy: the page has no origin, loads nothing and can talk only
 * to the page around it. It alone may run code from text, and its workers have the same policy. Null
 * if it has not been built.
 */
export async function readRoom(dist: string): Promise<{ body: string; policy: string } | null> {
  const body = await readFile(join(dist, ROOM), 'utf8').catch(() => null)
  if (body === null) return null
  const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
  return { body, policy }
}

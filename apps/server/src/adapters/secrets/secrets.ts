import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lock, unlock } from './box.ts'

/**
 * Keeps what has to be read again (the mail server's password) unreadable in the database and its backups.
 */
export interface Secrets {
  seal(text: string): Buffer
  /** Undefined when it was sealed with another key. */
  open(sealed: Buffer): string | undefined
  /**
   * A key of 32 bytes for one purpose, always the same; from it neither the main key nor that of another
   * purpose can be found.
   */
  keyFor(purpose: string): Buffer
}

/**
 * With `SECRET_KEY`, or else with a key of its own that is made on first use and kept beside the uploaded
 * files.
 */
export function secretsUnder({
  SECRET_KEY,
  DATA_DIR,
}: {
  SECRET_KEY?: string | undefined
  DATA_DIR: string
}): Secrets {
  let known: Buffer | undefined
  const key = () =>
    (known ??= SECRET_KEY ? createHash('sha256').update(SECRET_KEY).digest() : keyFile(DATA_DIR))
  return {
    seal: (text) => lock(key(), Buffer.from(text)),
    open: (sealed) => unlock(key(), sealed)?.toString('utf8'),
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key(), '', purpose, 32)),
  }
}

function keyFile(folder: string): Buffer {
  const file = path.join(folder, 'secret.key')
  try {
    return readFileSync(file)
  } catch {
    mkdirSync(folder, { recursive: true })
    try {
      writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
    } catch {
      // Another process was a moment earlier: its key it is.
    }
    return readFileSync(file)
  }
}

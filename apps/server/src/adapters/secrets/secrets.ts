import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lock, unlock } from './box.ts'

/**
 * Encrypts what the portal has to read again (the mail server's password), so that the database and its
 * backups do not reveal it.
 */
export interface Secrets {
  seal(text: string): Buffer
  /** Undefined if it was sealed with another key. */
  open(sealed: Buffer): string | undefined
  /**
   * A key of 32 bytes for one purpose, always the same; neither the main key nor the key of another
   * purpose can be derived from it.
   */
  keyFor(purpose: string): Buffer
}

/** Uses `SECRET_KEY` or, if that is not set, a key that is made on first use and kept in the data folder. */
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
      // Another process has just written the file, so its key is used.
    }
    return readFileSync(file)
  }
}

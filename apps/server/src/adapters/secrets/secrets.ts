import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Keeps what has to be read again (the mail server's password) unreadable in the database and its backups. */
export interface Secrets {
  seal(text: string): Buffer
  /** Undefined when it was sealed with another key. */
  open(sealed: Buffer): string | undefined
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** With `SECRET_KEY`, or else with a key of its own that is made on first use and kept beside the uploaded files. */
export function secretsUnder({ SECRET_KEY, DATA_DIR }: { SECRET_KEY?: string | undefined; DATA_DIR: string }): Secrets {
  let known: Buffer | undefined
  const key = () => (known ??= SECRET_KEY ? createHash('sha256').update(SECRET_KEY).digest() : keyFile(DATA_DIR))
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key(), iv)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden])
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv(CIPHER, key(), sealed.subarray(0, IV_BYTES)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
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

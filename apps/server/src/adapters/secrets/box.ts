import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `content` under a key of 32 bytes. `about` is not kept, but the same has to be said again to read it. */
export function lock(key: Buffer, content: Buffer, about = ''): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about))
  const hidden = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden])
}

/** Undefined when it was locked with another key, about something else, or changed since. */
export function unlock(key: Buffer, locked: Buffer, about = ''): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, locked.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(about))
    decipher.setAuthTag(locked.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(locked.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

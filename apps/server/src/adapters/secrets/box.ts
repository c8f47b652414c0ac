import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts `content` with a key of 32 bytes. `about` is not stored, but `unlock` needs the same value. */
export function lock(key: Buffer, content: Buffer, about = ''): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about))
  const hidden = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden])
}

/** Decrypts; undefined if the key or `about` differ, or if the content was changed. */
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

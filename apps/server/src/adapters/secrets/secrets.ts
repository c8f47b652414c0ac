import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { BootError } from '../../kernel/env.ts'
import { lock, unlock } from './box.ts'

const KEY_BYTES = 32

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

interface KeySettings {
  SECRET_KEY?: string | undefined
  DATA_DIR: string
}

/** Uses `SECRET_KEY` or, if that is not set, a key that is made on first use and kept in the data folder. */
export function secretsUnder({ SECRET_KEY, DATA_DIR }: KeySettings): Secrets {
  let known: Buffer | undefined
  const key = () =>
    (known ??= SECRET_KEY ? createHash('sha256').update(SECRET_KEY).digest() : keyFile(DATA_DIR))
  return {
    seal: (text) => lock(key(), Buffer.from(text)),
    open: (sealed) => unlock(key(), sealed)?.toString('utf8'),
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key(), '', purpose, 32)),
  }
}

/**
 * Throws a BootError if the key file is there without its bytes: the portal would start, and nobody could
 * sign in. Makes no key.
 */
export function checkKeyFile({ SECRET_KEY, DATA_DIR }: KeySettings): void {
  const file = findFile(DATA_DIR)
  if (!SECRET_KEY && existsSync(file)) refuseIncomplete(file, statSync(file).size)
}

const findFile = (folder: string): string => path.join(folder, 'secret.key')

function keyFile(folder: string): Buffer {
  const file = findFile(folder)
  if (!existsSync(file)) makeKey(file)
  const key = readFileSync(file)
  refuseIncomplete(file, key.length)
  return key
}

function refuseIncomplete(file: string, bytes: number): void {
  if (bytes >= KEY_BYTES) return
  throw new BootError(
    `密钥文件 ${file} 不完整（磁盘可能曾写满）：请从备份恢复它；若从未用它加密过任何内容，请删除它。 The key file ${file} is incomplete, perhaps because the disk was full: restore it from a copy, or delete it if nothing has been encrypted with it.`,
  )
}

/**
 * Writes a new key to `file`, unless another process has just done so: then its key is used. Leaves nothing
 * behind if the bytes cannot be written, because keys derived from an empty file would be known to everybody.
 */
function makeKey(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  let fd: number
  try {
    fd = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  try {
    // Flushed, because the database is: what it keeps must not outlive its key in a power cut.
    writeFileSync(fd, randomBytes(KEY_BYTES), { flush: true })
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashArgon2 = promisify(argon2)
const MEMORY_KIB = 19 * 1024
const PASSES = 2
const TAG_BYTES = 32

const tagOf = (password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  hashArgon2('argon2id', { message: password.normalize('NFKC'), nonce, parallelism: 1, tagLength: TAG_BYTES, memory, passes }) as Promise<Buffer>

const b64 = (b: Buffer) => b.toString('base64').replace(/=+$/, '')

/** A PHC string: argon2id, 19 MiB, two passes (OWASP's choice), computed off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${b64(nonce)}$${b64(await tagOf(password, nonce, MEMORY_KIB, PASSES))}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const m = PHC.exec(phc)
  if (!m) return false
  const [, memory, passes, nonce, tag] = m as unknown as [string, string, string, string, string]
  return timingSafeEqual(await tagOf(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes)), Buffer.from(tag, 'base64'))
}

import { randomBytes } from 'node:crypto'
import type { QuotationBody } from '@portal/contract/tender/calls'
import { lock, unlock } from '../../adapters/secrets/box.ts'
import type { Secrets } from '../../adapters/secrets/secrets.ts'

// How quotations are stored until their tender is opened (decision 040).

/** The key that encrypts the keys of a tender's quotations, derived from a secret outside the database. */
export const keyOfTender = (secrets: Pick<Secrets, 'keyFor'>, tenderId: number): Buffer =>
  secrets.keyFor(`quotations of tender ${tenderId}`)

/**
 * What a sealed quotation is bound to: with another tender, supplier or opening time it cannot be decrypted.
 */
export interface Bound {
  tenderId: number
  supplierId: number
  opensAt: Date
}
export interface SealedFile {
  name: string
  mime: string
}
export interface Content extends Omit<QuotationBody, 'replace'> {
  files: readonly SealedFile[]
}

/** Plaintext is padded to a multiple of this many bytes, so that its length does not reveal the amount. */
const BLOCK = 4096
const LENGTH_BYTES = 4
const KEY_BYTES = 32
/** An encrypted key: nonce, tag and key, in bytes. */
const LOCKED_KEY_BYTES = 12 + 16 + KEY_BYTES
const WHOLE = 'content'
const fileAt = (i: number) => `file ${i}`
const about = ({ tenderId, supplierId, opensAt }: Bound, part: string) =>
  `quotation 1|${tenderId}|${supplierId}|${opensAt.toISOString()}|${part}`

function padded(text: string): Buffer {
  const content = Buffer.from(text)
  const box = Buffer.alloc(Math.ceil((LENGTH_BYTES + content.length) / BLOCK) * BLOCK)
  box.writeUInt32BE(content.length)
  content.copy(box, LENGTH_BYTES)
  return box
}
const unpadded = (box: Buffer) =>
  box.subarray(LENGTH_BYTES, LENGTH_BYTES + box.readUInt32BE()).toString('utf8')

/** Encrypts a quotation and its files with a new key, which is itself encrypted with the tender's key. */
export function seal(
  tenderKey: Buffer,
  bound: Bound,
  content: Content,
  files: readonly Buffer[],
): { sealed: Buffer; files: Buffer[] } {
  const key = randomBytes(KEY_BYTES)
  return {
    sealed: Buffer.concat([
      lock(tenderKey, key, about(bound, 'key')),
      lock(key, padded(JSON.stringify(content)), about(bound, WHOLE)),
    ]),
    files: files.map((file, i) => lock(key, file, about(bound, fileAt(i)))),
  }
}

/** Decrypts a quotation; undefined if any part differs from what was sealed. */
export function unseal(
  tenderKey: Buffer,
  bound: Bound,
  sealed: Buffer,
  files: readonly Buffer[],
): { content: Content; files: Buffer[] } | undefined {
  const key = unlock(tenderKey, sealed.subarray(0, LOCKED_KEY_BYTES), about(bound, 'key'))
  const box = key && unlock(key, sealed.subarray(LOCKED_KEY_BYTES), about(bound, WHOLE))
  if (!box) return undefined
  const content = JSON.parse(unpadded(box)) as Content // authenticated: exactly what was sealed
  const opened = files.map((file, i) => unlock(key, file, about(bound, fileAt(i))))
  if (opened.length !== content.files.length || opened.includes(undefined)) return undefined
  return { content, files: opened as Buffer[] } // checked above
}

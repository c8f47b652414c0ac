// Sets of devices as bitmaps, one bit per device id: bit `id & 7` from the left of byte `id >> 3`. Table
// device_token stores them in blocks; here they are one buffer. 50,000 devices take 6 KB.

export const BLOCK_DEVICES = 2048
const BLOCK_BYTES = BLOCK_DEVICES / 8

export interface Block {
  block: number
  bits: Buffer
}

/** Joins blocks into one bitmap; missing blocks are empty. */
export function joinBlocks(blocks: readonly Block[]): Buffer {
  const last = blocks.reduce((max, b) => Math.max(max, b.block), -1)
  const set = Buffer.alloc((last + 1) * BLOCK_BYTES)
  for (const { block, bits } of blocks) bits.copy(set, block * BLOCK_BYTES)
  return set
}

const mask = (id: number) => 128 >> (id & 7)

export function makeSet(ids: readonly number[]): Buffer {
  const set = Buffer.alloc(ids.reduce((max, id) => Math.max(max, (id >> 3) + 1), 0))
  for (const id of ids) set[id >> 3]! |= mask(id) // allocated up to the largest id
  return set
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
export function countIds(set: Buffer): number {
  let n = 0
  for (const byte of set) n += ones[byte] ?? 0
  return n
}

export function listIds(set: Buffer): number[] {
  const ids: number[] = []
  for (let at = 0; at < set.length; at++) {
    const byte = set[at] ?? 0
    for (let bit = 0; byte && bit < 8; bit++) if (byte & (128 >> bit)) ids.push(at * 8 + bit)
  }
  return ids
}

/** Devices in both sets. */
export function intersect(a: Buffer, b: Buffer): Buffer {
  const set = Buffer.alloc(Math.min(a.length, b.length))
  for (let i = 0; i < set.length; i++) set[i] = (a[i] ?? 0) & (b[i] ?? 0)
  return set
}

/** Devices in the first set and not in the second. */
export function subtract(a: Buffer, b: Buffer): Buffer {
  const set = Buffer.from(a)
  for (let i = 0; i < set.length; i++) set[i]! &= ~(b[i] ?? 0) // i < set.length
  return set
}

/** Devices in at least one of the sets. */
export function unite(a: Buffer, b: Buffer): Buffer {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a]
  const set = Buffer.from(long)
  for (let i = 0; i < short.length; i++) set[i]! |= short[i] ?? 0 // i < set.length
  return set
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Chunks from the network lie outside V8's heap, so V8 hardly notices their growth and keeps up to 64
// MB of unused ones. Large chunks are freed once they are written to the disk; small ones are
// collected while bodies pass.

const SOMETIMES = 12_000_000
/**
 * Chunks that survived two minor collections (of a hundred slow streams) are no longer young: a major
 * collection frees them, less often.
 */
const SELDOM = 48_000_000

type Collect = (options: { type: 'minor' } | { type: 'major'; execution: 'async' }) => unknown
let collect: Collect | undefined
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

let since = 0
let left = 0
/** Counts the bytes of a body that came by. `released`: how many bytes were freed. */
function passed(bytes: number, released = 0): void {
  since += bytes
  left += bytes - released
  if (since < SOMETIMES) return
  since = 0
  collect ??= collector()
  if (left < SELDOM) return void collect({ type: 'minor' })
  left = 0
  void collect({ type: 'major', execution: 'async' })
}

/**
 * Yields the chunks of one body; each is freed once the next one is asked for. Successive pieces may lie in
 * the same memory, so it is freed when a piece comes from elsewhere. The last is not freed, because another
 * part of the form may lie behind it.
 */
export async function* passing(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before: Buffer | undefined
  for await (const chunk of chunks) {
    passed(chunk.length, before && before.buffer !== chunk.buffer ? release(before) : 0)
    yield chunk
    before = chunk
  }
}
/** Frees the memory of a chunk, and returns how many bytes. */
function release({ buffer, length }: Buffer): number {
  // Node.js cuts smaller buffers from memory that many share.
  if (length < Buffer.poolSize >>> 1 || !(buffer instanceof ArrayBuffer)) return 0
  buffer.transfer(0)
  return length
}

/** Reads a body that is not wanted to its end. */
export function throwAway(body: NodeJS.ReadableStream): void {
  body.on('data', (chunk: Buffer) => passed(chunk.length))
}

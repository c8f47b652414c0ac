import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// What comes from the network lies outside V8's heap, which therefore hardly sees it grow: it lets 64 MB of
// chunks lie there that nobody needs any more. The large ones are given back once they are written down; the
// rest is collected while bodies pass.

const SOMETIMES = 12_000_000
/**
 * What outlived two collections among a hundred slow streams is no longer young: it goes with all the rest,
 * less often.
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
/** So many bytes of a body came by. `released`: so many were given back. */
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
 * The chunks of one body, each of which is gone once the next is asked for. Pieces that lie in the same
 * memory follow each other, so it is freed when one comes from elsewhere; the last stays, because another
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
/** Answers how many bytes it gave back. */
function release({ buffer, length }: Buffer): number {
  // Node cuts smaller ones from memory that many share.
  if (length < Buffer.poolSize >>> 1 || !(buffer instanceof ArrayBuffer)) return 0
  buffer.transfer(0)
  return length
}

/** A body that nobody reads comes to its end all the same. */
export function throwAway(body: NodeJS.ReadableStream): void {
  body.on('data', (chunk: Buffer) => passed(chunk.length))
}

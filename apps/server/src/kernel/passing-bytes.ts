import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// What comes from the network lies outside V8's heap, which therefore hardly sees it grow: it lets 64 MB of chunks lie there that
// nobody needs any more. While large bodies pass they are collected sooner; looking through the young ones takes a millisecond.

const SOMETIMES = 6_000_000

type Collect = (options: { type: 'minor' }) => void
let collect: Collect | undefined
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

let since = 0
/** So many bytes of a body came by. */
export function passed(bytes: number): void {
  since += bytes
  if (since < SOMETIMES) return
  since = 0
  collect ??= collector()
  collect({ type: 'minor' })
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// What comes from the network lies outside V8's heap, which therefore hardly sees it grow: it lets 64 MB of chunks lie there that
// nobody needs any more. While large bodies pass they are collected sooner; looking through the young ones takes a millisecond.

const SOMETIMES = 6_000_000
/** What outlived two collections among a hundred slow streams is no longer young: it goes with all the rest, less often. */
const SELDOM = 96_000_000

type Collect = (options: { type: 'minor' } | { type: 'major'; execution: 'async' }) => unknown
let collect: Collect | undefined
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

let since = 0
let sinceAll = 0
/** So many bytes of a body came by. */
export function passed(bytes: number): void {
  since += bytes
  if (since < SOMETIMES) return
  sinceAll += since
  since = 0
  collect ??= collector()
  if (sinceAll < SELDOM) return void collect({ type: 'minor' })
  sinceAll = 0
  void collect({ type: 'major', execution: 'async' })
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects all garbage. It takes long if earlier test files have filled the heap. */
export const collect = runInNewContext('gc') as () => void // defined since the flag is set

/** Bytes in use by this process, without garbage. */
export function countInUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/**
 * The greatest growth of memory in use during `work`, in bytes, without garbage: resident memory also grows
 * with what the collector has not got to yet, which depends on the machine and on earlier test files. Each
 * measurement stops the work, so between two of them the work runs for ten times as long.
 */
export async function findMostGrown(work: () => Promise<void>, before = countInUse()): Promise<number> {
  let most = before
  let timer: NodeJS.Timeout
  const look = () => {
    const began = performance.now()
    most = Math.max(most, countInUse())
    timer = setTimeout(look, Math.max(200, 10 * (performance.now() - began)))
  }
  timer = setTimeout(look, 200)
  await work().finally(() => clearTimeout(timer))
  return most - before
}

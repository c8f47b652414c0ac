/**
 * Runs at most `atOnce` tasks at the same time, the others in order of arrival. The server has its own copy
 * in kernel/turns.ts: neither side may import the other, and it does not belong to the contract.
 */
export function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/**
 * Lets `atOnce` pieces of work go on at a time, the others after them in the order in which they came. The
 * server has the same in kernel/turns.ts: neither side reaches into the other, and it is nothing that a
 * contract says.
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

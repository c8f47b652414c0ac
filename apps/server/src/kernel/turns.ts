/**
 * Runs at most `atOnce` pieces of work at a time, the others later in the order of their calls: for
 * work that takes much memory, or another server's time. `queue`: while `most` pieces wait, further ones
 * are refused.
 */
export function turns(
  atOnce: number,
  queue?: { most: number; refuse: () => Error },
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else if (queue && waiting.length >= queue.most) throw queue.refuse()
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

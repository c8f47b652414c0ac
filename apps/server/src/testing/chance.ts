/** Random numbers that are the same for the same seed, so that a failure can be repeated. */
export interface Chance {
  /** A whole number from 0 to `n`, exclusive. */
  below(n: number): number
  /** An element of a list that is not empty. */
  pick<T>(all: readonly T[]): T
  pickFrom<T>(all: readonly T[]): T | undefined
}

export function chance(seed: number): Chance {
  let state = seed
  // mulberry32, in 32-bit integers.
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * n)
  }
  return {
    below,
    pickFrom: (all) => all[below(all.length)],
    pick: (all) => {
      const found = all[below(all.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}

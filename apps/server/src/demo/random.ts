/**
 * Repeatable random numbers: the same name gives the same sequence on every machine. Each part of the campus
 * has its own sequence, so that a change in one does not affect the others.
 */
export class Random {
  #state: number

  constructor(name: string) {
    // FNV-1a
    this.#state = Array.from(name).reduce(
      (h, c) => Math.imul(h ^ (c.codePointAt(0) ?? 0), 16_777_619),
      2_166_136_261,
    )
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer in the closed interval from `from` to `to`. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    // all lists that are picked from are constant and not empty
    return from[Math.floor(this.next() * from.length)]!
  }

  /** A weighted choice; the first elements are the weights. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T {
    let at = this.next() * from.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of from) if ((at -= weight) < 0) return value
    return from[from.length - 1]![1] // reached by rounding only
  }

  /** `count` different elements, or all if there are fewer. */
  some<T>(from: readonly T[], count: number): T[] {
    const rest = [...from]
    return Array.from(
      { length: Math.min(count, rest.length) },
      () => rest.splice(Math.floor(this.next() * rest.length), 1)[0]!,
    ) // the index is below the length
  }
}

/**
 * Picks indexes by weight in logarithmic time: some instruments are booked a hundred times as often as
 * others.
 */
export class Lottery {
  readonly #sums: Float64Array

  constructor(weights: readonly number[]) {
    this.#sums = new Float64Array(weights.length)
    let sum = 0
    weights.forEach((w, i) => (this.#sums[i] = sum += w))
  }

  draw(random: Random): number {
    const sums = this.#sums
    const at = random.next() * (sums[sums.length - 1] ?? 0)
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}

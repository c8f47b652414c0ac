import { expect } from 'vitest'

/**
 * What is promised within so many milliseconds comes in time at least once in three times: a busy machine
 * holds one up, a slow program all.
 */
export async function expectWithin(ms: number, work: () => Promise<void>): Promise<void> {
  const took: number[] = []
  while (took.length < 3) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
    if (took.some((each) => each < ms)) return
  }
  expect(Math.min(...took), 'milliseconds').toBeLessThan(ms)
}

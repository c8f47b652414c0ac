import { sizes, type Size } from './data.ts'

// npm run bench [-- [--quick] [--middle] [--keep] [work …]]
// BENCH_DATA: a folder for the data in place of .cache/bench.

const args = process.argv.slice(2)
export const quick = args.includes('--quick')
/** Looks for causes on a fifth of the uses; its figures are not the page's. */
export const middle = args.includes('--middle')
/** Takes the data that is there, even if the program that makes it has changed since. */
export const keep = args.includes('--keep')
/** Only these works; all when none is named. */
export const wanted: readonly string[] = args.filter((a) => !a.startsWith('--'))

export const ROUNDS = 3
/** Long enough for a hundred answers of the slowest; the whole run takes an hour. */
export const SECONDS = quick ? 1.5 : 3
export const CLIENTS: readonly number[] = quick ? [1, 16] : [1, 16, 64]
/**
 * A round that somebody disturbed is run again, so often; before each, so many seconds are waited for
 * silence.
 */
export const quietly = quick ? { tries: 1, patience: 0 } : { tries: 5, patience: 30 }
export const POOL = 16
export const full: Size = quick ? sizes.quick : middle ? sizes.middle : sizes.full
export const young: Size = quick ? sizes.quickYoung : sizes.young
export const MEMORY_SECONDS = quick ? 30 : 600

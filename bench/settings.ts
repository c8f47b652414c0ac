import { sizes, type Size } from './data.ts'

// npm run bench [-- [--quick] [--middle] [--keep] [work …]]
// BENCH_DATA: a folder for the data instead of .cache/bench.

const args = process.argv.slice(2)
export const quick = args.includes('--quick')
/** Uses a fifth of the bookings, for finding causes; its figures are not for the page. */
export const middle = args.includes('--middle')
/** Uses existing data even if the program that makes it has changed since. */
export const keep = args.includes('--keep')
/** The names of the works to run; empty for all. */
export const wanted: readonly string[] = args.filter((a) => !a.startsWith('--'))

/** A whole run: all works except those that have their own page and run only by name. */
export const whole = wanted.length === 0
/** Minutes that the whole run may take. With longer rounds, and also with one client, it took eighty. */
export const BUDGET = 40
export const ROUNDS = 3
/** Seconds of a round, enough for a hundred answers of the slowest work. */
export const SECONDS = quick ? 1 : whole ? 2 : 3
export const CLIENTS: readonly number[] = quick || whole ? [16, 64] : [1, 16, 64]
/** The clients for works without a least handler. */
export const FEW_CLIENTS: readonly number[] = quick || whole ? [16] : CLIENTS
/** Seconds of warm-up before L is measured, repeated until every person has sent one request to both. */
export const WARM_SECONDS = quick ? 2 : 5
/**
 * How often a disturbed round is tried in all, and how many seconds to wait for a quiet machine before each.
 */
export const quietly = quick ? { tries: 1, patience: 0 } : { tries: 5, patience: 30 }
export const POOL = 16
export const full: Size = quick ? sizes.quick : middle ? sizes.middle : sizes.full
export const young: Size = quick ? sizes.quickYoung : sizes.young
export const MEMORY_SECONDS = quick ? 30 : whole ? 300 : 600

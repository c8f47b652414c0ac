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

/** The whole run: all works but those that have a page of their own, and are asked for by name. */
export const whole = wanted.length === 0
/** Minutes that the whole run may take. With longer rounds, and one client as well, it took eighty. */
export const BUDGET = 40
export const ROUNDS = 3
/** Long enough for a hundred answers of the slowest. */
export const SECONDS = quick ? 1 : whole ? 2 : 3
export const CLIENTS: readonly number[] = quick || whole ? [16, 64] : [1, 16, 64]
/** Of works that have no least handler. */
export const FEW_CLIENTS: readonly number[] = quick || whole ? [16] : CLIENTS
/** Before L is measured, both are asked for so long, and again until everybody has asked them once. */
export const WARM_SECONDS = quick ? 2 : 5
/**
 * A round that somebody disturbed is run again, so often; before each, so many seconds are waited for
 * silence.
 */
export const quietly = quick ? { tries: 1, patience: 0 } : { tries: 5, patience: 30 }
export const POOL = 16
export const full: Size = quick ? sizes.quick : middle ? sizes.middle : sizes.full
export const young: Size = quick ? sizes.quickYoung : sizes.young
export const MEMORY_SECONDS = quick ? 30 : whole ? 300 : 600

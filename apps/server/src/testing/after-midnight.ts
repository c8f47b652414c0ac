import { setTimeout as sleep } from 'node:timers/promises'

// Runs before each file of tests. Many take the campus's day when they are loaded, and the program takes it
// at each call; a file that began in the last minute of a day would compare yesterday with today.

const DAY_MS = 86_400_000
/** The campus (Asia/Shanghai) has no summer time: its day begins at 16:00 UTC. */
const DAY_BEGINS_MS = 16 * 3_600_000
/** Longer than any file takes on a busy machine: of the walks over the contract, 182 s were seen. */
const LAST_MS = 300_000

const left = DAY_MS - ((Date.now() - DAY_BEGINS_MS) % DAY_MS)
if (left < LAST_MS) await sleep(left + 50)

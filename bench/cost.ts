import { readdirSync } from 'node:fs'
import type { Side } from './compare.ts'
import { readTicks, TICKS_PER_SECOND } from './process.ts'

// The processor time of an answer. Unlike a rate it hardly depends on other load of the machine, so two sides
// can be compared while other processes run.

const TICK_MS = 1000 / TICKS_PER_SECOND

/** Milliseconds of processor time of a process, all its threads together. */
export const serverMs = (pid: number): number => (readTicks(pid)?.own ?? 0) * TICK_MS

/** The same for a PostgreSQL: all its connections and background processes. */
export function databaseMs(postmaster: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const backends = all.flatMap((pid) => readTicks(pid) ?? []).filter(({ parent }) => parent === postmaster)
  const main = readTicks(postmaster)
  const ticks = [main?.own ?? 0, main?.gone ?? 0, ...backends.map(({ own }) => own)]
  return ticks.reduce((sum, n) => sum + n, 0) * TICK_MS
}

/** Wraps a side to measure the processor time of each answer. `server` is undefined for pgbench. */
export const costing =
  (side: Side, { server, database }: { server?: number; database: number }): Side =>
  async (clients, seconds) => {
    const look = () => [server === undefined ? 0 : serverMs(server), databaseMs(database)] as const
    const before = look()
    const measured = await side(clients, seconds)
    const after = look()
    const each = (i: 0 | 1) => (after[i] - before[i]) / Math.max(1, measured.answers)
    return {
      ...measured,
      ...(measured.answers > 0 && {
        ...(server !== undefined && { serverMs: each(0) }),
        databaseMs: each(1),
      }),
    }
  }

import { readFileSync, readdirSync } from 'node:fs'
import type { Side } from './compare.ts'

// The processor time of an answer. Unlike a rate it hardly depends on other load of the machine, so two sides
// can be compared while other processes run.

const TICK_MS = 10

interface Used {
  parent: number
  own: number
  /** The time of children that have ended. */
  gone: number
}
function read(pid: number | string): Used | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, goneUser = 0, goneSystem = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    )
    return { parent, own: (user + system) * TICK_MS, gone: (goneUser + goneSystem) * TICK_MS }
  } catch {
    return undefined // it has ended meanwhile
  }
}

/** Milliseconds of processor time of a process, all its threads together. */
export const serverMs = (pid: number): number => read(pid)?.own ?? 0

/** The same for a PostgreSQL: all its connections and background processes. */
export function databaseMs(postmaster: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const backends = all.flatMap((pid) => read(pid) ?? []).filter(({ parent }) => parent === postmaster)
  const main = read(postmaster)
  return [main?.own ?? 0, main?.gone ?? 0, ...backends.map(({ own }) => own)].reduce((sum, ms) => sum + ms, 0)
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

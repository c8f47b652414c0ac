import { readFileSync, readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTicks, TICKS_PER_SECOND } from './process.ts'

// Bench machines are shared and noisy, so a round counts only if other processes hardly use the processor.

interface Usage {
  /** Ticks used by all processes. */
  busy: number
  /** Ticks used by our own processes. */
  ours: number
  at: number
}

function ourProcesses(): Set<number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const ticks = readTicks(name)
    if (ticks) parents.set(Number(name), ticks.parent)
  }
  const ours = new Set([process.pid, ...extra])
  for (let grown = true; grown;) {
    grown = false
    for (const [pid, parent] of parents)
      if (!ours.has(pid) && ours.has(parent)) grown = Boolean(ours.add(pid))
  }
  return ours
}

const extra = new Set<number>()
/** Counts a process as ours although it is not our child, such as a PostgreSQL started earlier. */
export const adopt = (pid: number) => extra.add(pid)
/** The process id of the PostgreSQL that works use. */
export function databasePid(): number {
  const [pid] = extra
  if (pid === undefined) throw new Error('no PostgreSQL is known')
  return pid
}

function usage(): Usage {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number)
  let ours = 0
  for (const pid of ourProcesses()) {
    const ticks = readTicks(pid)
    if (ticks) ours += ticks.own + ticks.gone
  }
  return { busy: user + nice + system + irq + softirq, ours, at: performance.now() }
}

/** The share of the machine (0..1) that other processes used since `before`. */
function foreignShare(before: Usage): number {
  const now = usage()
  const seconds = (now.at - before.at) / 1000
  return (
    Math.max(0, now.busy - before.busy - (now.ours - before.ours)) /
    (seconds * TICKS_PER_SECOND * cpus().length)
  )
}

const LIMIT = 0.08

async function waitUntilQuiet(patience: number): Promise<void> {
  for (const end = performance.now() + patience * 1000; performance.now() < end;) {
    const before = usage()
    await sleep(1000)
    if (foreignShare(before) < LIMIT) return
  }
}

/**
 * Runs a round while the machine is quiet, and repeats it if it was disturbed. After `tries` attempts the
 * last one counts and is marked as noisy. `patience`: seconds to wait for quiet.
 */
export async function inQuiet<T>(
  round: () => Promise<T>,
  { tries = 4, patience = 20 } = {},
): Promise<{ result: T; noisy: boolean }> {
  for (let attempt = 1; ; attempt++) {
    await waitUntilQuiet(patience)
    const before = usage()
    const result = await round()
    const noisy = foreignShare(before) >= LIMIT
    if (!noisy || attempt >= tries) return { result, noisy }
  }
}

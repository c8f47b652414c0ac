import { readFileSync } from 'node:fs'

/** The memory of a running process, in MB. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Processor time in ticks. */
export interface Ticks {
  parent: number
  own: number
  /** The time of children that have ended. */
  gone: number
}
export const TICKS_PER_SECOND = 100

/** The processor time of a process, all its threads together; undefined if it has ended. */
export function readTicks(pid: number | string): Ticks | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2) // the name before it may contain spaces
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, goneUser = 0, goneSystem = 0] = [1, 11, 12, 13, 14].map(
    (i) => fields[i],
  )
  return { parent, own: user + system, gone: goneUser + goneSystem }
}

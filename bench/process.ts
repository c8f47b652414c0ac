import { readFileSync } from 'node:fs'

/** The memory of a running process, in MB. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

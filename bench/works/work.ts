import type { Sent } from '../compare.ts'
import type { Campus } from '../campus.ts'
import type { Data } from '../data.ts'
import type { Measured } from '../load.ts'

export interface Row {
  work: string
  clients: number | ''
  product: string
  a: string
  /** The least handler (bench/least.ts), if it has this work. */
  l?: string
  b: string
  /** Statements of a request and their round trips, and milliseconds of processor time per answer. */
  sent?: string
  cost?: string
  ratio: string
  target: string
  reached: boolean | null
  /** The number of rounds during which other processes used the processor. */
  noisy: number
}
export interface Work {
  name: string
  /** The work has its own page and runs only by name. */
  apart?: true
  run(bench: Bench): Promise<Row[]>
}
export interface Bench {
  data: Data
  /** A database shared by works that do not write. */
  reading: { url: string; campus: Campus }
  log(line: string): void
}

export const formatRate = (m: Measured | undefined): string =>
  m
    ? `${m.rate < 100 ? m.rate.toFixed(1) : Math.round(m.rate).toLocaleString('en')}/s`
    : 'pgbench not installed'
export const formatTimes = (m: Measured): string =>
  m.answers > 0 ? `p50 ${m.p50.toFixed(1)}, p95 ${m.p95.toFixed(1)} ms` : 'no answer within the round'
export const withTimes = (m: Measured): string => `${formatRate(m)} (${formatTimes(m)})`

/** Milliseconds of processor time: the server's + PostgreSQL's. */
export const formatCost = ({ serverMs, databaseMs }: Measured): string =>
  serverMs === undefined || databaseMs === undefined
    ? '?'
    : `${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)}`
export const formatSent = ({ statements, trips }: Sent): string => `${statements} in ${trips}`

const SHORT_CLIENTS = 16
/** The rows at 16 clients of each work; all rows of a work that has none at 16 clients. */
export const inShort = (rows: readonly Row[]): Row[] =>
  rows.filter(
    (r) =>
      r.clients === SHORT_CLIENTS ||
      !rows.some((other) => other.work === r.work && other.clients === SHORT_CLIENTS),
  )

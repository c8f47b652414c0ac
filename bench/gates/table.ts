import type { countBothEnds } from './count.ts'

/** Milliseconds. */
export interface Latency {
  p50: number
  p95: number
}
/** How long a command waits: `asked` since the call to the portal, `given` since the portal's reply. */
export interface Waited {
  asked: Latency
  given: Latency
}
/** What was measured, of so many gateways whose units send a reading each `everyMs`. */
export interface Figures {
  gateways: number
  minutes: number
  everyMs: number
  /** Readings written down per second. */
  rate: number
  counted: Awaited<ReturnType<typeof countBothEnds>>
  /** Commands and the portal's own calls, without readings and beside them. */
  alone: Waited
  beside: Waited
  ownAlone: Latency
  ownBeside: Latency
  /** Memory of the server in MB, at regular times. */
  held: readonly number[]
  /** Seconds until everything was confirmed: after the load, and after each interruption. */
  settled: readonly number[]
  /** The gateways that are cut off still open; afterwards the withdrawn grant opens nothing, all others do. */
  stillOpens: boolean
  withdrawn: boolean
  others: boolean
  /** Readings per second. */
  ingested: { portal: number; bare: number }
  /** The curve of a month of one meter. */
  month: Latency
  /** Bytes of the wall screen's answer. */
  wall: number
}

export const ms = (m: Latency): string => `p50 ${m.p50.toFixed(1)}, p95 ${m.p95.toFixed(1)} ms`
const verdict = (ok: boolean): string => (ok ? 'yes' : 'no')

/** The rows of the report: work, figure, target, and whether it was reached (`yes`, `no`, or nothing). */
export function makeRows(f: Figures): string[][] {
  const first = Math.max(...f.held.slice(4, 10))
  const last = f.held.at(-1) ?? Number.NaN
  const ratio = f.ownBeside.p95 / f.ownAlone.p95
  const rows = [
    [
      `readings written down, ${f.gateways} gateways × 5, ${f.minutes} min`,
      `${Math.round(f.rate)}/s`,
      `${(f.gateways * 4 * 1000) / f.everyMs}/s`,
      verdict(f.rate >= (0.98 * f.gateways * 4 * 1000) / f.everyMs),
    ],
    [
      'confirmed by the portal and missing; there twice; out of order',
      `${f.counted.missing}; ${f.counted.twice}; ${f.counted.disordered} of ${f.counted.readings}`,
      '0; 0; 0',
      verdict(f.counted.missing + f.counted.twice + f.counted.disordered === 0),
    ],
    [
      'events missing; twice or out of order',
      `${f.counted.eventsMissing}; ${f.counted.eventsWrong} of ${f.counted.events}`,
      '0; 0',
      verdict(f.counted.eventsMissing + f.counted.eventsWrong === 0),
    ],
    ['command → acknowledged, alone', ms(f.alone.given), 'p95 ≤ 10 ms', verdict(f.alone.given.p95 <= 10)],
    ['the same, from the call that gives it', ms(f.alone.asked), '', ''],
    [
      'command → acknowledged, beside the readings',
      ms(f.beside.given),
      'p95 ≤ 50 ms',
      verdict(f.beside.given.p95 <= 50),
    ],
    ['the same, from the call that gives it', ms(f.beside.asked), '', ''],
    [
      'the portal’s own calls (4 people), alone → beside',
      `${ms(f.ownAlone)} → ${ms(f.ownBeside)}: ${ratio.toFixed(2)} ×`,
      'p95 ≤ 1.5 ×',
      verdict(ratio <= 1.5),
    ],
    [
      'RSS of the server',
      `${f.held.map((m) => m.toFixed(0)).join(', ')} MB`,
      'no growth',
      verdict(last <= 1.1 * first),
    ],
    [
      'everything confirmed after: load; kill -9; broker restarted; cut off',
      f.settled.map((seconds) => `${seconds.toFixed(1)} s`).join('; '),
      '',
      '',
    ],
    [
      `grants while cut off and after: still open; withdrawn is shut; all others open`,
      `${verdict(f.stillOpens)}; ${verdict(f.withdrawn)}; ${verdict(f.others)}`,
      'yes',
      verdict(f.stillOpens && f.withdrawn && f.others),
    ],
  ]
  const share = (f.ingested.portal / f.ingested.bare).toFixed(2)
  rows.push(
    [
      'ingest as fast as it comes: the portal; a bare mqtt.js subscriber with COPY',
      `${Math.round(f.ingested.portal)}/s; ${Math.round(f.ingested.bare)}/s: ${share}`,
      'written down',
      '',
    ],
    [
      'curve of a month of one meter (of 500 with a month each), 4 people',
      ms(f.month),
      'p95 ≤ 100 ms',
      verdict(f.month.p95 <= 100),
    ],
    [
      `the wall screen’s answer, ${f.gateways} doors`,
      `${(f.wall / 1000).toFixed(0)} KB`,
      '≤ 200 KB (of 500 doors)',
      verdict(f.wall <= 200_000),
    ],
  )
  return rows
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanRoute } from './bare.ts'
import { load, requestBytes, type Answer, type Measured } from './load.ts'
import { costing } from './cost.ts'
import { createPgbench, pgbenchVersion } from './pgbench.ts'
import { startProduct, startServer, type Product, type Server } from './product.ts'
import { databasePid, inQuiet } from './quiet.ts'
import { recorder, type Recording } from './record.ts'
import { POOL, ROUNDS, SECONDS, quietly } from './settings.ts'
import { expectSame } from './same.ts'
import type { Sample, Task } from './task.ts'

export const makeBytes = ({ method, path, token, body }: Sample): string =>
  requestBytes(method, path, { token, body })

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const makeMedian = (rounds: readonly Measured[], of: 'serverMs' | 'databaseMs') => {
  const known = rounds.flatMap((r) => r[of] ?? [])
  return known.length > 0 && { [of]: median(known) }
}
export const findMedian = (rounds: readonly Measured[]): Measured => ({
  ...makeMedian(rounds, 'serverMs'),
  ...makeMedian(rounds, 'databaseMs'),
  rate: median(rounds.map((r) => r.rate)),
  p50: median(rounds.map((r) => r.p50)),
  p95: median(rounds.map((r) => r.p95)),
  p99: median(rounds.map((r) => r.p99)),
  answers: rounds.reduce((sum, r) => sum + r.answers, 0),
})

export type Side = (clients: number, seconds: number) => Promise<Measured>

/**
 * Runs the sides alternately, round by round, so that changes of the machine's load affect all of them.
 */
export async function interleaved(
  sides: readonly Side[],
  clients: number,
  { rounds = ROUNDS, seconds = SECONDS } = {},
): Promise<{ sides: Measured[]; noisy: number }> {
  const all: Measured[][] = sides.map(() => [])
  let noisy = 0
  for (let round = 0; round < rounds; round++) {
    for (const [i, side] of sides.entries()) {
      const run = await inQuiet(() => side(clients, seconds), quietly)
      all[i]?.push(run.result)
      noisy += Number(run.noisy)
    }
  }
  return { sides: all.map(findMedian), noisy }
}

const makeSide =
  (port: number, task: Task, request: (i: number) => string): Side =>
  (clients, seconds) =>
    load({ port, clients, seconds, request, check: (answer, i) => expectStatus(answer, task, i) })
/** One server process of the product as a side. An answer with an unexpected status ends the bench. */
export const productSide = (port: number, task: Task): Side =>
  makeSide(port, task, (i) => makeBytes(task.sample(i)))
/** A bare handler (bench/bare.ts) as a side. */
export const bareSide = (port: number, task: Task): Side => makeSide(port, task, (i) => bareBytes(task, i))

function expectStatus({ status, body }: Answer, task: Task, i: number): void {
  if (status !== task.status)
    throw new Error(
      `${task.name} ${i}: ${status} instead of ${task.status}: ${body.slice(0, 500)}\n${JSON.stringify(task.sample(i))}`,
    )
}

/** The statements of a request, and its round trips to PostgreSQL. */
export interface Sent {
  statements: number
  trips: number
}
export interface Sides {
  product: Product
  bare: Server
  /** `l` exists if it was asked for, `b` if pgbench is installed and the work sends statements. */
  all: { product: Side; a: Side; b: Side | undefined; l: Side | undefined }
  /** Statements of one request. */
  statements: number
  /** What one request sends to PostgreSQL, in the product and in L. */
  sends: { product: Sent; l: Sent | undefined }
  least: Server | undefined
  /** The product's answer to one request of each variant. */
  replies: string[]
  close(): Promise<void>
}

/**
 * Starts the product, the bare handler and pgbench with the product's statements, all on one database.
 * `least`: also the least handler, after checking that it gives the product's answers.
 */
export async function startSides(url: string, task: Task, { least: wanted = false } = {}): Promise<Sides> {
  const recordings = await recordAll(url, task)
  const folder = mkdtempSync(join(tmpdir(), 'portal-bare-'))
  const file = join(folder, 'plan.json')
  const plan: Record<string, PlanRoute> = Object.fromEntries(
    recordings.map((r, i) => [`/${i}`, { ...r, marks: task.sample(i).values }]),
  )
  writeFileSync(file, JSON.stringify(plan))
  const product = await startProduct({ databaseUrl: url, pool: POOL })
  const bare = await startServer('bench/bare.ts', {
    DATABASE_URL: url,
    DB_POOL_MAX: String(POOL),
    PLAN: file,
  })
  const least = wanted
    ? await startServer('bench/least/main.ts', { DATABASE_URL: url, DB_POOL_MAX: String(POOL) })
    : undefined
  const stop = async () => {
    await least?.stop()
    await bare.stop()
    await product.stop()
    rmSync(folder, { recursive: true })
  }
  const same =
    least &&
    (await expectSame(url, task, product.port, least.port).catch(async (e: unknown) => {
      await stop()
      throw e
    }))
  const asksNothing = recordings.every(({ statements }) => statements.length === 0)
  const pgbench =
    pgbenchVersion() === undefined || asksNothing ? undefined : createPgbench(url, recordings, task)
  const database = databasePid()
  return {
    product,
    bare,
    all: {
      product: costing(productSide(product.port, task), { server: product.pid, database }),
      a: costing(bareSide(bare.port, task), { server: bare.pid, database }),
      b: pgbench && costing(pgbench.run, { database }),
      l: least && costing(productSide(least.port, task), { server: least.pid, database }),
    },
    statements: recordings[0]?.statements.length ?? 0,
    sends: { product: countSent(recordings[0]), l: same },
    least,
    replies: recordings.map(({ reply }) => reply),
    async close() {
      pgbench?.close()
      await stop()
    },
  }
}

const countSent = (recording: Recording | undefined): Sent => ({
  statements: recording?.statements.length ?? 0,
  trips: recording?.statements.filter(({ together }) => !together).length ?? 0,
})

function bareBytes(task: Task, i: number): string {
  const { method, values } = task.sample(i)
  const given = Object.fromEntries(Object.entries(values).map(([k, v]) => [k, String(v)]))
  const path = `/${i % task.variants}`
  return method === 'GET'
    ? requestBytes('GET', `${path}?${new URLSearchParams(given).toString()}`)
    : requestBytes('POST', path, { body: given })
}

/** The request to send before the i-th sample, which fills the caches for it. */
export function findLike(task: Task, i: number): Sample {
  if (task.like) return task.like(i)
  return leavesNothing(task, i) ? task.sample(i) : task.sample(i + task.variants)
}

/** Whether a request can be repeated with the same answer. */
const leavesNothing = (task: Task, i: number): boolean =>
  !task.like && (task.sample(i).method === 'GET' || task.status >= 400)

async function recordAll(url: string, task: Task): Promise<Recording[]> {
  const ears = await recorder(url)
  try {
    const recordings: Recording[] = []
    for (let i = 0; i < task.variants; i++) {
      const record = () => ears.record(() => findLike(task, i), task.sample(i), task.cold)
      let recording = await record()
      // A process may briefly distrust its caches and query again; under load it sends the fewest
      // statements, so the shortest recording counts.
      for (let more = 0; more < 4 && leavesNothing(task, i); more++) {
        const again = await record()
        if (again.statements.length < recording.statements.length) recording = again
      }
      if (recording.status !== task.status)
        throw new Error(`${task.name}: ${recording.status} ${recording.reply.slice(0, 500)}`)
      recordings.push(recording)
    }
    return recordings
  } finally {
    await ears.close()
  }
}

import { findFirst, freeFrom, lookAt, findPerson, slotAt, type Campus } from '../campus.ts'
import { interleaved, productSide, type Side } from '../compare.ts'
import { once, requestBytes } from '../load.ts'
import { startProduct, type Product } from '../product.ts'
import { POOL, full } from '../settings.ts'
import type { Sample, Task } from '../task.ts'
import { createTask } from './create.ts'
import { weekTask } from './week.ts'
import { withTimes, type Row, type Work } from './work.ts'

// Compares this checkout with another one (BEFORE=/path/to/it, built by `node scripts/build.mjs`), round by
// round on one database, to measure the cost of a change. Without BEFORE there is nothing to compare with.

const CLIENTS = 16
const ROUNDS = 5
/** A lower ratio is a cost that has to be explained. */
const AT_LEAST = 0.97
/** Bookings that wait for a reviewer, made before the measurement. */
const WAITING = 16_000

const before = process.env['BEFORE']

async function all<T>(many: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...many]
  const lane = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: CLIENTS }, lane))
}

async function ask<T>(server: Product, { method, path, token, body }: Sample): Promise<T> {
  const answer = await once(server.port, requestBytes(method, path, { token, body }))
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
  return (JSON.parse(answer.body) as { data: T }).data
}

/** Makes bookings that wait for their reviewer, at times after those of the other works. */
async function awaitingReviewer(server: Product, campus: Campus): Promise<number[]> {
  const devices = findFirst(campus, 'spread')
  const ids: number[] = []
  const FAR = 100 * 288
  await all([...Array(WAITING).keys()], async (i) => {
    const { token } = findPerson(campus, i)
    const slot = slotAt(FAR + Math.floor(i / devices.count))
    const body = {
      deviceId: devices.first + (i % devices.count),
      kind: 'self_operated',
      ...slot,
      purpose: '比较',
    }
    const { id, state } = await ask<{ id: number; state: string }>(server, {
      method: 'POST',
      path: '/api/v2/booking',
      token,
      body,
      values: {},
    })
    if (state === 'awaiting_reviewer') ids.push(id)
  })
  return ids
}

/** Decides each booking once; both sides share the bookings. */
function decideTask(ids: readonly number[], token: string): Task {
  let turn = 0
  return {
    name: 'decide',
    variants: 1,
    status: 200,
    pgbench: { set: [], values: {} },
    sample() {
      const id = ids[turn++]
      if (id === undefined) throw new Error(`all ${ids.length} bookings are decided: make more of them`)
      return {
        method: 'POST',
        path: `/api/v2/booking/${id}/approve`,
        token,
        body: { state: 'awaiting_reviewer' },
        values: {},
      }
    },
  }
}

/** Decides each settlement of the demo campus that waits for finance, once. */
function settleTask(ids: readonly number[], token: string): Task {
  let turn = 0
  return {
    name: 'settle',
    variants: 1,
    status: 200,
    pgbench: { set: [], values: {} },
    sample() {
      const id = ids[turn++]
      if (id === undefined) throw new Error('all settlements are decided')
      const body = { items: [{ id, state: 'awaiting_finance' }], verdict: 'approve', reason: null }
      return { method: 'POST', path: '/api/settle-pay-order/audit', token, body, values: {} }
    },
  }
}

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

export const beforeAndNow: Work = {
  name: 'before',
  apart: true,
  async run({ data, reading, log }) {
    if (before === undefined) return []
    const url = await data.copy(full, 'before')
    const campus = await lookAt(url)
    // Start the other checkout first: it may refuse this database, and then nothing is left running.
    const then = await startProduct({ databaseUrl: url, pool: POOL, checkout: before }).catch(
      async (e: unknown) => {
        await campus.close()
        throw e
      },
    )
    const now = await startProduct({ databaseUrl: url, pool: POOL })
    const rows: Row[] = []
    const add = (work: string, clients: number, ratio: number, figures: [string, string], noisy: number) =>
      rows.push({
        work,
        clients,
        product: figures[0],
        a: figures[1],
        b: '',
        ratio: `${ratio.toFixed(3)} of before`,
        target: `≥ ${AT_LEAST} of before`,
        reached: ratio >= AT_LEAST,
        noisy,
      })
    const compare = async (work: string, task: Task, seconds = 3) => {
      const sides = [productSide(now.port, task), productSide(then.port, task)] satisfies Side[]
      const { sides: measured, noisy } = await interleaved(sides, CLIENTS, { rounds: ROUNDS, seconds })
      const [a, b] = measured
      if (a && b) add(work, CLIENTS, a.rate / b.rate, [withTimes(a), withTimes(b)], noisy)
    }
    try {
      await compare('week: now beside before', weekTask(reading.campus))
      await compare('create: now beside before', createTask(campus))
      const ids = await awaitingReviewer(now, campus)
      log(
        `  ${ids.length} bookings wait for a reviewer, from ${new Date(freeFrom).toISOString().slice(0, 10)} on`,
      )
      await compare('decide: now beside before', decideTask(ids, await now.signIn('sysadmin')), 0.7)

      // The demo has few settlements, so they are decided one by one, alternately.
      const waiting = await campus.sql<{ id: string }>(
        `select id from settlement where state = 'awaiting_finance' order by id`,
      )
      const task = settleTask(
        waiting.map((r) => Number(r.id)),
        await now.signIn('finance'),
      )
      const times: [number[], number[]] = [[], []]
      for (let i = 0; i + 1 < waiting.length; i++) {
        const side = i % 2 === 0 ? now : then
        const began = performance.now()
        await ask(side, task.sample(i))
        times[i % 2 === 0 ? 0 : 1].push(performance.now() - began)
      }
      const [mine, theirs] = times.map(median) as [number, number]
      const said = (ms: number) => `p50 ${ms.toFixed(1)} ms of ${Math.floor(waiting.length / 2)}`
      add('settlement decided: now beside before', 1, theirs / mine, [said(mine), said(theirs)], 0)
      return rows
    } finally {
      await now.stop()
      await then.stop()
      await campus.close()
    }
  },
}

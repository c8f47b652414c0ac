import { lookAt, personAt } from '../campus.ts'
import { makeBytes, interleaved, type Side } from '../compare.ts'
import { load, requestBytes, type Measured } from '../load.ts'
import { startProduct } from '../product.ts'
import { hashes } from '../raw.ts'
import { SECONDS, full } from '../settings.ts'
import { weekTask } from './week.ts'
import { formatRate, withTimes, type Row, type Work } from './work.ts'

const CLIENTS = 64
/**
 * Other people who work meanwhile and pause after each answer. Clients without pauses would be a second load
 * storm.
 */
const OTHERS = 8
const LOOK_MS = 250

/** Many people sign in at once. */
export const login: Work = {
  name: 'login',
  async run({ data }) {
    const url = await data.copy(full, 'login')
    const campus = await lookAt(url)
    const names = new Map(
      (await campus.sql<{ id: string; username: string }>('select id, username from user_account')).map(
        (u) => [Number(u.id), u.username],
      ),
    )
    const product = await startProduct({ databaseUrl: url })
    const task = weekTask(campus)
    const week = (seconds: number) =>
      load({
        port: product.port,
        clients: OTHERS,
        seconds,
        request: (i) => makeBytes(task.sample(i)),
        pauseMs: LOOK_MS,
      })
    const signIn = (seconds: number) =>
      load({
        port: product.port,
        clients: CLIENTS,
        seconds,
        request: (i) =>
          requestBytes('POST', '/backend/auth/v1/login', {
            body: { username: names.get(personAt(campus, i)), password: 'Demo#2026' },
          }),
        check({ status, body }) {
          if (status !== 200) throw new Error(`sign-in: ${status} ${body}`)
        },
      })
    const storm: Measured[] = []
    const raw: Side = async (_, seconds) => ({
      rate: await hashes(seconds),
      p50: Number.NaN,
      p95: Number.NaN,
      p99: Number.NaN,
      answers: 0,
    })
    const alone: Side = (_, seconds) => signIn(seconds)
    const calm: Side = (_, seconds) => week(seconds)
    const meanwhile: Side = async (_, seconds) => {
      const [signedIn, others] = await Promise.all([signIn(seconds), week(seconds)])
      storm.push(others)
      return signedIn
    }
    try {
      // Hashing gives fewer answers than other works, so rounds are longer.
      const { sides, noisy } = await interleaved([raw, alone, calm, meanwhile], CLIENTS, {
        seconds: SECONDS * 2,
      })
      const [hashes, stormOnly, quiet, signedIn] = sides as [Measured, Measured, Measured, Measured]
      const p95 =
        storm.map((m) => m.p95).toSorted((a, b) => a - b)[Math.floor(storm.length / 2)] ?? Number.NaN
      const ratio = (m: Measured) => m.rate / hashes.rate
      const reached = (m: Measured) => ratio(m) >= 0.85
      const row = (
        more: Pick<Row, 'work' | 'clients' | 'product' | 'a' | 'ratio' | 'target' | 'reached'>,
      ): Row => ({ b: '', noisy, ...more })
      return [
        ...[
          { work: 'log-in storm (argon2id 19 MiB, t=2)', m: stormOnly },
          { work: `… while ${OTHERS} others work`, m: signedIn },
        ].map(({ work, m }) =>
          row({
            work,
            clients: CLIENTS,
            product: withTimes(m),
            a: `raw hash ${formatRate(hashes)}`,
            ratio: `${ratio(m).toFixed(2)} of the raw hash rate`,
            target: '≥ 0.85 of the raw hash rate',
            reached: reached(m),
          }),
        ),
        row({
          work: `… the week of these ${OTHERS} meanwhile`,
          clients: OTHERS,
          product: `p95 ${p95.toFixed(1)} ms`,
          a: `calm: p95 ${quiet.p95.toFixed(1)} ms`,
          ratio: `${(p95 / quiet.p95).toFixed(1)} ×`,
          target: 'p95 ≤ 3 ×',
          reached: p95 <= 3 * quiet.p95,
        }),
      ]
    } finally {
      await product.stop()
      await campus.close()
    }
  },
}

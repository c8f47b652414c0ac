import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import flags from '../../scripts/server-flags.json' with { type: 'json' }
import { makeBytes, interleaved, productSide } from '../compare.ts'
import { load, once, requestBytes, type Measured } from '../load.ts'
import { makeToken } from '../prepare.ts'
import { startProduct, startServer } from '../product.ts'
import { POOL } from '../settings.ts'
import type { Task } from '../task.ts'
import { withTimes, type Row, type Work } from './work.ts'

// Calls that every page makes and that rarely change: the product with and without its caches. Also the bytes
// sent to browsers that already have the answers, compared with those that do not.

const CLIENTS = 16
const BOOKER = 2
const MOST_BYTES = 0.3

const asking = (name: string, paths: readonly string[], token = ''): Task => ({
  name,
  variants: paths.length,
  status: 200,
  sample: (i) => ({ method: 'GET', path: paths[i % paths.length] ?? '', token, values: {} }),
  pgbench: { set: [], values: {} },
})
const kept: readonly Task[] = [
  asking('dictionaries', ['/api/code/list?type=device_status', '/api/v2/dict/list'], makeToken(BOOKER)),
  asking('departments, menu and rights', ['/api/v2/dept/tree', '/permission/build'], makeToken(BOOKER)),
  asking('what stands in which building', ['/api/v2/campus-map/buildings'], makeToken(BOOKER)),
]
const validated = asking(
  'home, dictionaries, notices, help, downloads',
  [
    '/api/v2/home',
    '/api/v2/dict/list',
    '/api/v2/notice',
    '/api/v2/guidance',
    '/api/content/download/resources',
  ],
  makeToken(BOOKER),
)

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

const computeRatio = ([product, a]: readonly Measured[]): string =>
  ((product?.rate ?? 0) / (a?.rate ?? 1)).toFixed(2)
const row = (work: string, sides: readonly Measured[], noisy: number) => {
  const [product = '', a = ''] = sides.map(withTimes)
  return { work, clients: CLIENTS, product, a, b: '', noisy }
}

/** The same calls by browsers with cached answers and by browsers without. */
async function askedAgain(port: number, task: Task): Promise<Row> {
  const samples = Array.from({ length: task.variants }, (_, i) => task.sample(i))
  const etags = await Promise.all(
    samples.map(async ({ path, token }) => {
      const headers = { authorization: token }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      return answer.headers.get('etag') ?? ''
    }),
  )
  const again = samples.map(({ path, token }, i) =>
    requestBytes('GET', path, { token, headers: { 'if-none-match': etags[i] ?? '' } }),
  )
  const before = await Promise.all(samples.map((s) => once(port, makeBytes(s))))
  const after = await Promise.all(again.map((request) => once(port, request)))
  const share = sum(after.map((a) => a.bytes)) / sum(before.map((a) => a.bytes))
  const unchanged = (clients: number, seconds: number) =>
    load({
      port,
      clients,
      seconds,
      request: (i) => again[i % again.length] ?? '',
      check: ({ status }, i) => {
        if (status !== 304) throw new Error(`${task.sample(i).path}: ${status} instead of 304`)
      },
    })
  const { sides, noisy } = await interleaved([unchanged, productSide(port, task)], CLIENTS)
  return {
    ...row(`${task.name}: browsers that have them (304); A: such as have not`, sides, noisy),
    target: `≤ ${MOST_BYTES * 100} % of the bytes`,
    ratio: `${(share * 100).toFixed(0)} % of the bytes, ${computeRatio(sides)} of A`,
    reached: share <= MOST_BYTES,
  }
}

export const cache: Work = {
  name: 'cache',
  async run({ reading: { url } }) {
    const product = await startProduct({ databaseUrl: url, pool: POOL })
    const folder = mkdtempSync(join(tmpdir(), 'portal-uncached-'))
    const env = {
      DATABASE_URL: url,
      DATA_DIR: folder,
      DB_POOL_MAX: String(POOL),
      RATE_LIMIT: '100000000',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      DEMO: '0',
    }
    const uncached = await startServer('bench/uncached.ts', env, { nodeFlags: flags })
    try {
      const rows: Row[] = []
      for (const task of kept) {
        const { sides, noisy } = await interleaved(
          [productSide(product.port, task), productSide(uncached.port, task)],
          CLIENTS,
        )
        const ratio = computeRatio(sides)
        rows.push({
          ...row(`${task.name}, kept; A: the product without its caches`, sides, noisy),
          target: '≥ 1 of A',
          ratio: `${ratio} of A`,
          reached: Number(ratio) >= 1,
        })
      }
      return [...rows, await askedAgain(product.port, validated)]
    } finally {
      await uncached.stop()
      await product.stop()
      rmSync(folder, { recursive: true })
    }
  },
}

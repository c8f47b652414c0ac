import pg from 'pg'
import { countTrips } from '../apps/server/src/testing/statements.ts'
import { buildLeast } from './least.ts'
import { findLike, makeBytes, type Sent } from './compare.ts'
import { once } from './load.ts'
import type { Sample, Task } from './task.ts'

// L is a fair baseline only if it answers and stores as much as the product. So both get the same requests
// before they are measured. Reads must have identical answers. Writes must have answers of the same shape,
// and must add as many rows to every table, with values in the same columns.

const SAMPLES = 40
const ROWS_OF = 8
/** Keys that differ in every answer. */
const OWN = new Set(['requestId', 'now'])

/** The value with sorted keys, without those that differ in every answer. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.has(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, tidy(inner)]),
  )
}
/** The shape of a value: types instead of values, except code words such as states. */
function findShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(findShape)
  if (value === null || typeof value !== 'object')
    return value === null || typeof value === 'boolean' || /^[a-z_]+$/.test(String(value))
      ? value
      : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, findShape(inner)]))
}
/** Shows both from a little before their first difference. */
function sayDifference(task: Task, what: string, product: unknown, least: unknown): Error {
  const [a, b] = [JSON.stringify(product), JSON.stringify(least)]
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const from = Math.max(0, at - 100)
  return new Error(
    `L is not the same in ${task.name}, ${what}:\n${a.slice(from, at + 200)}\n${b.slice(from, at + 200)}`,
  )
}

async function askBoth(samples: readonly [Sample, Sample], ports: readonly [number, number]) {
  const [product, least] = await Promise.all([
    once(ports[0], makeBytes(samples[0])),
    once(ports[1], makeBytes(samples[1])),
  ])
  return { product, least }
}

/** Throws if L does less than the product. Returns what L sends to PostgreSQL for one request. */
export async function expectSame(url: string, task: Task, product: number, least: number): Promise<Sent> {
  const writes = task.sample(0).method !== 'GET' && task.status < 400
  for (let i = 0; i < Math.max(SAMPLES, task.variants); i++) {
    const answers = await askBoth([findLike(task, i), findLike(task, i)], [product, least])
    const [a, b] = [answers.product, answers.least].map(({ status, body }) => {
      const answer = tidy(JSON.parse(body))
      return { status, answer: writes ? findShape(answer) : answer }
    })
    if (JSON.stringify(a) !== JSON.stringify(b)) throw sayDifference(task, `sample ${i}`, a, b)
  }
  if (writes) await expectSameRows(url, task, product, least)
  return countLeast(url, task)
}

async function expectSameRows(url: string, task: Task, ...ports: [number, number]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public'
         and column_name = 'id' and data_type = 'bigint' order by 1`,
    )
    const last = async () =>
      new Map(
        (
          await client.query<{ name: string; id: string | null }>(
            tables
              .map(({ name }) => `select '${name}' as name, max(id) as id from "${name}"`)
              .join(' union all '),
          )
        ).rows.map(({ name, id }) => [name, Number(id ?? 0)]),
      )
    for (let i = 0; i < ROWS_OF; i++) {
      const left = []
      for (const port of ports) {
        const before = await last()
        const sample = findLike(task, i)
        const { status, body } = await once(port, makeBytes(sample))
        if (status !== task.status) throw new Error(`${task.name}: ${status} ${body}`)
        const grown = new Map([...(await last())].filter(([name, id]) => id > (before.get(name) ?? 0)))
        for (const name of grown.keys()) grown.set(name, before.get(name) ?? 0)
        left.push(await readWritten(client, grown, Number(sample.values['userId'])))
      }
      const [a, b] = left
      if (JSON.stringify(a) !== JSON.stringify(b)) throw sayDifference(task, `rows of sample ${i}`, a, b)
    }
  } finally {
    await client.end()
  }
}
/** Columns that a courier updates after the answer. */
const DELIVERED = ['state', 'sent_at', 'attempts']
/** Tables whose rows the process with the gateway connection deletes at once, mostly before they are read. */
const TAKEN_AT_ONCE = ['iot_stale']
const BY = `select xmin::text as by from operation_log where id > $1 and user_id = $2
  order by id desc limit 1`
/**
 * The rows that the request's own transaction has written, without those of jobs and couriers. `before`: the
 * last key of each table that has grown.
 */
async function readWritten(
  client: pg.Client,
  before: ReadonlyMap<string, number>,
  userId: number,
): Promise<unknown> {
  const { rows: logged } = await client.query<{ by: string }>(BY, [before.get('operation_log'), userId])
  const found: Record<string, unknown> = {}
  for (const [name, id] of before) {
    if (TAKEN_AT_ONCE.includes(name)) continue
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - $3::text[] as row from "${name}" t
         where id > $1 and ${name === 'outbox' ? `kind = 'tell' and $2::text is not null` : 'xmin::text = $2'} order by id`,
      [id, logged[0]?.by, name === 'outbox' ? DELIVERED : []],
    )
    if (rows.length > 0) found[name] = findShape(tidy(rows.map(({ row }) => row)))
  }
  return found
}

/** The statements and round trips of L with filled caches. */
async function countLeast(url: string, task: Task): Promise<Sent> {
  const app = await buildLeast(url, 2)
  let fewest: Sent = { statements: Number.POSITIVE_INFINITY, trips: Number.POSITIVE_INFINITY }
  try {
    for (let n = 0; n < 20; n++) {
      const { method, path, token, body } = findLike(task, 0)
      const sent = await countTrips(async () => {
        const answer = await app.inject({
          method,
          url: path,
          headers: { authorization: token },
          ...(body !== undefined && { payload: body as object }),
        })
        if (answer.statusCode !== task.status) throw new Error(`L: ${answer.statusCode} ${answer.body}`)
      })
      if (sent.statements < fewest.statements) fewest = sent
    }
  } finally {
    await app.close()
  }
  return fewest
}

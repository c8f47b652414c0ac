import pg from 'pg'
import { countTrips } from '../apps/server/src/testing/statements.ts'
import { buildLeast } from './least.ts'
import { findLike, makeBytes, type Sent } from './compare.ts'
import { once } from './load.ts'
import type { Sample, Task } from './task.ts'

// L is no yardstick if it answers less, or leaves less behind. So the same is asked of both before they are
// measured: what reads has to be answered alike to the letter; what writes has to be answered alike in its
// shape, and to leave as many rows in every table, with something in the same columns.

const SAMPLES = 40
const ROWS_OF = 8
/** Of each answer its own. */
const OWN = new Set(['requestId', 'now'])

/** Sorted by key, without what is each answer's own. */
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
/** The kind of everything that it says; words that say what happened are kept. */
function findShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(findShape)
  if (value === null || typeof value !== 'object')
    return value === null || typeof value === 'boolean' || /^[a-z_]+$/.test(String(value))
      ? value
      : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, findShape(inner)]))
}
/** Both from a little before the first place where they differ. */
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

/** Throws where L is found to be less. Answers what it sends to PostgreSQL for one request. */
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
/** What a courier writes down of news, once the answer is out. */
const DELIVERED = ['state', 'sent_at', 'attempts']
/** What whoever holds the line to the gateways takes away as soon as it is true, mostly before it is looked at. */
const TAKEN_AT_ONCE = ['iot_stale']
const BY = `select xmin::text as by from operation_log where id > $1 and user_id = $2
  order by id desc limit 1`
/**
 * What the transaction of the answer has written; timed work and couriers have others. `before`: the last key
 * of each table that has grown.
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

/** Statements and trips of L, once it knows what it may remember. */
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

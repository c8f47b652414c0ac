// Side A: Fastify and pg with nothing around them. It sends the statements recorded from the product, with
// the recorded values replaced by those of this request, pipelines them where the product did, and answers
// with as many bytes.
//
// usage: node bench/bare.ts, with PORT, DATABASE_URL, DB_POOL_MAX and PLAN (a JSON file) in the environment
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { Recording, Statement, Value } from './record.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A route of the plan: the recording, and the values in it that differ between requests. */
export interface PlanRoute extends Recording {
  /**
   * The meaning of recorded values: `deviceId` → 12 means that every 12 is replaced by the request's
   * `deviceId`.
   */
  marks: Record<string, string | number>
}
type Given = Record<string, string>
type Fill = (given: Given) => unknown
const RETURNED = 'returned'

const plan = JSON.parse(readFileSync(process.env['PLAN'] ?? '', 'utf8')) as Record<string, PlanRoute>
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DB_POOL_MAX'] ?? 16),
  pipeline: true,
} as pg.PoolConfig)
const app = Fastify({ logger: false, bodyLimit: 1_000_000 })

/** Prepares, once per recorded value, how to replace the parts that belong to the request. */
function filler(recorded: Value, route: PlanRoute): Fill {
  if (Array.isArray(recorded)) return () => recorded
  const marks = Object.entries({
    ...route.marks,
    ...(route.returned && { [RETURNED]: route.returned.value }),
  }).map(([name, value]) => [name, String(value)] as const)
  const whole = marks.find(([, value]) => value === String(recorded))
  if (whole) return (given) => given[whole[0]]
  if (typeof recorded !== 'string' || !recorded.startsWith('{')) return () => recorded
  // Inside JSON, only as a whole word.
  const inside = marks
    .map(
      ([name, value]) =>
        [
          name,
          new RegExp(`(?<![\\w.:-])${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.:-])`, 'g'),
        ] as const,
    )
    .filter(([, pattern]) => pattern.test(recorded))
  return (given) =>
    inside.reduce((text, [name, pattern]) => text.replace(pattern, given[name] ?? ''), recorded)
}

interface Prepared {
  statement: Statement
  name: string
  fill: Fill[]
  /** Whether this statement returns the new key; other statements may have a column of that name too. */
  isKey: boolean
}
let names = 0
const prepare = (route: PlanRoute): Prepared[] =>
  route.statements.map((statement, i) => ({
    statement,
    isKey: route.returned?.statement === i,
    name: `bare${names++}`,
    fill: statement.values.map((v) => filler(v, route)),
  }))

type Client = Pick<pg.Pool, 'query'>
const isBegin = ({ text }: Statement) => /^begin\b/.test(text)
const send = (
  client: Client,
  { statement, name, fill }: Prepared,
  given: Given,
): Promise<pg.QueryResult<Record<string, unknown>>> =>
  client.query(
    // PostgreSQL cannot prepare `begin`, alone or with settings.
    fill.length === 0 && (isBegin(statement) || !statement.text.includes(' '))
      ? statement.text
      : { text: statement.text, name, values: fill.map((f) => f(given)) },
  )

async function sendAll(
  client: Client,
  statements: readonly Prepared[],
  given: Given,
  route: PlanRoute,
): Promise<void> {
  for (let i = 0; i < statements.length;) {
    const first = i
    const sent: ReturnType<typeof send>[] = []
    do sent.push(send(client, statements[i] as Prepared, given))
    while (statements[++i]?.statement.together)
    for (const [n, { rows }] of (await Promise.all(sent)).entries()) {
      const key = statements[first + n]?.isKey && route.returned && rows[0]?.[route.returned.column]
      if (key) given[RETURNED] = String(key)
    }
  }
}

for (const [path, route] of Object.entries(plan)) {
  const prepared = prepare(route)
  const begin = prepared.findIndex(({ statement }) => isBegin(statement))
  const outside = begin < 0 ? prepared : prepared.slice(0, begin)
  const inside = begin < 0 ? [] : prepared.slice(begin)
  app.all(path, async (request, reply) => {
    const given = { ...(request.query as Given), ...(request.body as Given) }
    await sendAll(pool, outside, given, route)
    if (inside.length > 0) {
      const client = await pool.connect()
      try {
        await sendAll(client, inside, given, route)
      } catch (e) {
        await client.query('rollback')
        throw e
      } finally {
        client.release()
      }
    }
    reply.type('application/json; charset=utf-8').status(route.status)
    return route.reply
  })
}
app.get('/readyz', () => 'ready')
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => pool.end()))

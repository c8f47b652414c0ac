// Side A: Fastify and pg with nothing around them. It sends the statements that were recorded from the product, with
// the values of this request put where the recorded request had its own, and answers with as many bytes.
//
// usage: node bench/bare.ts, with PORT, DATABASE_URL, DB_POOL_MAX and PLAN (a JSON file) in the environment
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { Recording } from './record.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A route of the plan: the recording, and the values in it that differ from request to request. */
export interface PlanRoute extends Recording {
  /** Where the recorded values come from: `deviceId` → 12 means that every 12 stands for the request's `deviceId`. */
  marks: Record<string, unknown>
  /** Column of an answer whose value replaces the recorded one from then on: the key that a sequence handed out. */
  returns?: { statement: number; column: string; recorded: unknown }
}

const plan = JSON.parse(readFileSync(process.env['PLAN'] ?? '', 'utf8')) as Record<string, PlanRoute>
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DB_POOL_MAX'] ?? 16), pipeline: true } as pg.PoolConfig)
const app = Fastify({ logger: false, bodyLimit: 1_000_000 })

type Fill = (values: Record<string, unknown>, returned: unknown) => unknown
const OWN = Symbol('returned')

/** Finds once, for each recorded value, what of it belongs to the request. */
function filler(recorded: unknown, route: PlanRoute): Fill {
  const marks: [unknown, string | typeof OWN][] = Object.entries(route.marks).map(([name, value]) => [value, name])
  if (route.returns) marks.push([route.returns.recorded, OWN])
  const whole = marks.find(([value]) => value === recorded)
  if (whole) return (values, returned) => (whole[1] === OWN ? returned : values[whole[1]])
  if (typeof recorded === 'string' && recorded.startsWith('{')) {
    const inside = marks.filter(([value]) => recorded.includes(String(value)))
    if (inside.length > 0) return (values, returned) => inside.reduce((text, [value, name]) => text.replaceAll(String(value), String(name === OWN ? returned : values[name])), recorded)
  }
  return () => recorded
}

let names = 0
for (const [path, route] of Object.entries(plan)) {
  const prepared = route.statements.map((s) => ({ text: s.text, name: `bare${names++}`, fill: s.values.map((v) => filler(v, route)), plain: s.values.length === 0 }))
  const writes = prepared.some((s) => s.text === 'begin')
  app.all(path, async (request, reply) => {
    const values = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>
    const client = writes ? await pool.connect() : pool
    let returned: unknown = route.returns?.recorded
    try {
      for (const [i, s] of prepared.entries()) {
        const sent = client.query(s.plain ? s.text : { text: s.text, name: s.name, values: s.fill.map((f) => f(values, returned)) })
        if (s.text === 'begin') {
          sent.catch(() => undefined) // travels with the next one, as it does in the product
          continue
        }
        const { rows } = await sent
        if (route.returns?.statement === i) returned = (rows[0] as Record<string, unknown>)[route.returns.column]
      }
    } catch (e) {
      if (writes) await client.query('rollback')
      throw e
    } finally {
      if (writes) (client as pg.PoolClient).release()
    }
    reply.type('application/json; charset=utf-8')
    return route.reply
  })
}
app.get('/readyz', () => 'ready')
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => pool.end()))

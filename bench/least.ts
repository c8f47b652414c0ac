// Side L: the least handler a good engineer would write for the same answers: Fastify and pg, each answer in
// as few statements and trips as give the same information, and nothing else around them: no envelope of
// calls, no limits, no headers, no log, no metrics.
//
// It remembers what is also safe to remember in the product (docs/decisions/102, 108): who is asking with his
// roles, rights, part in laboratories and what he sees of himself, and what an instrument is booked by with
// its versions. Both are told by LISTEN/NOTIFY and kept only while this process is sure to hear
// (least/memory.ts). Nothing else is: no answers, no lists. What fills the memory is read as the product
// reads it, and so is not measured; nor is anything of what follows an answer.
//
// What is decided purely (may it be booked, at what price, when is it free) is decided by the product's own
// rules, so that both decide the same; they know neither database nor network. The bench holds L's answers,
// and the rows it writes, against the product's before it measures (bench/same.ts).
//
// least/main.ts starts it.
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteGenericInterface } from 'fastify'
import { book } from './least/booking.ts'
import { rememberOwn, showCurrent } from './least/current.ts'
import { openDatabase } from './least/database.ts'
import { showDevice } from './least/device.ts'
import { listDevices } from './least/list.ts'
import { openMemory } from './least/memory.ts'
import { rememberRules } from './least/rules.ts'
import { showWeek } from './least/week.ts'
import { Refused, rememberPeople, type Person } from './least/who.ts'

const instant = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$` }
const device = { type: 'integer', minimum: 1 }
const strict = { type: 'object', additionalProperties: false } as const

export async function buildLeast(url: string, connections: number): Promise<FastifyInstance> {
  const database = openDatabase(url, connections)
  const memory = await openMemory(url)
  const who = rememberPeople(database, memory)
  const findRules = rememberRules(database, memory)
  const app = Fastify({ logger: false })
  app.addHook('onClose', async () => {
    await memory.close()
    await database.close()
  })

  app.setErrorHandler((e, request, reply) => {
    if (!(e instanceof Refused)) throw e
    return reply.status(e.status).send({ ...e.answer, requestId: request.id })
  })

  let body = ''
  /** The envelope of every answer. */
  const show = (data: unknown, request: FastifyRequest) => {
    body = JSON.stringify({ code: 0, message: 'ok', data, requestId: request.id })
    return body
  }
  app.addHook('onRequest', (_, reply, done) => {
    reply.type('application/json; charset=utf-8')
    done()
  })
  /** Answers whoever is signed in. */
  const answer =
    <R extends RouteGenericInterface>(find: (me: Person, request: FastifyRequest<R>) => Promise<object>) =>
    async (request: FastifyRequest<R>) =>
      show(await find(await who(request), request), request)

  const own = rememberOwn(database, memory)
  app.get(
    '/api/v2/user/current',
    answer((me) => showCurrent(own, me)),
  )
  /** The last answer, without looking at anything: what Fastify alone can do. */
  app.get('/same-body', (_, reply) => reply.send(body))

  app.get(
    '/api/v2/booking/week',
    {
      schema: {
        querystring: {
          ...strict,
          required: ['deviceId', 'from', 'to'],
          properties: { deviceId: device, from: instant, to: instant },
        },
      },
    },
    answer<{ Querystring: { deviceId: number; from: string; to: string } }>((me, { query }) =>
      showWeek(database, findRules, me, query),
    ),
  )

  app.post(
    '/api/v2/booking',
    {
      schema: {
        body: {
          ...strict,
          required: ['deviceId', 'kind', 'startAt', 'endAt', 'purpose'],
          properties: {
            deviceId: device,
            kind: { const: 'self_operated' },
            startAt: instant,
            endAt: instant,
            purpose: { type: 'string', minLength: 1, maxLength: 2000 },
            project: { type: 'string', maxLength: 200 },
          },
        },
      },
    },
    answer((me, request) => book(database, findRules, me, request)),
  )

  app.get(
    '/api/v2/device/info/:id',
    { schema: { params: { ...strict, properties: { id: device } } } },
    answer<{ Params: { id: number } }>((me, { params }) => showDevice(database, me, params.id)),
  )

  app.get(
    '/api/v2/device/list',
    {
      schema: {
        querystring: {
          ...strict,
          required: ['deviceName'],
          properties: { deviceName: { type: 'string', minLength: 1, maxLength: 100 } },
        },
      },
    },
    answer<{ Querystring: { deviceName: string } }>((me, { query }) =>
      listDevices(database, me, query.deviceName),
    ),
  )

  app.get('/readyz', () => 'ready')
  return app
}

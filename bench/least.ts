// Side L: the least handler that a good engineer would write for the same answers. It uses Fastify and pg,
// with as few statements and round trips per answer as possible, and nothing around them: no envelope of
// calls, no limits, no headers, no log, no metrics.
//
// It caches what the product may cache too (docs/decisions/102, 108): the caller's roles, rights,
// laboratories and profile, and the booking rules of an instrument with their versions. LISTEN/NOTIFY
// invalidates both, and they are used only while this process surely receives notifications
// (least/memory.ts). No answers or lists are cached. Filling the cache uses the product's queries and is not
// measured; nor is work after an answer.
//
// Pure decisions (may it be booked, at what price, when is it free) use the product's own rules, which know
// neither database nor network, so that both decide the same. Before measuring, the bench compares L's
// answers and written rows with the product's (bench/same.ts).
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
  /** A handler that answers signed-in callers. */
  const answer =
    <R extends RouteGenericInterface>(find: (me: Person, request: FastifyRequest<R>) => Promise<object>) =>
    async (request: FastifyRequest<R>) =>
      show(await find(await who(request), request), request)

  const own = rememberOwn(database, memory)
  app.get(
    '/api/v2/user/current',
    answer((me) => showCurrent(own, me)),
  )
  /** Repeats the last answer without any work, to measure Fastify alone. */
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

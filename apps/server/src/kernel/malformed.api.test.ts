import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import { messageCalls } from '@portal/contract/message/message'
import { sessionCalls } from '@portal/contract/session/session'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../testing/world.ts'

// Every answer of the port is an envelope in Chinese with a request id, whatever was sent.

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld({ poolMax: 2 })
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

/** All that the server answers to these bytes, until it closes the connection. */
async function answerTo(sent: string): Promise<{
  status: number
  requestId: string | undefined
  envelope: { code: unknown; message: string; requestId: string }
}> {
  const socket = net.connect(port, '127.0.0.1')
  let got = ''
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => (got += text))
    .on('error', () => undefined)
  socket.write(sent)
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const [head = '', body = ''] = got.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    requestId: /^x-request-id: (.*)$/im.exec(head)?.[1],
    envelope: JSON.parse(body) as never,
  }
}
const get = (url: string, more = '') => `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`
const post = (url: string, type: string, body: string, length = body.length) =>
  `POST ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`

test.for<[what: string, sent: string, status: number, code: string]>([
  ['an escape that means nothing', get('/api/v2/booking/%FF'), 400, 'BAD_REQUEST'],
  ['the same where no call is', get('/%E4%BD'), 400, 'BAD_REQUEST'],
  [
    'a name of 300 letters',
    post(bookingCalls.cancel.path.replace('{id}', 'a'.repeat(300)), 'application/json', '{}'),
    414,
    'TOO_LARGE',
  ],
  ['the same where a page could be', get(`/api/v2/booking/${'a'.repeat(300)}`), 404, 'NOT_FOUND'],
  ['an address of 20 kB', get(`/api/v2/booking?q=${'a'.repeat(20_000)}`), 431, 'TOO_LARGE'],
  ['a header of 20 kB', get('/api/v2/home', `cookie: ${'a'.repeat(20_000)}\r\n`), 431, 'TOO_LARGE'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a method nobody knows', get('/api/v2/home').replace('GET', 'FETCH'), 400, 'BAD_REQUEST'],
  ['no host', 'GET /api/v2/home HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
  [
    'a length that is none',
    post(sessionCalls.login.path, 'application/json', '{}').replace('length: 2', 'length: two'),
    400,
    'BAD_REQUEST',
  ],
  ['a call that is none', get('/api/v2/nothing'), 404, 'NOT_FOUND'],
  ['a method that a call does not have', get('/api/v2/home').replace('GET', 'DELETE'), 404, 'NOT_FOUND'],
  ['a type that is not taken', post(sessionCalls.login.path, 'text/csv', 'a,b'), 415, 'UNSUPPORTED'],
  [
    'a length that cannot be compared',
    post(
      sessionCalls.login.path,
      'application/json',
      '{"username":{"length":{"toString":1,"valueOf":1}},"password":"x"}',
    ),
    400,
    'BAD_REQUEST',
  ],
  ['half a JSON', post(sessionCalls.login.path, 'application/json', '{"a":'), 400, 'BAD_REQUEST'],
  ['a body of 2 MB', post(sessionCalls.login.path, 'application/json', '{', 2_000_000), 413, 'TOO_LARGE'],
])('%s', async ([, sent, status, code]) => {
  const answer = await answerTo(sent)
  expect(answer).toMatchObject({
    status,
    envelope: {
      code,
      message: expect.stringMatching(/^[\u4e00-\u9fff]/),
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  })
  expect(answer.requestId).toBe(answer.envelope.requestId)
})

test('whether it is ready, it says within two seconds, however long the database takes', async () => {
  const held = await Promise.all([world.database.pool.connect(), world.database.pool.connect()])
  const from = performance.now()
  const { statusCode } = await world.app.inject('/readyz')
  for (const client of held) client.release()
  // Without its own limit it would wait for a connection as long as any request.
  expect([statusCode, performance.now() - from < 10_000]).toEqual([503, true])
  expect((await world.app.inject('/readyz')).statusCode).toBe(200)
})

// What is read before it is parsed must not turn it into text or a number.
const DEEP = '['.repeat(20_000) + ']'.repeat(20_000)
test.for([
  ['20,000 lists in each other', DEEP],
  ['an object that is no text', '{"toString":1,"valueOf":1}'],
  ['a list of such', '[{"toString":1,"valueOf":1}]'],
] as const)('%s in place of a key', async ([, value]) => {
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  for (const [call, field] of [
    [messageCalls.remove, 'ids'],
    [deviceRecordCalls.saveRepair, 'id'],
  ] as const) {
    const { statusCode, body } = await world.app.inject({
      method: call.method,
      url: call.path,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: `{"${field}":${value}}`,
    })
    expect([call.path, statusCode, JSON.parse(body)]).toMatchObject([
      call.path,
      400,
      { message: expect.stringMatching(/[一-鿿]/) as unknown },
    ])
  }
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Shipment } from './national-platform.ts'
import { createReceiver, type Receiver } from './receiver.ts'
import { overHttp, soapClient, SERVICE, ENVELOPE } from './soap.ts'
import { buildXml } from '../xml/xml.ts'

// The client against the receiver, over real HTTP. Each test sets how the receiver behaves;
// its requests are recorded.
const known = { user: 'u', password: 'p<&>' }
let server: Server
let url: string
let receiver: Receiver
let asked: string[] = []
let behave: (nth: number) => 'hang' | 'drop' | { status: number; body: string } | undefined = () => undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (c: Buffer) => chunks.push(c))
    request.on('end', () => {
      const envelope = Buffer.concat(chunks).toString('utf8')
      asked.push(envelope)
      const odd = behave(asked.length)
      // The request has arrived although its answer is lost.
      const { status, body } = receiver.answer(envelope)
      if (odd === 'hang') return
      if (odd === 'drop') return void request.socket.destroy()
      response.writeHead(odd?.status ?? status, { 'content-type': 'text/xml' }).end(odd?.body ?? body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/service`
})
beforeEach(() => {
  receiver = createReceiver(known)
  asked = []
  behave = () => undefined
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** `timeoutMs`: longer than a busy machine takes for an answer, as each lost one is a further request. */
const client = (about: Partial<typeof known> = {}, to = url, timeoutMs = 20_000) =>
  soapClient({ ...known, ...about, post: overHttp(to, timeoutMs), pauses: [1, 1] })
const row = (key: string, name = '电镜 <A&B> "1"') => ({
  key,
  hash: `${key}${name}`,
  fields: { innerId: key, name },
})
const shipment = (year: number, ...rows: Shipment['rows']): Shipment => ({
  year,
  type: '4',
  element: 'instrument',
  rows,
})
const asClerk = async (operation: 'submit' | 'reject', key: string, year = 2026) => {
  const envelope = buildXml({
    'soap:Envelope': {
      '@xmlns:soap': ENVELOPE,
      '@xmlns:n': SERVICE,
      'soap:Body': {
        [`n:${operation}`]: {
          ...known,
          instruType: '4',
          year: String(year),
          rows: { row: [{ '@key': key }] },
        },
      },
    },
  })
  return (await fetch(url, { method: 'POST', body: envelope })).status
}

test('each row has its own answer, whatever its text holds', async () => {
  const landed = await client().upload(shipment(2026, row('1'), row('2')))
  expect(landed).toEqual({
    trouble: null,
    answers: [
      { key: '1', ok: true, code: '', message: '已接收' },
      { key: '2', ok: true, code: '', message: '已接收' },
    ],
  })
  expect(asked[0]).toContain('电镜 &lt;A&amp;B&gt;')
})

test('many rows go in several requests', async () => {
  const many = Array.from({ length: 230 }, (_, i) => row(String(i)))
  const { answers } = await client().upload(shipment(2026, ...many))
  expect([answers.length, answers.every((a) => a.ok), asked.length]).toEqual([230, true, 3])
})

test('what was submitted there is locked until it is turned down', async () => {
  await client().upload(shipment(2026, row('1')))
  expect(await asClerk('submit', '1')).toBe(200)
  const again = () => client().upload(shipment(2026, row('1', '新名称'), row('2')))
  expect((await again()).answers).toMatchObject([
    { key: '1', ok: false, code: 'LOCKED' },
    { key: '2', ok: true },
  ])
  await asClerk('reject', '1')
  expect((await again()).answers).toMatchObject([{ ok: true }, { ok: true }])
})

test("what equals last year's is not taken", async () => {
  await client().upload(shipment(2025, row('1')))
  expect((await client().upload(shipment(2026, row('1')))).answers).toMatchObject([
    { ok: false, code: 'IDENTICAL' },
  ])
  expect(
    (
      await client()
        .upload(shipment(2026, row('1', '改过')))
        .then((l) => l.answers)
    )[0],
  ).toMatchObject({ ok: true })
})

test.for(['hang', 'drop', { status: 503, body: '' }] as const)(
  'an answer that is lost is asked for again, and the row is there once: %s',
  async (odd) => {
    behave = (nth) => (nth === 1 ? odd : undefined)
    const landed = await client({}, url, 2000).upload(shipment(2026, row('1')))
    expect(landed).toMatchObject({ trouble: null, answers: [{ ok: true }] })
    expect([asked.length, asked[0] === asked[1]]).toEqual([2, true])
  },
)

test('after three attempts it is told, and what was answered before counts', async () => {
  behave = (nth) => (nth > 1 ? 'drop' : undefined)
  const many = Array.from({ length: 150 }, (_, i) => row(String(i)))
  const { answers, trouble } = await client().upload(shipment(2026, ...many))
  expect([answers.length, trouble, asked.length]).toEqual([100, '国家平台没有应答，请稍后重试', 4])
})

test.for([
  ['a wrong password', () => client({ password: 'no' }), '国家平台答复：用户名或密码不正确', 1],
  ['nobody there', () => client({}, 'http://127.0.0.1:1/x'), '国家平台没有应答，请稍后重试', 0],
] as const)('%s', async ([, make, trouble, times]) => {
  expect(await make().upload(shipment(2026, row('1')))).toEqual({ answers: [], trouble })
  expect(asked.length).toBe(times)
})

test.for([
  ['no XML', { status: 200, body: 'hello' }],
  ['a page', { status: 404, body: '<html><body>404</body></html>' }],
  [
    'an answer without the row',
    { status: 200, body: buildXml({ 'soap:Envelope': { 'soap:Body': { uploadResponse: '' } } }) },
  ],
  ['entities of its own', { status: 200, body: '<!DOCTYPE x [<!ENTITY a "1">]><Envelope>&a;</Envelope>' }],
] as const)('%s says nothing of a row', async ([, odd]) => {
  behave = () => odd
  expect((await client().upload(shipment(2026, row('1')))).answers).toEqual([])
})

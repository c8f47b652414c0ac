import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { casClient, casOverHttp } from './cas.ts'

// A small real CAS server over HTTP: each test sets its answers; its requests are recorded.
const SERVICE = 'https://portal.example.edu/login'
let server: Server
let url: string
let asked: string[] = []
let behave: (path: string) => { status?: number; body?: string; hang?: true } = () => ({})

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, body = '', hang } = behave((request.url ?? '').split('?')[0] ?? '')
    if (hang) return
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`
})
afterEach(() => {
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Longer than a busy machine takes for an answer: only the test of a server that is silent waits it out. */
const client = (base = url, timeoutMs = 20_000) =>
  casClient({ url: base, service: SERVICE, get: casOverHttp(base, timeoutMs) })
const answer = (inner: string) =>
  `<?xml version="1.0"?>\n<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`
const success = (user: string, attributes = '') =>
  answer(
    `<cas:authenticationSuccess><cas:user>${user}</cas:user>` +
      `${attributes && `<cas:attributes>${attributes}</cas:attributes>`}</cas:authenticationSuccess>`,
  )
const failure = (code: string) =>
  answer(
    `<cas:authenticationFailure code="${code}">\n  Ticket ST-1 not recognized\n</cas:authenticationFailure>`,
  )

test('sends people to the sign-in with the portal as service, and asks with the same', async () => {
  behave = () => ({ body: success('u') })
  expect(client().loginUrl).toBe(`${url}/login?service=https%3A%2F%2Fportal.example.edu%2Flogin`)
  await client().validate('ST-1&x=2')
  expect(asked).toEqual([
    '/cas/p3/serviceValidate?service=https%3A%2F%2Fportal.example.edu%2Flogin&ticket=ST-1%26x%3D2',
  ])
})

describe('success', () => {
  test('with attributes: leading zeros stay, entities are read, several values are a list', async () => {
    behave = () => ({
      body: success(
        '0012345',
        '<cas:cn>张三 &amp; 李四</cas:cn><cas:mail>a@x.edu</cas:mail><cas:mail>b@x.edu</cas:mail><cas:empty/>',
      ),
    })
    expect(await client().validate('ST-1')).toEqual({
      ok: true,
      subject: '0012345',
      attributes: { cn: ['张三 & 李四'], mail: ['a@x.edu', 'b@x.edu'], empty: [] },
    })
  })
  test('with attributes as name and value', async () => {
    behave = () => ({
      body: success(
        'u',
        '<cas:attribute name="cn" value="张三"/><cas:attribute name="role" value="a"/><cas:attribute name="role" value="b"/>',
      ),
    })
    expect(await client().validate('ST-1')).toMatchObject({
      ok: true,
      attributes: { cn: ['张三'], role: ['a', 'b'] },
    })
  })
  test('of a server that knows CAS 2.0 only: asked there from then on', async () => {
    behave = (path) => (path.includes('/p3/') ? { status: 404 } : { body: success('u') })
    const cas = client()
    expect(await cas.validate('ST-1')).toEqual({ ok: true, subject: 'u', attributes: {} })
    await cas.validate('ST-2')
    expect(asked.map((a) => a.split('?')[0])).toEqual([
      '/cas/p3/serviceValidate',
      '/cas/serviceValidate',
      '/cas/serviceValidate',
    ])
  })
  test('of a server that for a while had neither: asked as before', async () => {
    behave = () => ({ status: 404 })
    const cas = client()
    expect(await cas.validate('ST-1')).toMatchObject({ ok: false, why: 'unreadable' })
    behave = (path) => ({ body: success('u', path.includes('/p3/') ? '<cas:cn>张三</cas:cn>' : '') })
    expect(await cas.validate('ST-2')).toEqual({ ok: true, subject: 'u', attributes: { cn: ['张三'] } })
  })
})

describe('refusal', () => {
  test.for([
    ['INVALID_TICKET', 'refused'],
    ['INVALID_TICKET_SPEC', 'refused'],
    ['INVALID_SERVICE', 'misconfigured'],
    ['UNAUTHORIZED_SERVICE', 'misconfigured'],
    ['INVALID_REQUEST', 'misconfigured'],
    ['INTERNAL_ERROR', 'unreachable'],
  ] as const)('%s is %s', async ([code, why]) => {
    behave = () => ({ body: failure(code) })
    expect(await client().validate('ST-1')).toEqual({
      ok: false,
      why,
      detail: `${code} Ticket ST-1 not recognized`,
    })
  })
})

describe('no answer', () => {
  const why = async (cas = client()) => {
    const a = await cas.validate('ST-1')
    return a.ok ? 'ok' : a.why
  }
  test('nobody there', async () => expect(await why(client('http://127.0.0.1:1/cas'))).toBe('unreachable'))
  test('a host that is none', async () =>
    expect(await why(client('http://cas.invalid/cas', 2000))).toBe('unreachable'))
  test('no answer in time', async () => {
    behave = () => ({ hang: true })
    expect(await why(client(url, 300))).toBe('unreachable')
  })
  test('a server error', async () => {
    behave = () => ({ status: 503 })
    expect(await why()).toBe('unreachable')
  })
  test('a redirect is not followed', async () => {
    behave = () => ({ status: 302 })
    expect(await why()).toBe('unreadable')
  })
  test.for([
    ['nothing', ''],
    ['a web page', '<html><body>登录<br></body></html>'],
    ['broken XML', answer('<cas:authenticationSuccess><cas:user>u</cas:user>')],
    ['another document', '<other><user>u</user></other>'],
    ['no verdict', answer('')],
    [
      'success of nobody',
      answer('<cas:authenticationSuccess><cas:user></cas:user></cas:authenticationSuccess>'),
    ],
    [
      'entities of its own',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>' +
        answer('<cas:authenticationSuccess><cas:user>&b;</cas:user></cas:authenticationSuccess>'),
    ],
    ['text around success', `x${success('u')}`],
  ])('%s is no answer', async ([, body]) => {
    behave = () => ({ body: body as string })
    expect(await why()).toBe('unreadable')
  })
  test('success inside a comment or an attribute is none', async () => {
    behave = () => ({
      body: answer(
        '<!-- <cas:authenticationSuccess><cas:user>admin</cas:user></cas:authenticationSuccess> -->' +
          '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>',
      ),
    })
    expect(await why()).toBe('refused')
  })
  test('both verdicts at once are a refusal', async () => {
    behave = () => ({
      body: answer(
        '<cas:authenticationSuccess><cas:user>admin</cas:user></cas:authenticationSuccess>' +
          '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>',
      ),
    })
    expect(await why()).toBe('refused')
  })
  test('an endless answer is cut off', async () => {
    behave = () => ({ body: 'x'.repeat(200_000) })
    expect(await why()).toBe('unreachable')
  })
})

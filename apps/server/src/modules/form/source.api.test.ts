import { formCalls as calls } from '@portal/contract/form/calls'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interfacesOverHttp } from '../../adapters/interfaces/interfaces.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Interfaces of other hosts, played by a small server in this test.

let world: World
let admin: Person
let asker: Person
let server: Server
let base: string
const asked: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
beforeAll(async () => {
  world = await createWorld()
  world.app.deps.adapters.interfaces = interfacesOverHttp({ timeoutMs: 15_000 })
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  asker = await world.person('填表人')
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body })
      const at = request.url?.split('?')[0]
      if (at === '/moved') response.writeHead(302, { location: `${base}/options` }).end()
      else if (at === '/large') response.end(`"${'x'.repeat(1_100_000)}"`)
      else if (at === '/page') response.end('<html>')
      else if (at === '/deep') response.end('['.repeat(5_000) + ']'.repeat(5_000))
      else if (at === '/broken') response.writeHead(500).end('{}')
      else if (at === '/options') response.end('{"data":[{"value":1,"label":"甲"}]}')
      else if (at === '/begun') response.write('{"data":[')
      // '/slow' is never answered, and '/begun' never to the end.
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

const allow = (address: string, more: object = {}) =>
  world.send(admin, calls.addSource, {
    body: { name: '接口', address, method: 'GET', enabled: true, internal: true, ...more },
  })
const ask = (address: string, more: object = {}) =>
  world.send(asker, calls.fetch, { body: { address, ...more } })

test('what an administrator has allowed is asked, by exactly its address and without anything of the asker', async () => {
  const options = `${base}/options`
  expect((await ask(options)).code).toBe('SOURCE_NOT_ALLOWED')
  const { id } = (await allow(options)).data
  const answer = await world.app.inject({
    method: 'POST',
    url: calls.fetch.path,
    headers: { authorization: asker.token, cookie: 'session=secret' },
    payload: { address: `${options}?a=1`, data: { b: '二', c: { d: [1] } } },
  })
  expect(answer.json()).toMatchObject({ data: { data: [{ value: 1, label: '甲' }] } })
  const [seen] = asked
  expect(Object.fromEntries(new URL(`${base}${seen?.url}`).searchParams)).toEqual({
    a: '1',
    b: '二',
    c: '{"d":[1]}',
  })
  expect(JSON.stringify(seen)).not.toContain(asker.token)
  expect(Object.keys(seen?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  for (const other of [
    `${options}/`,
    `${options}x`,
    `${base}/OPTIONS`,
    `${base}//options`,
    `http://user@127.0.0.1/`,
  ])
    expect((await ask(other)).code, other).toBe('SOURCE_NOT_ALLOWED')
  expect((await ask(options, { method: 'POST' })).code).toBe('SOURCE_NOT_ALLOWED')
  expect((await ask('/api/v2/lab/select')).code).toBe('SOURCE_OWN')
  expect((await ask('file:///etc/passwd')).code).toBe('SOURCE_NOT_ALLOWED')

  await world.ok(admin, calls.changeSource, {
    params: { id },
    body: { name: '接口', address: options, method: 'GET', enabled: false },
  })
  expect((await ask(options)).code).toBe('SOURCE_NOT_ALLOWED')
  expect((await world.ok(asker, calls.sources)).map((s) => [s.enabled, s.internal])).toEqual([[false, true]])
  await world.ok(admin, calls.removeSource, { params: { id } })
  expect(await world.ok(asker, calls.sources)).toEqual([])
})

test('a POST carries its data as it says', async () => {
  await allow(`${base}/options`, { method: 'POST' })
  await ask(`${base}/options`, { method: 'POST', dataType: 'json', data: { a: [1] } })
  expect(asked.at(-1)).toMatchObject({ body: '{"a":[1]}', headers: { 'content-type': 'application/json' } })
  await ask(`${base}/options`, { method: 'POST', data: { a: '甲' } })
  expect(asked.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(asked.at(-1)?.body).toContain('name="a"\r\n\r\n甲')
})

test.each([
  ['/moved', '其他地址'],
  ['/large', '过大'],
  ['/slow', '超时'],
  ['/begun', '超时'],
  ['/page', '不是 JSON'],
  ['/deep', '嵌套过深'],
  ['/broken', 'HTTP 500'],
])('%s is told as what it is: %s', async (at, why) => {
  await allow(`${base}${at}`)
  const before = asked.length
  const { adapters } = world.app.deps
  const { interfaces: patient } = adapters
  // What does answer has more time: a busy machine may pause for as long as this.
  if (why === '超时') adapters.interfaces = interfacesOverHttp({ timeoutMs: 1500 })
  const answer = await ask(`${base}${at}`).finally(() => (adapters.interfaces = patient))
  expect([answer.status, answer.code]).toEqual([502, 'SOURCE_NO_ANSWER'])
  expect(answer.message).toContain(why)
  expect(asked.length).toBe(before + 1)
})

test('a private address is asked only where an administrator has said that it is one', async () => {
  for (const address of [
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://10.1.2.3/x',
    'http://[::1]/x',
    'http://[::ffff:10.0.0.1]/x',
    'http://169.254.169.254/latest',
    'http://2130706433/x',
    'http://0x7f.1/x',
  ]) {
    const refused = await allow(address, { internal: false })
    expect([refused.code, refused.reasons?.[0]?.field], address).toEqual(['SOURCE_PRIVATE', 'internal'])
  }
  for (const address of ['ftp://a.cn/x', 'http://a.cn/x?y=1', 'http://u:p@a.cn/x', 'http://', '//a.cn/x'])
    expect((await allow(address)).status, address).toBeGreaterThanOrEqual(400)
  expect((await allow(`${base}/slow`)).code).toBe('SOURCE_TAKEN')
  // A host name that resolves to a private address is refused at connection time.
  const { port } = server.address() as AddressInfo // the server listens on a port
  const before = asked.length
  const { interfaces } = world.app.deps.adapters
  const question = { method: 'GET', dataType: 'json', data: {}, internal: false } as const
  expect(await interfaces.ask({ ...question, address: `http://127.0.0.1:${port}/options` })).toMatchObject({
    ok: false,
    why: expect.stringContaining('校内网络') as string,
  })
  expect(asked.length).toBe(before)
})

test('what stands in the network of the campus is neither named to guests nor asked for them', async () => {
  const [guest, keeper] = [
    await world.person('校外用户'),
    await world.person('外聘管理员', { permissions: ['FORM_ALL'] }),
  ]
  await world.sql('update user_account set on_campus = false where id = any($1)', [[guest.id, keeper.id]])
  const address = `${base}/options`
  await allow(address)
  await allow('https://open.example.edu/terms', { internal: false })
  const ask = (by: Person) => world.send(by, calls.fetch, { body: { address: `${address}?dept=*` } })
  const list = async (by: Person) => (await world.ok(by, calls.sources)).map((s) => s.address)
  const before = asked.length
  expect(await ask(guest)).toMatchObject({ status: 403, code: 'SOURCE_CAMPUS' })
  expect(asked.length).toBe(before)
  expect(await list(guest)).toEqual(['https://open.example.edu/terms'])
  for (const by of [asker, keeper, admin]) {
    expect((await ask(by)).status, by.name).toBe(200)
    expect(await list(by)).toContain(address)
  }
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interfacesOverHttp, type LookUp } from './interfaces.ts'
import { isPrivateAddress, isPrivateHost } from './private.ts'

let server: Server
let port: number
let asked = 0
beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1
    response.end('[]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo) // of a server that listens on a port
})
afterAll(() => void server.close())

const leadsTo =
  (...found: string[]): LookUp =>
  (_host, _options, done) =>
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const ask = (lookUp: LookUp, internal: boolean) =>
  interfacesOverHttp({ timeoutMs: 15_000, lookUp }).ask({
    address: `http://options.example.edu:${port}/x`,
    method: 'GET',
    dataType: 'json',
    data: {},
    internal,
  })

test('a name that leads into a private network is not connected, unless that was allowed', async () => {
  const refused = { ok: false, why: '该地址位于校内网络，未获允许' }
  expect(await ask(leadsTo('127.0.0.1'), false)).toEqual(refused)
  // One private address is enough for a refusal: the DNS server chooses the order.
  expect(await ask(leadsTo('93.184.216.34', '::1'), false)).toEqual(refused)
  expect(asked).toBe(0)
  expect(await ask(leadsTo('127.0.0.1'), true)).toEqual({ ok: true, text: '[]' })
  expect(asked).toBe(1)
  expect(await ask(leadsTo(), true)).toMatchObject({ ok: false })
})

test.each([
  ['127.0.0.1', true],
  ['10.255.0.1', true],
  ['100.64.1.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['224.0.0.1', true],
  ['0.0.0.0', true],
  ['93.184.216.34', false],
  ['::', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:93.184.216.34', false],
  ['2606:2800:220:1::1', false],
  ['no address', true],
])('the address %s is private: %s', (address, is) => expect(isPrivateAddress(address)).toBe(is))

test.each([
  ['localhost', true],
  ['a.LOCALHOST', true],
  ['[::1]', true],
  ['options.example.edu', false],
])('the host %s is private by what is written: %s', (host, is) => expect(isPrivateHost(host)).toBe(is))

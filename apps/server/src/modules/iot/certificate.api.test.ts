import { iotCalls } from '@portal/contract/iot/iot'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { externalBroker } from '../../adapters/gate-device/external.ts'
import { startGateway, type Credentials, type Simulated } from '../../simulator/gateway.ts'
import { runJob } from '../../kernel/jobs.ts'
import { makeAuthority, makeCertificate, withUnknownKey } from '../../testing/certificates.ts'
import { hear } from './hearing.action.ts'
import { iotJobs } from './iot.jobs.ts'
import { sign, makeTopic } from '../../adapters/gate-device/wire.ts'
import { hasMosquitto, startMosquitto } from '../../testing/mosquitto.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'

// A gateway shows a certificate in place of its password, over real TLS at the portal's own broker.

const pem = (name: string) => fileURLToPath(new URL(`../../testing/tls/${name}.pem`, import.meta.url))
const DAY = 86_400_000
const after = (ms: number) => new Date(Date.now() + ms)

let world: World
let office: Person
let url: string
beforeAll(async () => {
  const secure = { cert: pem('cert'), key: pem('key') }
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0, secure }) })
  await world.app.ready()
  url = `mqtts://localhost:${world.app.deps.adapters.gateDevices?.port()}`
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
const clients: MqttClient[] = []
const gateways: Simulated[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  for (const gateway of gateways.splice(0)) await gateway.stop()
})
afterAll(() => world.close())

async function enrol(name = '电镜楼网关'): Promise<Credentials> {
  const { code } = await world.ok(office, iotCalls.createGateway, { body: { name } })
  return world.ok(null, iotCalls.enrol, { body: { code } })
}
async function come(shown: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(url, { ca: readFileSync(pem('cert')), reconnectPeriod: 0, ...shown })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const refused = async (shown: IClientOptions) =>
  expect(await come(shown).then(() => 'let in', String)).toMatch(/Not authorized|alert|closed/)
const withPassword = (c: Credentials) => ({ username: c.user, password: c.password })
const bind = (id: number, cert: string) =>
  world.send(office, iotCalls.bindCertificate, { params: { id }, body: { pem: cert } })
const get = (id: number) => world.ok(office, iotCalls.gateway, { params: { id } })
const revoke = (id: number) =>
  world.ok(office, iotCalls.revokeCertificate, { params: { id }, body: { reason: '密钥外泄' } })
/** Waits until the portal has broken the connection. */
const closed = (client: MqttClient) => until('the end of the line', () => !client.connected)

test('the right one comes in without a password, and has its own topics only', async () => {
  const [c, other] = [await enrol(), await enrol('别处的网关')]
  const own = makeCertificate('SN-4711')
  const before = await come(withPassword(c))
  const { data } = await bind(c.gatewayId, own.cert)
  expect(data).toMatchObject({
    proof: 'certificate',
    certificate: { subject: 'CN=SN-4711', boundBy: '监控办', revoked: null },
    can: expect.arrayContaining(['bind', 'revoke']) as string[],
  })
  expect(data.certificate?.fingerprint.replaceAll(':', '').toLowerCase()).toBe(own.fingerprint)
  // The earlier credentials are void at once.
  await closed(before)
  await refused(withPassword(c))
  await refused({})

  const client = await come(own)
  expect(await client.subscribeAsync(`g/${c.gatewayId}/grants`, { qos: 1 })).toMatchObject([{ qos: 1 }])
  await expect(client.subscribeAsync(`g/${other.gatewayId}/grants`, { qos: 1 })).rejects.toThrow()
  await expect(client.subscribeAsync('g/#', { qos: 1 })).rejects.toThrow()
  client.publish(`g/${other.gatewayId}/state`, 'x', { qos: 1 })
  await closed(client)
  // It cannot sign in under another gateway's number either.
  await refused({ ...own, username: other.user })
  await come({ ...own, username: c.user })
  // Another gateway's password does not help: the certificate decides who the client is.
  await refused({ ...own, ...withPassword(other) })
})

test('a gateway of the simulator is heard, and sent its list, by its certificate', async () => {
  const c = await enrol()
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: c.gatewayId, number: 1, kind: 'door', name: '门' },
  })
  const own = makeCertificate('SN-1')
  await bind(c.gatewayId, own.cert)
  const tls = { cert: own.cert, key: own.key, ca: readFileSync(pem('cert')) }
  const gateway = await startGateway(url, c, { tls })
  gateways.push(gateway)
  await until('its list', () => gateway.list()?.units.length === 1)
  await until('it is online', async () => (await get(c.gatewayId)).state === 'online')
  gateway.force(1)
  await until('its event', () => gateway.waiting() === 0)
  await revoke(c.gatewayId)
  await until('it is offline', async () => (await get(c.gatewayId)).state === 'offline')
  gateway.shut(1)
  await sleep(1300) // it tries again each second
  expect(gateway.waiting()).toBe(1)
  expect((await get(c.gatewayId)).state).toBe('offline')
})

test('revoked, it is out at once and stays out, with its password too, until it is bound or enrolled anew', async () => {
  const c = await enrol()
  const [own, next] = [makeCertificate('A'), makeCertificate('B')]
  await bind(c.gatewayId, own.cert)
  const client = await come(own)
  const reply = await revoke(c.gatewayId)
  expect(reply).toMatchObject({
    proof: 'revoked',
    certificate: { revoked: { by: '监控办', reason: '密钥外泄' } },
  })
  expect(reply.can).not.toContain('revoke')
  await closed(client)
  await refused(own)
  await refused(withPassword(c))
  const again = await world.send(office, iotCalls.revokeCertificate, {
    params: { id: c.gatewayId },
    body: { reason: '再撤销' },
  })
  expect([again.status, again.code, again.message]).toEqual([409, 'CERTIFICATE_NONE', '网关没有使用中的证书'])
  expect((await bind(c.gatewayId, own.cert)).code).toBe('CERTIFICATE_REVOKED')
  // A revoked certificate cannot be bound to another gateway either.
  expect((await bind((await enrol()).gatewayId, own.cert)).code).toBe('CERTIFICATE_REVOKED')

  expect((await bind(c.gatewayId, next.cert)).data.proof).toBe('certificate')
  const second = await come(next)
  const { code } = await world.ok(office, iotCalls.renewCode, { params: { id: c.gatewayId } })
  const renewed: Credentials = await world.ok(null, iotCalls.enrol, { body: { code } })
  await closed(second)
  await refused(next)
  await come(withPassword(renewed))
  expect(await get(c.gatewayId)).toMatchObject({ proof: 'password', certificate: null })
  // The hardware has become another gateway; its certificate was not revoked, so it can be bound.
  expect((await bind((await enrol()).gatewayId, next.cert)).status).toBe(200)
})

test('one that lapses is put out at that moment; of two the last that was bound counts', async () => {
  const c = await enrol()
  const [first, second] = [makeCertificate('A'), makeCertificate('B')]
  await bind(c.gatewayId, first.cert)
  await world.sql(
    `with c as (update iot_certificate set valid_to = now() + interval '5 s' where gateway_id = $1
        returning gateway_id, valid_to)
      update iot_gateway g set certified_until = c.valid_to from c where c.gateway_id = g.id`,
    [c.gatewayId],
  )
  const client = await come(first)
  await closed(client)
  await refused(first)
  await refused(withPassword(c))
  expect(await get(c.gatewayId)).toMatchObject({ proof: 'lapsed' })
  expect((await bind(c.gatewayId, second.cert)).data.proof).toBe('certificate')
  const replaced = await come(second)
  await bind(c.gatewayId, makeCertificate('C').cert)
  await closed(replaced)
  await refused(second)
})

test('whoever keeps gateways is told a month before one lapses, and once more in its last days', async () => {
  const warn = iotJobs.find((j) => j.name === 'iot-certificates')
  if (!warn) throw new Error('no such job')
  const at = (ms: number) => runJob(world.app.deps, warn, after(ms))
  const told = () =>
    world.sql<{ body: string }>(
      `select payload ->> 'body' as body from outbox where payload ->> 'title' = '网关证书即将到期' order by id`,
    )
  const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
  await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  await world.sql(`update iot_certificate set ended_at = now(), ended_how = 'replaced' where ended_at is null
    returning id`)
  const [c, out] = [await enrol('冷冻电镜网关'), await enrol('停用的网关')]
  for (const id of [c.gatewayId, out.gatewayId]) await bind(id, makeCertificate(`L-${id}`).cert)
  await world.sql(`update iot_certificate set valid_to = now() + interval '31 days' where ended_at is null
    returning id`)
  await world.ok(office, iotCalls.retireGateway, { params: { id: out.gatewayId }, body: { reason: '报废' } })
  expect([await at(0), await told()]).toEqual([0, []])
  expect([await at(2 * DAY), await at(3 * DAY), await at(20 * DAY)]).toEqual([1, 0, 0])
  expect((await told()).map((m) => m.body)).toEqual([
    expect.stringMatching(/^冷冻电镜网关（.*到期）。到期后/),
  ])
  const [first] = await world.sql<{ userIds: number[] }>(
    `select payload -> 'userIds' as "userIds" from outbox where payload ->> 'title' = '网关证书即将到期'`,
  )
  expect(first?.userIds.toSorted((a, b) => a - b)).toEqual([office.id, admin.id])
  expect([await at(29 * DAY), await at(30 * DAY), await at(32 * DAY)]).toEqual([1, 0, 0])
  expect(await told()).toHaveLength(2)
})

test('what is no certificate of this gateway’s own is refused in words, and changes nothing', async () => {
  const [c, other] = [await enrol(), await enrol('化学楼网关')]
  const ca = makeAuthority('CA')
  const taken = ca.issue('taken')
  await bind(other.gatewayId, taken.cert)
  const own = makeCertificate('A')
  const cases: [string, string, RegExp][] = [
    ['', 'INVALID', /请选择或粘贴证书/],
    ['x'.repeat(16_001), 'INVALID', /16000/],
    ['不是证书', 'CERTIFICATE_UNREADABLE', /PEM/],
    [own.cert.replace(/\n[A-Za-z0-9+/]{20}/, '\n'), 'CERTIFICATE_UNREADABLE', /PEM/],
    [withUnknownKey(own.cert), 'CERTIFICATE_UNREADABLE', /PEM/],
    [own.cert + own.key, 'CERTIFICATE_SECRET', /私钥/],
    [own.cert + ca.cert, 'CERTIFICATE_SEVERAL', /多张/],
    [makeCertificate('A', { to: after(-1000) }).cert, 'CERTIFICATE_LAPSED', /已过期/],
    [makeCertificate('A', { from: after(DAY) }).cert, 'CERTIFICATE_EARLY', /尚未生效/],
    [ca.issue('A', { rsaBits: 1024 }).cert, 'CERTIFICATE_WEAK', /2048/],
    [taken.cert, 'CERTIFICATE_TAKEN', /化学楼网关/],
  ]
  for (const [text, code, words] of cases) {
    const answer = await bind(c.gatewayId, text)
    expect([answer.status >= 400 && answer.status < 500, JSON.stringify(answer)]).toEqual([
      true,
      expect.stringMatching(words) as string,
    ])
    if (code !== 'INVALID') expect(answer.code).toBe(code)
  }
  expect((await get(c.gatewayId)).proof).toBe('password')
  await come(withPassword(c))
  await bind(c.gatewayId, own.cert)
  expect((await bind(c.gatewayId, own.cert)).code).toBe('CERTIFICATE_BOUND')

  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name: '未注册' } })
  expect((await bind(gateway.id, own.cert)).code).toBe('GATEWAY_NEW')
  expect(gateway.can).not.toContain('bind')
  await world.ok(office, iotCalls.retireGateway, { params: { id: gateway.id }, body: { reason: '不用' } })
  expect((await bind(gateway.id, own.cert)).code).toBe('GATEWAY_RETIRED')
})

test('taken out of service, one or many at once, it leaves its certificate to another', async () => {
  const [first, second] = [makeCertificate('A'), makeCertificate('B')]
  const [one, of] = [await enrol(), await enrol()]
  await bind(one.gatewayId, first.cert)
  await bind(of.gatewayId, second.cert)
  const body = { reason: '换新' }
  await world.ok(office, iotCalls.retireGateway, { params: { id: one.gatewayId }, body })
  await world.ok(office, iotCalls.retireGateways, { body: { ...body, ids: [of.gatewayId] } })
  for (const { cert } of [first, second])
    expect((await bind((await enrol()).gatewayId, cert)).status).toBe(200)
})

test('who may not keep gateways binds and revokes nothing', async () => {
  const c = await enrol()
  const stranger = await world.person('路人', { permissions: ['GATE_MONITOR_VIEW', 'GATE_MONITOR_EDIT'] })
  const params = { id: c.gatewayId }
  for (const person of [stranger, null]) {
    const bound = await world.send(person, iotCalls.bindCertificate, { params, body: { pem: 'x' } })
    const revoked = await world.send(person, iotCalls.revokeCertificate, { params, body: { reason: 'x' } })
    expect([bound.status, revoked.status]).toEqual(person ? [403, 403] : [401, 401])
  }
})

test('of two at once one has it, and the database holds it to one', async () => {
  const [a, b] = [await enrol(), await enrol()]
  const own = makeCertificate('A')
  const both = await Promise.all([bind(a.gatewayId, own.cert), bind(b.gatewayId, own.cert)])
  expect(both.map((r) => r.status).toSorted()).toEqual([200, 422])
})

test('what a gateway says whose certificate is void is not believed, whichever broker let it through', async () => {
  const c = await enrol()
  await bind(c.gatewayId, makeCertificate('A').cert)
  const key = Buffer.from(c.key, 'base64url')
  const answered: string[] = []
  const line = {
    send: (_id: number, kind: string) => {
      answered.push(kind)
      return Promise.resolve()
    },
  }
  const at = Math.floor(Date.now() / 1000)
  const tell = (seq: number) =>
    hear(
      world.app.deps,
      line,
      c.gatewayId,
      'event',
      sign(key, makeTopic(c.gatewayId, 'event'), { at, events: [{ seq, at, kind: 'booted' }] }),
    )
  const count = async () =>
    (await world.sql('select from iot_event where gateway_id = $1', [c.gatewayId])).length
  await tell(1)
  expect([await count(), answered]).toEqual([1, ['received']])
  await revoke(c.gatewayId)
  await tell(2)
  expect([await count(), answered]).toEqual([1, ['received']])
  // A gateway that is trusted again sends what it could not deliver.
  await bind(c.gatewayId, makeCertificate('B').cert)
  await tell(2)
  expect(await count()).toBe(2)
})

test('where lines are not encrypted none is bound; a broker of others knows gateways by their number', async () => {
  const bare = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  const { app, ...more } = bare
  try {
    const keeper = await bare.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
    const { code } = await bare.ok(keeper, iotCalls.createGateway, { body: { name: '旧网关' } })
    const c: Credentials = await more.ok(null, iotCalls.enrol, { body: { code } })
    const params = { id: c.gatewayId }
    const attempt = (name: string) =>
      bare.send(keeper, iotCalls.bindCertificate, { params, body: { pem: makeCertificate(name).cert } })
    expect(await attempt('A')).toMatchObject({ status: 409, code: 'CERTIFICATE_NO_TLS' })
    app.deps.adapters.gateDevices = {
      ...embeddedBroker({ host: '127.0.0.1', port: null }),
      certificates: 'named',
    }
    const refusal = await attempt('A')
    expect([refusal.code, JSON.stringify(refusal)]).toEqual([
      'CERTIFICATE_NAME',
      expect.stringContaining(`CN 应为网关编号 ${c.gatewayId}`) as string,
    ])
    expect((await attempt(String(c.gatewayId))).status).toBe(200)
  } finally {
    await bare.close()
  }
})

// Only where Debian's mosquitto is installed, set up as docs/operations.md says.
const mosquittoTest = hasMosquitto ? test : undefined
mosquittoTest?.(
  'at mosquitto a gateway is who its certificate names, and is not believed once it is revoked',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-ca-'))
    const ca = makeAuthority('校园设备 CA')
    writeFileSync(path.join(folder, 'ca.pem'), ca.cert)
    const broker = await startMosquitto({
      cert: pem('cert'),
      key: pem('key'),
      ca: path.join(folder, 'ca.pem'),
    })
    const portal = await createWorld({ gateDevices: externalBroker(broker.url) })
    try {
      await portal.app.ready()
      const keeper = await portal.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
      const { code } = await portal.ok(keeper, iotCalls.createGateway, { body: { name: '网关' } })
      const c: Credentials = await portal.ok(null, iotCalls.enrol, { body: { code } })
      const params = { id: c.gatewayId }
      await portal.ok(keeper, iotCalls.createUnit, {
        body: { gatewayId: c.gatewayId, number: 1, kind: 'door', name: '门' },
      })
      const own = ca.issue(c.user)
      await portal.ok(keeper, iotCalls.bindCertificate, { params, body: { pem: own.cert } })
      const tls = { cert: own.cert, key: own.key, ca: readFileSync(pem('cert')) }
      for (const wrong of [makeCertificate(c.user), makeAuthority('别的 CA').issue(c.user)])
        await expect(
          connectAsync(broker.certified, { ...tls, ...wrong, reconnectPeriod: 0 }),
        ).rejects.toThrow()
      const gateway = await startGateway(broker.certified, c, { tls, stateMs: 200 })
      gateways.push(gateway)
      await until('its list', () => gateway.list()?.units.length === 1)
      gateway.force(1)
      await until('its event', () => gateway.waiting() === 0)
      const stranger = await connectAsync(broker.certified, {
        ...tls,
        ...ca.issue('999'),
        reconnectPeriod: 0,
      })
      clients.push(stranger)
      // Mosquitto accepts MQTT 3.1.1 but delivers nothing, not even the list that it keeps for the gateway.
      const heard: string[] = []
      stranger.on('message', (topic) => heard.push(topic))
      for (const id of [999, c.gatewayId])
        await stranger.subscribeAsync(`g/${id}/grants`, { qos: 1 }).catch(() => undefined)
      await portal.app.deps.adapters.gateDevices?.send(999, 'grants', 'x')
      await until('its own', () => heard.length > 0)
      expect(heard).toEqual(['g/999/grants'])
      await portal.ok(keeper, iotCalls.revokeCertificate, { params, body: { reason: '外泄' } })
      gateway.shut(1)
      await sleep(1000)
      expect(gateway.waiting()).toBe(1)
    } finally {
      await portal.close()
      await broker.close()
      rmSync(folder, { recursive: true })
    }
  },
)

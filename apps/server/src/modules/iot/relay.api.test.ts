import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotCalls } from '@portal/contract/iot/iot'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { makeTopic, sign, signContact, verify, type UpTopic } from '../../adapters/gate-device/wire.ts'
import { runJob } from '../../kernel/jobs.ts'
import { startGateway, type Credentials, type Simulated } from '../../simulator/gateway.ts'
import { RELAY, type Post } from '../../simulator/relay-line.ts'
import { makeCertificate } from '../../testing/certificates.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'
import { iotJobs } from './iot.jobs.ts'

// A gateway that speaks HTTP only: its messages are taken as from a broker, and the reply carries what waits
// for it. A caller that is not this gateway, or repeats a contact, gets nothing.

let world: World
let office: Person
beforeAll(async () => {
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  await world.app.ready()
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL', 'GATE_MONITOR_EDIT'] })
})
const gateways: Simulated[] = []
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop()
})
afterAll(() => world.close())

async function enrol(): Promise<Credentials> {
  const { code } = await world.ok(office, iotCalls.createGateway, { body: { name: '楼顶网关' } })
  return world.ok(null, iotCalls.enrol, { body: { code } })
}
const unit = (gatewayId: number, number: number, kind: 'door' | 'air_switch' | 'meter') =>
  world.ok(office, iotCalls.createUnit, { body: { gatewayId, number, kind, name: `${number} 号` } })
const get = (id: number) => world.ok(office, iotCalls.gateway, { params: { id } })
const seconds = () => Math.floor(Date.now() / 1000)

interface Body {
  gatewayId: number
  at: number
  nonce: string
  says: string
  mac: string
}
function makeBody(c: Credentials, words: object[] = [], more: Partial<Body> & { path?: string } = {}): Body {
  const { path = RELAY, ...rest } = more
  const said = { at: seconds(), nonce: randomUUID(), says: JSON.stringify({ words }), ...rest }
  const mac = signContact(Buffer.from(c.key, 'base64url'), { path, ...said })
  return { gatewayId: c.gatewayId, mac, ...said }
}
const word = (c: Credentials, kind: UpTopic, says: object) => ({
  kind,
  text: sign(Buffer.from(c.key, 'base64url'), makeTopic(c.gatewayId, kind), { at: seconds(), ...says }),
})
const send = (body: Body) => world.send(null, iotCalls.relay, { body })
const booted = (c: Credentials, seq: number) =>
  word(c, 'event', { events: [{ seq, at: seconds(), kind: 'booted' }] })
const countEvents = async (c: Credentials) =>
  (await world.sql('select from iot_event where gateway_id = $1', [c.gatewayId])).length

/** The calls of the simulator come in by `app.inject`, unless the line is cut. */
let isCut = false
const post: Post = async (body) => {
  if (isCut) throw new Error('the line is cut')
  const answer = await world.app.inject({ method: 'POST', url: RELAY, payload: body })
  return { ...answer.json<object>(), status: answer.statusCode }
}
async function start(c: Credentials, options = {}): Promise<Simulated> {
  const gateway = await startGateway({ http: post, everyMs: 50 }, c, { stateMs: 200, ...options })
  gateways.push(gateway)
  return gateway
}

test('it is sent its list, its orders are obeyed and answered, what it tells is there once and in order', async () => {
  const c = await enrol()
  const door = await unit(c.gatewayId, 1, 'door')
  await unit(c.gatewayId, 2, 'meter')
  const gateway = await start(c)
  await until('its list', () => gateway.list()?.units.length === 2)
  await until('it has said so', async () => (await get(c.gatewayId)).listHeld)
  expect(await get(c.gatewayId)).toMatchObject({ state: 'online', line: 'http', proof: 'password' })

  const guest = await world.person('巡检员')
  const number = `04B2${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`
  await world.ok(office, doorAccessCalls.bindCard, { body: { number, userId: guest.id } })
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: door.id,
      kind: 'permanent',
      userId: guest.id,
      from: new Date(Date.now() - 60_000).toISOString(),
      reason: '巡检',
    },
  })
  await until('the grant', () => gateway.list()?.entries.length === 1)
  expect(gateway.show(1, { card: number })).toMatchObject({ open: true })

  const { id } = await world.ok(office, doorAccessCalls.command, {
    params: { id: door.id },
    body: { what: 'open', reason: '送货' },
  })
  const state = () => world.ok(office, doorAccessCalls.commandState, { params: { id } })
  await until('the answer', async () => (await state()).done)

  gateway.faults.duplicate = gateway.faults.reorder = true
  isCut = true
  for (let i = 0; i < 60; i++) gateway.show(1, { card: number })
  await sleep(300)
  expect(gateway.waiting()).toBeGreaterThanOrEqual(60)
  isCut = false
  await until('all of them', () => gateway.waiting() === 0)
  // What it has told by now: the door closes after five seconds, at any moment of what follows.
  const told = gateway.told()
  const rows = await world.sql<{ seq: number }>(
    'select seq from iot_event where gateway_id = $1 and seq <= $2 order by id',
    [c.gatewayId, told],
  )
  expect(rows.map((r) => r.seq)).toEqual(Array.from({ length: told }, (_, i) => i + 1))
  const opened = (await world.ok(office, doorAccessCalls.events, { query: { unitId: door.id, size: 100 } }))
    .items
  expect(opened.filter((e) => e.way === 'remote')).toHaveLength(1)

  await gateway.sayReadings({ 2: { kwh: 101, watts: 20 } })
  // It reads its meter five times a second, so there may always be a newer one that waits.
  const { said } = gateway.readings()
  await until('its readings', () => gateway.readings().through >= said)
  const read = await world.sql<{ n: number }>(
    `select count(*)::int as n from iot_reading r join iot_sub_device s on s.id = r.sub_device_id
      where s.gateway_id = $1 and r.kwh = 101`,
    [c.gatewayId],
  )
  expect(read[0]?.n).toBe(1)
})

test('an order waits for the next contact, comes until it is answered, and not once it is too late', async () => {
  const c = await enrol()
  const door = await unit(c.gatewayId, 1, 'door')
  await send(makeBody(c, [word(c, 'state', { seq: 1 })]))
  const { id } = await world.ok(office, doorAccessCalls.command, {
    params: { id: door.id },
    body: { what: 'open', reason: '送货' },
  })
  // Nothing else takes the command before that, not the line to the broker either.
  await sleep(300)
  const orders = async (...words: object[]) =>
    (await send(makeBody(c, words))).data.words.filter((w) => w.kind === 'command')
  const [first] = await orders()
  const key = Buffer.from(c.key, 'base64url')
  expect(verify(key, makeTopic(c.gatewayId, 'command'), first?.text ?? '')).toMatchObject({
    command: id,
    unit: 1,
    do: 'open',
  })
  expect(await orders()).toHaveLength(1)
  expect(await orders(word(c, 'ack', { seq: 2, command: id, done: true }))).toEqual([])
  expect(await world.ok(office, doorAccessCalls.commandState, { params: { id } })).toMatchObject({
    done: true,
  })

  const late = await world.ok(office, doorAccessCalls.command, {
    params: { id: door.id },
    body: { what: 'open', reason: '再送' },
  })
  await world.sql(`update iot_command set until = now() - interval '1 s' where id = $1`, [late.id])
  expect(await orders()).toEqual([])
  expect(await world.ok(office, doorAccessCalls.commandState, { params: { id: late.id } })).toMatchObject({
    done: null,
    over: true,
  })
})

test('forged, changed, of another key, replayed, or of another time: refused in words, and nothing is done', async () => {
  const [c, other] = [await enrol(), await enrol()]
  const good = makeBody(c, [booted(c, 1)])
  const cases: [Body, string][] = [
    [{ ...good, mac: good.mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }, 'RELAY_FORGED'],
    [{ ...good, mac: 'x' }, 'RELAY_FORGED'],
    [{ ...good, says: good.says.replace('event', 'state') }, 'RELAY_FORGED'],
    [{ ...good, at: good.at + 1 }, 'RELAY_FORGED'],
    [{ ...good, nonce: randomUUID() }, 'RELAY_FORGED'],
    [{ ...good, gatewayId: other.gatewayId }, 'RELAY_FORGED'],
    [{ ...good, gatewayId: 999_999 }, 'RELAY_FORGED'],
    [{ ...makeBody(other, [booted(c, 1)]), gatewayId: c.gatewayId }, 'RELAY_FORGED'],
    [makeBody(c, [booted(c, 1)], { path: '/api/v2/iot/enrol' }), 'RELAY_FORGED'],
    [makeBody(c, [booted(c, 1)], { at: seconds() - 65 }), 'RELAY_CLOCK'],
    // By far: the time that the others take brings it nearer.
    [makeBody(c, [booted(c, 1)], { at: seconds() + 300 }), 'RELAY_CLOCK'],
  ]
  for (const [body, code] of cases) {
    const answer = await send(body)
    expect([answer.status, answer.code, /[\u4e00-\u9fff]/.test(answer.message)]).toEqual([401, code, true])
  }
  expect(await countEvents(c)).toBe(0)
  expect((await get(c.gatewayId)).seenAt).toBeNull()

  expect((await send(good)).data.words.map((w) => w.kind)).toEqual(['received'])
  const again = await send(good)
  expect([again.status, again.code, again.message]).toEqual([
    401,
    'RELAY_REPLAYED',
    '该请求已提交过，每次请求应使用新的随机数',
  ])
  const twice = makeBody(c)
  const both = await Promise.all([send(twice), send(twice)])
  expect(both.map((a) => a.status).toSorted()).toEqual([200, 401])
  // Its own contact, with a message that another gateway has signed.
  expect((await send(makeBody(c, [booted(other, 2)]))).data.words).toEqual([])
  expect([await countEvents(c), await countEvents(other)]).toEqual([1, 0])
})

test('with the key of an earlier enrolment, or put out of use, it says nothing more', async () => {
  const c = await enrol()
  const { code } = await world.ok(office, iotCalls.renewCode, { params: { id: c.gatewayId } })
  const renewed: Credentials = await world.ok(null, iotCalls.enrol, { body: { code } })
  expect((await send(makeBody(c))).code).toBe('RELAY_FORGED')
  expect((await send(makeBody(renewed))).status).toBe(200)
  await world.ok(office, iotCalls.retireGateway, { params: { id: c.gatewayId }, body: { reason: '拆除' } })
  expect((await send(makeBody(renewed))).code).toBe('RELAY_FORGED')
})

test('one that has to show a certificate does not get in without it this way', async () => {
  const c = await enrol()
  const own = makeCertificate('A')
  world.app.deps.adapters.gateDevices = {
    ...(world.app.deps.adapters.gateDevices ?? embeddedBroker({ host: '127.0.0.1', port: null })),
    certificates: 'pinned',
  }
  await world.ok(office, iotCalls.bindCertificate, { params: { id: c.gatewayId }, body: { pem: own.cert } })
  const answer = await send(makeBody(c))
  expect([answer.status, answer.code, answer.message]).toEqual([
    401,
    'RELAY_CERTIFIED',
    '该网关使用证书接入，不能通过 HTTP 通信',
  ])
})

test('what is no message is refused in words; one that cannot be taken keeps back none of the others', async () => {
  const c = await enrol()
  for (const says of ['{', '[]', '{"words":[{"kind":"grants","text":""}]}', '{"words":{}}']) {
    const answer = await send(makeBody(c, [], { says }))
    expect([answer.status, /[\u4e00-\u9fff]/.test(answer.message)]).toEqual([400, true])
  }
  const many = Array.from({ length: 21 }, (_, i) => booted(c, i + 1))
  expect((await send(makeBody(c, many))).status).toBe(400)
  const words = [word(c, 'event', { events: 'none' }), { kind: 'state', text: 'x' }, booted(c, 1)]
  expect((await send(makeBody(c, words))).data.words.map((w) => w.kind)).toEqual(['received'])
  expect(await countEvents(c)).toBe(1)
})

test('without a broker a gateway that fell silent leaves one note, however long it is silent', async () => {
  const quiet = await createWorld()
  try {
    const by = await quiet.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
    const made = await quiet.ok(by, iotCalls.createGateway, { body: { name: '已拆除的网关' } })
    await quiet.ok(null, iotCalls.enrol, { body: { code: made.code } })
    const notes = async () => (await quiet.sql('select from iot_stale')).length
    for (const number of [1, 2])
      await quiet.ok(by, iotCalls.createUnit, {
        body: { gatewayId: made.gateway.id, number, kind: 'door', name: `${number} 号` },
      })
    expect(await notes()).toBe(3)
    const listJob = iotJobs.find((job) => job.name === 'iot-grants')!
    for (let i = 0; i < 3; i++) await runJob(quiet.app.deps, listJob)
    expect(await notes()).toBe(1)
  } finally {
    await quiet.close()
  }
})

test('back on MQTT, its orders go over the broker again', async () => {
  const c = await enrol()
  const door = await unit(c.gatewayId, 1, 'door')
  await send(makeBody(c, [word(c, 'state', { seq: 1 })]))
  const url = `mqtt://127.0.0.1:${world.app.deps.adapters.gateDevices?.port()}`
  const gateway = await startGateway(url, c)
  gateways.push(gateway)
  await until('it is known', async () => (await get(c.gatewayId)).line === 'mqtt')
  const { id } = await world.ok(office, doorAccessCalls.command, {
    params: { id: door.id },
    body: { what: 'open', reason: '送货' },
  })
  await until(
    'the answer',
    async () => (await world.ok(office, doorAccessCalls.commandState, { params: { id } })).done,
  )
})

test('over a real port, as a gateway comes from outside', async () => {
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const c = await enrol()
  await unit(c.gatewayId, 1, 'door')
  const gateway = await startGateway({ http: address, everyMs: 100 }, c)
  gateways.push(gateway)
  await until('its list', () => gateway.list()?.units.length === 1)
  gateway.force(1)
  await until('its alarm', () => gateway.waiting() === 0)
  expect(await countEvents(c)).toBe(1)
  const wrong = startGateway({ http: address }, { ...c, key: Buffer.alloc(32).toString('base64url') })
  await expect(wrong).rejects.toThrow('网关编号或签名不正确')
})

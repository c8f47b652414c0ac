import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { iotCalls } from '@portal/contract/iot/iot'
import { afterEach, beforeEach, afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { QR_SECONDS, signPass } from '../../adapters/gate-device/wire.ts'
import { startGateway, type Credentials, type Simulated } from '../../simulator/gateway.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Gateways with faults that the simulator produces on command: late messages, a wrong clock, a false state.

let world: World
let office: Person
let guest: Person
let c: Credentials
let gateway: Simulated
let door: number
const CARD = '04FA017500'
beforeAll(async () => {
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  await world.app.ready()
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  guest = await world.person('值班员')
  await world.ok(office, doorAccessCalls.bindCard, { body: { number: CARD, userId: guest.id } })
})
afterAll(() => world.close())
beforeEach(async () => {
  const { code } = await world.ok(office, iotCalls.createGateway, { body: { name: '故障网关' } })
  c = await world.ok(null, iotCalls.enrol, { body: { code, hardware: 'SN1' } })
  const made = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: c.gatewayId, number: 1, kind: 'door', name: '故障门' },
  })
  door = made.id
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: door,
      kind: 'permanent',
      userId: guest.id,
      from: new Date(Date.now() - 600_000).toISOString(),
      reason: '值班',
    },
  })
  gateway = await startGateway(`mqtt://127.0.0.1:${world.app.deps.adapters.gateDevices?.port()}`, c)
  await expect.poll(() => gateway.list()?.entries.length, soon).toBe(1)
})
afterEach(() => gateway.stop())
const soon = { interval: 25 }

const events = async () =>
  (await world.ok(office, doorAccessCalls.events, { query: { unitId: door } })).items.toReversed()
const shown = async () =>
  (await world.ok(office, gateMonitorCalls.monitor)).doors.find((d) => d.id === door)?.state
const row = () => world.ok(office, iotCalls.gateway, { params: { id: c.gatewayId } })

test('words that leave late come in order, once, and at the moment at which it was', async () => {
  gateway.faults.lagMs = 3000
  const at = Date.now()
  expect(gateway.show(1, { card: CARD }).open).toBe(true)
  expect(gateway.show(1, { card: 'BADCAFE0' }).open).toBe(false)
  expect(await events()).toEqual([])
  // Later the door closes as well.
  const kinds = async () => (await events()).map((e) => e.kind).slice(0, 2)
  await expect.poll(kinds, soon).toEqual(['opened', 'denied'])
  const [first] = await events()
  // A timer counts from the beginning of the loop's turn, which a busy machine lets take a while.
  expect(Date.parse(first?.receivedAt ?? '') - at).toBeGreaterThan(2000)
  expect(Date.parse(first?.at ?? '') - at).toBeLessThan(3000)
  await expect.poll(() => gateway.waiting(), soon).toBe(0)
})

test('a clock that is off is told, and no QR of the true time opens; set right, it does', async () => {
  const ref = gateway.list()?.entries[0]?.ref ?? ''
  const qr = () =>
    signPass(Buffer.from(c.key, 'base64url'), {
      gatewayId: c.gatewayId,
      unit: 1,
      ref,
      user: guest.id,
      end: Math.floor(Date.now() / 1000) + QR_SECONDS,
    })
  const began = Date.now()
  for (const drift of [120, -120]) {
    gateway.faults.driftSeconds = drift
    await gateway.sayState()
    await expect
      .poll(async () => Math.round(((await row()).clockOffSeconds ?? 0) / 10), soon)
      .toBe(drift / 10)
    expect(gateway.show(1, { qr: qr() })).toEqual({ open: false, why: 'bad_qr' })
  }
  // A few seconds are tolerated.
  gateway.faults.driftSeconds = 3
  expect(gateway.show(1, { qr: qr() }).open).toBe(true)
  // The time of arrival is right, whatever the gateway's clock says.
  await expect.poll(async () => (await events()).length, soon).toBeGreaterThanOrEqual(3)
  for (const e of await events()) {
    expect(Date.parse(e.receivedAt)).toBeGreaterThanOrEqual(began)
    expect(Date.parse(e.receivedAt)).toBeLessThanOrEqual(Date.now())
  }
})

test('a state that lies moves no event, opens nothing, and takes no alarm away', async () => {
  await expect.poll(shown, soon).toBe('closed')
  gateway.faults.lie = true
  await gateway.sayState()
  await expect.poll(shown, soon).toBe('open')
  expect(await events()).toEqual([])
  gateway.faults.lie = false
  gateway.force(1)
  await expect.poll(shown, soon).toBe('forced')
  gateway.faults.lie = true
  await gateway.sayState()
  // The gateway reports that the door is closed; the alarm still waits for acknowledgement.
  await expect.poll(shown, soon).toBe('closed')
  const { alarms } = await world.ok(office, gateMonitorCalls.monitor)
  expect(alarms.map((a) => [a.unit?.id, a.kind])).toContainEqual([door, 'forced'])
})

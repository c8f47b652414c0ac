import { iotCalls } from '@portal/contract/iot/iot'
import { connectAsync } from 'mqtt'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { externalBroker } from '../../adapters/gate-device/external.ts'
import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { sign, makeTopic } from '../../adapters/gate-device/wire.ts'
import { startGateway, type Credentials } from '../../simulator/gateway.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '../../testing/mosquitto.ts'
import { buildApp } from '../../app.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { foldReadings } from './reading.action.ts'
import { until } from '../../testing/until.ts'

// The portal is killed, the line is cut, the broker is restarted, and messages are repeated: in the end all
// events and readings are there, in order, once. At the portal's own broker and at Debian's.

const secretKey = 'a key that both portals have'
let world: World | undefined
let mosquitto: Mosquitto | undefined
let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  await world?.close()
  await mosquitto?.close()
  world = mosquitto = stop = undefined
})

test('a line that could not be held because its port was taken is held once that is free', async () => {
  world = await createWorld({ secretKey })
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const gateDevices = embeddedBroker({ host: '127.0.0.1', port, secure: undefined })
  const crew = { gateDevices, askFigures: async () => '' }
  const app = await buildApp({ env: world.app.deps.env, pool: world.database.pool, crew })
  stop = () => app.close()
  await expect(app.hold()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  other.close()
  await once(other, 'close')
  await app.hold()
  expect(gateDevices.port()).toBe(port)
})

async function begin(gateDevices: GateDevices, before?: World): Promise<World> {
  const next = await createWorld({ secretKey, gateDevices, ...(before && { database: before.database }) })
  await next.app.ready()
  return next
}
/** Like a kill: what the portal was writing is lost. */
async function end(portal: World): Promise<void> {
  await portal.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await portal.app.close()
}

test.each([{ broker: 'its own broker' }, ...(hasMosquitto ? [{ broker: 'mosquitto' }] : [])])(
  'events and readings are complete, in order and there once, whatever breaks: $broker',
  { timeout: 60_000 },
  async ({ broker }) => {
    if (broker === 'mosquitto') mosquitto = await startMosquitto()
    const debian = mosquitto
    world = await begin(debian ? externalBroker(debian.url) : embeddedBroker({ host: '127.0.0.1', port: 0 }))
    const port = world.app.deps.adapters.gateDevices?.port() ?? 0
    const address = debian?.address ?? `mqtt://127.0.0.1:${port}`
    const office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
    const { code } = await world.ok(office, iotCalls.createGateway, { body: { name: '地下室网关' } })
    const c: Credentials = await world.ok(null, iotCalls.enrol, { body: { code, hardware: 'SN1' } })
    debian?.admit([c])
    for (const [number, kind] of [
      [1, 'door'],
      [2, 'meter'],
    ] as const)
      await world.ok(office, iotCalls.createUnit, {
        body: { gatewayId: c.gatewayId, number, kind, name: `${number} 号` },
      })
    // Mosquitto reads its accounts again, when it gets to it.
    const isKnown = () =>
      connectAsync(address, { username: c.user, password: c.password, reconnectPeriod: 0 }).then(
        (client) => client.endAsync().then(() => true),
        () => false,
      )
    if (debian) await until('its account', isKnown)

    // A clock that advances with every step, so that no two events have the same time.
    let now = Math.floor(Date.now() / 1000) - 3600
    const gateway = await startGateway(address, c, {
      clock: () => now,
      tickMs: 60_000,
      stateMs: 500,
      reads: false,
    })
    stop = () => gateway.stop()
    await until('its list', () => gateway.list()?.units.length === 2)
    let kwh = 0
    const live = async (times: number) => {
      for (let i = 0; i < times; i++) {
        now++
        gateway.show(1, { card: 'AA01' }) // unknown card: refused and reported
        // While the line is broken this promise stays pending.
        void gateway.sayReadings({ 2: { kwh: ++kwh } }).catch(() => undefined)
        await sleep(3)
      }
    }
    const isQuiet = () => gateway.waiting() === 0 && gateway.readings().waiting === 0
    await live(20)
    await until('the first', isQuiet)

    // The portal is killed while the gateway reports.
    const living = live(40)
    await sleep(60)
    await end(world)
    await living
    await live(10)
    world = await begin(
      debian ? externalBroker(debian.url) : embeddedBroker({ host: '127.0.0.1', port }),
      world,
    )
    await until('what the killed one missed', isQuiet)

    if (debian) {
      const speaking = live(20)
      await sleep(20)
      await debian.kill()
      await speaking
      await debian.start()
      await until('what the broker lost', isQuiet)
    }

    // Cut off; afterwards messages arrive twice and in another order.
    await gateway.cut()
    await live(120)
    expect([gateway.waiting(), gateway.readings().waiting]).toEqual([120, 120])
    gateway.faults.duplicate = gateway.faults.reorder = true
    await gateway.mend()
    await until('what the cut kept back', isQuiet)

    // The messages are replayed, as an eavesdropper could do.
    const again = await connectAsync(address, { username: c.user, password: c.password, clientId: 'again' })
    const key = Buffer.from(c.key, 'base64url')
    const say = (kind: 'event' | 'reading', says: object) => {
      const topic = makeTopic(c.gatewayId, kind)
      return again.publishAsync(topic, sign(key, topic, { at: now, ...says }), { qos: 1 })
    }
    await say('reading', { after: 0, readings: [{ seq: 3, at: now, units: { 2: { kwh: 9999 } } }] })
    await say('reading', {
      after: kwh + 5,
      readings: [{ seq: kwh + 6, at: now, units: { 2: { kwh: 9999 } } }],
    })
    await say('event', { events: [{ seq: 3, at: now, unit: 1, kind: 'opened' }] })
    await live(1)
    await until('the last', isQuiet)
    await again.endAsync()

    const told = await world.sql<{ seq: number; kind: string }>(
      'select seq, kind from iot_event where gateway_id = $1 order by id',
      [c.gatewayId],
    )
    expect(told.map((e) => e.seq)).toEqual(Array.from({ length: gateway.told() }, (_, i) => i + 1))
    expect(new Set(told.map((e) => e.kind))).toEqual(new Set(['denied']))
    const measured = await world.sql<{ kwh: number }>('select kwh from iot_reading order by at')
    expect(measured.map((r) => r.kwh)).toEqual(Array.from({ length: kwh }, (_, i) => i + 1))
    await world.asSystem(foldReadings)
    const [folded] = await world.sql<{ count: number; kwh: number }>(
      'select sum(count)::int as count, max(kwh) as kwh from iot_reading_minute',
    )
    expect(folded).toEqual({ count: kwh, kwh })
  },
)

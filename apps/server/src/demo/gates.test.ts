import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../adapters/gate-device/embedded.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { DEMO_HARDWARE } from './content/gates.ts'
import { startDemoGates } from './gates.ts'

// Of two servers on one demo campus only the first runs the gateways; when it stops, the other takes over.

const secretKey = 'a key that both servers have'
let first: World
let second: World
let office: Person
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  const broker = () => embeddedBroker({ host: '127.0.0.1', port: null })
  first = await createWorld({ secretKey, gateDevices: broker() })
  await first.app.ready()
  second = await createWorld({ secretKey, gateDevices: broker(), database: first.database })
  await second.app.ready()
  office = await first.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  const { gateway } = await first.ok(office, iotCalls.createGateway, { body: { name: '演示网关' } })
  await first.sql('update iot_gateway set hardware = $2 where id = $1', [gateway.id, `${DEMO_HARDWARE}-1`])
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await second.app.close()
  await first.close()
})
const look = async () => (await first.sql<{ epoch: number }>('select epoch from iot_gateway'))[0]?.epoch

test('one server has the gateways of the demo, and another when that one ends', async () => {
  const { deps, log } = first.app
  const end = await startDemoGates(deps, log)
  expect(await look()).toBe(1)
  // One of its tries falls into a moment without a database.
  let tries = 0
  const known = second.app.deps.pool
  const pool = Object.create(known) as typeof known
  pool.connect = (() =>
    ++tries === 2 ? Promise.reject(new Error('away')) : known.connect()) as unknown as typeof known.connect
  stops.push(await startDemoGates({ ...second.app.deps, pool }, second.app.log, 200))
  // The second server has tried and has not replaced the first one's gateways.
  await expect.poll(() => tries).toBeGreaterThan(3)
  expect(await look()).toBe(1)
  await end()
  await expect.poll(look).toBe(2)
})

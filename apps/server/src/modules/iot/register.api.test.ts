import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotCalls } from '@portal/contract/iot/iot'
import { mappingCalls } from '@portal/contract/iot/mapping'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { startBusMeter, writeRelay, type BusMeter } from '../../simulator/registers.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'

// A meter on a bus: a DTU relays its registers, and the lines of the mapping say where each figure is.

let world: World
let office: Person
let meter: BusMeter | undefined
beforeAll(async () => {
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  await world.app.ready()
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
afterAll(async () => {
  await meter?.stop()
  await world.close()
})
const common = { topic: 'up/{unit}', path: 'data' }
function listLines(slave: number) {
  const bus = { encoding: 'hex' as const, slave }
  return [
    { ...common, to: 'amps' as const, factor: 0.01, register: { ...bus, at: 1, type: 'u16' as const } },
    { ...common, to: 'watts' as const, register: { ...bus, at: 2, type: 's32' as const } },
    {
      ...common,
      to: 'kwh' as const,
      factor: 0.01,
      register: { ...bus, at: 4, type: 'u32' as const, order: 'low' as const },
    },
    {
      ...common,
      to: 'on' as const,
      yes: '1',
      no: '0',
      register: { ...bus, at: 6, type: 'bit' as const },
    },
  ]
}
const commands = [
  { what: 'on' as const, topic: 'down/{unit}', payload: writeRelay(7, true) },
  { what: 'off' as const, topic: 'down/{unit}', payload: writeRelay(7, false) },
]

test('registers of a bus are tried out, understood and written; a garbled answer says nothing', async () => {
  const mapping = await world.ok(office, mappingCalls.createMapping, {
    body: { name: '导轨电表', lines: listLines(7), commands },
  })
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '配电箱 DTU', mappingId: mapping.id },
  })
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 3, kind: 'air_switch', name: '真空炉' },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  const port = world.app.deps.adapters.gateDevices?.port()
  const one = await startBusMeter(`mqtt://127.0.0.1:${port}`, account, { unit: 3, slave: 7 })
  meter = one
  const attempt = async (slave = 7) => {
    const { messages } = await world.ok(office, mappingCalls.tryMapping, {
      body: { gatewayId: gateway.id, lines: listLines(slave), commands },
    })
    return messages[0]?.found.map((f) => [f.unit, f.to, f.value ?? f.why])
  }
  expect(await until('what it relayed', () => attempt())).toEqual([
    [3, 'amps', 0],
    [3, 'watts', 0],
    [3, 'kwh', 123_456.78],
    [3, 'on', false],
  ])
  expect((await attempt(8))?.map((f) => f[2])).toEqual(Array(4).fill('报文不是从站 8 的'))

  const seen = () => world.ok(office, iotCalls.unit, { params: { id } })
  await until('its figures', async () => (await seen()).kwh === 123_456.78)
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: id,
      kind: 'override',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      reason: '烘炉',
    },
  })
  await until('its power', async () => (await seen()).watts === 924)
  expect(one.isOn()).toBe(true)
  // The meter counts each time it reports, and is ordered on until it reports that it is on.
  const expectFigures = async () => {
    const { kwh, ...rest } = await seen()
    expect(rest).toMatchObject({ on: true, amps: 4.2 })
    expect(kwh).toBeGreaterThan(123_456.78)
    expect(kwh).toBeLessThan(123_457)
  }
  await expectFigures()

  // Again until it is seen: only the last message is shown, and every ten seconds that is the meter’s own.
  await until('the noise', async () => {
    await one.garble()
    return (await attempt())?.every((f) => f[2] === '报文校验不正确')
  })
  await expectFigures()
  await world.ok(office, doorAccessCalls.command, { params: { id }, body: { what: 'off', reason: '烘好' } })
  await until('no power', async () => (await seen()).on === false)
  expect(one.isOn()).toBe(false)
})

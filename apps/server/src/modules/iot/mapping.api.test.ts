import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotCalls } from '@portal/contract/iot/iot'
import { mappingCalls } from '@portal/contract/iot/mapping'
import { connectAsync } from 'mqtt'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { startPlug, type Plug } from '../../simulator/foreign.ts'
import { openLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'

// A plug of another maker: its messages are described, tested on what it has sent, and then understood.

let world: World
let office: Person
let url: string
let plug: Plug | undefined
beforeAll(async () => {
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  await world.app.ready()
  url = `mqtt://127.0.0.1:${world.app.deps.adapters.gateDevices?.port()}`
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
afterAll(async () => {
  await plug?.stop()
  await world.close()
})
const first = { topic: 'stat/{unit}/POWER', to: 'on' as const, yes: 'ON', no: 'OFF' }
const lines = [
  first,
  { topic: 'tele/{unit}/SENSOR', path: 'ENERGY.Power', to: 'watts' as const },
  { topic: 'tele/{unit}/SENSOR', path: 'ENERGY.Total', to: 'kwh' as const },
  { topic: 'tele/STATE', path: 'Wifi.Signal', to: 'signal' as const },
]
const commands = [
  { what: 'on' as const, topic: 'cmnd/{unit}/POWER', payload: 'ON' },
  { what: 'off' as const, topic: 'cmnd/{unit}/POWER', payload: 'OFF' },
]

test('described, tried out, revised, understood and obeyed; power within a grant only', async () => {
  const mapping = await world.ok(office, mappingCalls.createMapping, {
    body: { name: '智能插座', lines: [first] },
  })
  const taken = await world.send(office, mappingCalls.createMapping, {
    body: { name: '智能插座', lines: [first] },
  })
  expect(taken.code).toBe('MAPPING_NAME_TAKEN')
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '插座', mappingId: mapping.id },
  })
  expect(gateway).toMatchObject({ mapping: { name: '智能插座' } })
  const unit = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '离心机插座' },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  expect(account.prefix).toBe(`v/${gateway.id}/`)
  plug = await startPlug(url, account)
  const tried = await until('what it said', async () => {
    const { messages } = await world.ok(office, mappingCalls.tryMapping, {
      body: { gatewayId: gateway.id, lines, commands },
    })
    return messages.length === 3 ? messages : undefined
  })
  expect(tried.flatMap((m) => m.found).map((f) => [f.unit, f.to, f.value])).toEqual(
    expect.arrayContaining([
      [1, 'on', false],
      [1, 'watts', 0],
      [1, 'kwh', 1200],
      [null, 'signal', -58],
    ]),
  )
  const revised = await world.ok(office, mappingCalls.reviseMapping, {
    params: { id: mapping.id },
    body: { name: '智能插座', lines, commands },
  })
  expect(revised).toMatchObject({ version: 2, gateways: 1 })
  expect(revised.versions.map((v) => v.rules.lines.length)).toEqual([4, 1])
  await plug.tell()
  const seen = () => world.ok(office, iotCalls.unit, { params: { id: unit.id } })
  await until('its figures', async () => (await seen()).kwh === 1200)
  expect(await seen()).toMatchObject({ on: false, watts: 0, online: true })

  const order = async (what: 'on' | 'off') => {
    const made = await world.ok(office, doorAccessCalls.command, {
      params: { id: unit.id },
      body: { what, reason: '检查' },
    })
    return until('an answer', async () => {
      const state = await world.ok(office, doorAccessCalls.commandState, { params: { id: made.id } })
      return state.done === null ? undefined : state
    })
  }
  expect(await order('on')).toMatchObject({ done: false, why: 'no_grant' })
  expect(plug.isOn()).toBe(false)
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: unit.id,
      kind: 'override',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      reason: '检修',
    },
  })
  await until('it is on', async () => (await seen()).on === true)
  expect(await order('on')).toMatchObject({ done: true })
  expect(plug.isOn()).toBe(true)
  await until('its power', async () => (await seen()).watts === 880)
  // The plug counts each time it reports, and is ordered on until it reports that it is on.
  const { on, kwh } = await seen()
  expect(on).toBe(true)
  expect(kwh).toBeGreaterThan(1200)
  expect(kwh).toBeLessThan(1201)
  expect(await order('off')).toMatchObject({ done: true })
  const { items } = await world.ok(office, doorAccessCalls.events, { query: { unitId: unit.id } })
  expect(items.map((e) => [e.kind, e.way])).toEqual([
    ['switched_off', 'remote'],
    ['switched_on', 'grant'],
    ['switched_off', null],
  ])
})

test('a foreign switch is warned of, off at its grant’s end, and never on without one', async () => {
  const { items } = await world.ok(office, mappingCalls.mappings, { query: {} })
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '限时插座', mappingId: items[0]?.id ?? 0 },
  })
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '烘箱', warnMinutes: 1, stage: 1 },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  const oven = await startPlug(url, account)
  const told = async () => {
    const { items: all } = await world.ok(office, doorAccessCalls.events, { query: { unitId: id } })
    return all.toReversed().map((e) => [e.kind, e.way])
  }
  await until('it is heard', async () => (await told()).length === 1)
  const isOver = async () => (await told()).at(-1)?.[0] === 'switched_off' && !oven.isOn()
  const grant = await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: id,
      kind: 'override',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      reason: '烘干',
    },
  })
  /** Ends the grant in `seconds` and wakes the line. */
  const endIn = async (seconds: number) => {
    await world.sql(
      'update iot_grant set to_at = now() + make_interval(secs => $2) where id = $1 returning id',
      [grant.id, seconds],
    )
    world.app.deps.wakeGates?.()
  }
  await until('it is on', async () => (await told()).at(-1)?.[0] === 'switched_on')
  await endIn(40)
  await until('the warning', async () => (await told()).at(-1)?.[0] === 'warned')
  // The grant is extended: the switch is not turned off at the end that people were warned of.
  await endIn(3600)
  await sleep(300)
  expect(oven.isOn()).toBe(true)
  await endIn(8)
  await until('a warning of the new end', async () => (await told()).length === 4)
  expect(oven.isOn()).toBe(true)
  for (let tries = 0; tries < 30 && !(await isOver()); tries++) {
    await sleep(1000)
    world.app.deps.wakeGates?.()
  }
  expect((await told()).slice(1)).toEqual([
    ['switched_on', 'grant'],
    ['warned', 'grant'],
    ['warned', 'grant'],
    ['switched_off', 'end'],
  ])
  // Its stage switches off five seconds after the end.
  const [late] = await world.sql<{ seconds: number }>(
    `select extract(epoch from e.at - t.to_at)::float8 as seconds from iot_event e, iot_grant t
      where t.id = $1 and e.grant_id = t.id and e.kind = 'switched_off'`,
    [grant.id],
  )
  expect(late?.seconds).toBeGreaterThan(4)
  // Switched on by hand without a grant: it is switched off again, and no warning is sent.
  await oven.press(true)
  await until('it is on again', async () => (await told()).length === 6)
  for (let tries = 0; tries < 30 && !(await isOver()); tries++) {
    await sleep(1000)
    world.app.deps.wakeGates?.()
  }
  expect((await told()).slice(5)).toEqual([
    ['switched_on', null],
    ['switched_off', 'end'],
  ])
  await oven.stop()
}, 60_000)

test('it speaks below its own prefix only, and never as one that signs', async () => {
  const make = async (mappingId: number | null) => {
    const { gateway } = await world.ok(office, iotCalls.createGateway, {
      body: { name: '另一个', mappingId },
    })
    return gateway.id
  }
  const { items } = await world.ok(office, mappingCalls.mappings, { query: {} })
  const mappingId = items[0]?.id ?? 0
  const [mine, other] = [await make(mappingId), await make(mappingId)]
  expect(
    (await world.send(office, mappingCalls.gatewayAccount, { params: { id: await make(null) } })).code,
  ).toBe('MAPPING_NONE')
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: mine } })
  const say = async (topic: string, said: string) => {
    const client = await connectAsync(url, {
      username: account.user,
      password: account.password,
      reconnectPeriod: 0,
    })
    const closed = new Promise((resolve) => client.once('close', () => resolve('put out')))
    const became = await Promise.race([
      client.publishAsync(topic, said, { qos: 1 }).then(() => 'taken'),
      closed,
    ])
    await client.endAsync(true)
    return became
  }
  expect(await say(`v/${other}/stat/1/POWER`, 'ON')).toBe('put out')
  expect(await say(`v/${mine}/stat/1/POWER`, 'x'.repeat(70_000))).toBe('put out')
  expect(await say(`v/${mine}/tele/1/SENSOR`, '{"ENERGY":{"Power":"__proto__"},"__proto__":{"a":1}}')).toBe(
    'taken',
  )
  expect(await say(`v/${mine}/stat/1/POWER`, 'ON')).toBe('taken')
  const heard = (id: number) =>
    world.sql<{ topic: string }>('select topic from iot_heard where gateway_id = $1 order by topic', [id])
  await until('what was taken', async () => (await heard(mine)).length === 2)
  expect(await heard(other)).toEqual([])
  const stranger = await world.person('路人')
  expect((await world.send(stranger, mappingCalls.mappings, {})).status).toBe(403)
})

test('a plug that speaks when something is new is there while its line stands, and obeys', async () => {
  const { items } = await world.ok(office, mappingCalls.mappings, { query: {} })
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '寡言插座', mappingId: items[0]?.id ?? 0 },
  })
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '水浴' },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  const bath = await startPlug(url, account)
  // Within a grant: one that is on without any is ordered off at the portal's next look, every five seconds.
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: id,
      kind: 'override',
      from: new Date().toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      reason: '恒温',
    },
  })
  await bath.press(true)
  const unit = () => world.ok(office, iotCalls.unit, { params: { id } })
  await until('it is on', async () => (await unit()).on === true)
  const hush = (minutes: number) =>
    world.sql(
      'update iot_gateway set seen_at = now() - make_interval(mins => $2) where id = $1 returning id',
      [gateway.id, minutes],
    )
  const order = () =>
    world.send(office, doorAccessCalls.command, { params: { id }, body: { what: 'off', reason: '冒烟' } })
  await hush(5)
  expect((await unit()).online).toBe(true)
  const { items: online } = await world.ok(office, iotCalls.gateways, { query: { state: 'online' } })
  expect(online.map((g) => g.id)).toContain(gateway.id)
  // Silence says little about the device; a broken connection does. Its readings follow its state, and may
  // still arrive.
  const isOnlineAfter = async (minutes: number) => {
    await hush(minutes)
    return (await unit()).online
  }
  await expect.poll(() => isOnlineAfter(60)).toBe(false)
  expect((await order()).status).toBe(200)
  await until('it is off', () => !bath.isOn())
  await bath.stop()
  await until('it is gone', async () => (await order()).code === 'GATEWAY_AWAY')
  expect((await unit()).online).toBe(false)
})

test('a foreign switch goes on with an override, once; whoever turns it off by hand is obeyed', async () => {
  const { items } = await world.ok(office, mappingCalls.mappings, { query: {} })
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '过夜插座', mappingId: items[0]?.id ?? 0 },
  })
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '培养箱' },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  const incubator = await startPlug(url, account)
  const told = async () => {
    const { items: all } = await world.ok(office, doorAccessCalls.events, { query: { unitId: id } })
    return all.toReversed().map((e) => [e.kind, e.way])
  }
  await until('it is heard', async () => (await told()).length === 1)
  const override = (from: number) =>
    world.ok(office, doorAccessCalls.grant, {
      body: {
        unitId: id,
        kind: 'override',
        from: new Date(Date.now() + from).toISOString(),
        to: new Date(Date.now() + 7_200_000).toISOString(),
        reason: '过夜培养',
      },
    })
  await override(3_600_000)
  await sleep(300)
  expect(incubator.isOn()).toBe(false)
  const { id: grantId } = await override(0)
  await until('power', () => incubator.isOn())
  await until('it is told', async () => (await told()).length === 2)
  expect((await told()).slice(1)).toEqual([['switched_on', 'grant']])
  expect(
    await world.sql(
      'select grant_id as id from iot_event where sub_device_id = $1 and grant_id is not null',
      [id],
    ),
  ).toEqual([{ id: grantId }])
  await incubator.press(false)
  await until('it is off', async () => (await told()).length === 3)
  world.app.deps.wakeGates?.()
  await sleep(1000)
  expect(incubator.isOn()).toBe(false)
  expect(await told()).toHaveLength(3)
  await incubator.stop()
})

test('a foreign switch pressed within a booking is on for it, so its people were there', async () => {
  const lab = await openLab(world)
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const { items } = await world.ok(office, mappingCalls.mappings, { query: {} })
  const { gateway } = await world.ok(office, iotCalls.createGateway, {
    body: { name: '球磨机插座', mappingId: items.find((m) => m.name === '智能插座')?.id ?? 0 },
  })
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '球磨机', deviceId },
  })
  const account = await world.ok(office, mappingCalls.gatewayAccount, { params: { id: gateway.id } })
  const mill = await startPlug(url, account)
  const told = async () => {
    const { items: all } = await world.ok(office, doorAccessCalls.events, { query: { unitId: id } })
    return all.toReversed().map((e) => [e.kind, e.way, e.bookingId])
  }
  await until('it is heard', async () => (await told()).length === 1)
  // An override that began earlier holds as well: the booking is told, as a door tells it.
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const { id: overrideId } = await world.ok(office, doorAccessCalls.grant, {
    body: { unitId: id, kind: 'override', from: hours(0), to: hours(1), reason: '试运行' },
  })
  await until('it is on', async () => (await told()).length === 2)
  await mill.press(false)
  await until('it is off', async () => (await told()).length === 3)
  const booking = await lab.book({ deviceId })
  // Power may be used from ten minutes before the start: from now on.
  await lab.shift(booking.id, 5, 60)
  await mill.press(true)
  await until('it is on again', async () => (await told()).length === 4)
  expect((await told())[3]).toEqual(['switched_on', null, booking.id])
  // Without the override, the booking is also what it is pressed off from.
  await mill.press(false)
  await until('it is off again', async () => (await told()).length === 5)
  await world.ok(office, doorAccessCalls.withdraw, { params: { id: overrideId }, body: { reason: '完成' } })
  await mill.press(true)
  await until('it is on once more', async () => (await told()).length === 6)
  world.app.deps.wakeGates?.()
  await until('what it is on for', async () => {
    const [unit] = await world.sql<{ ref: string | null }>(
      `select switched ->> 'ref' as ref from iot_sub_device where id = $1`,
      [id],
    )
    return unit?.ref === `b${booking.id}`
  })
  await mill.press(false)
  await until('it is off at last', async () => (await told()).length === 7)
  expect((await told())[6]).toEqual(['switched_off', null, booking.id])
  await mill.stop()
})

test('of two who revise a mapping at once one saves it, the other is told who did', async () => {
  const named = { name: '温湿度计' }
  const { id, version } = await world.ok(office, mappingCalls.createMapping, {
    body: { ...named, lines: [first] },
  })
  const revise = (body: object) =>
    world.send(office, mappingCalls.reviseMapping, { params: { id }, body: { ...named, lines, ...body } })
  const both = await Promise.all([revise({ seenVersion: version }), revise({ seenVersion: version })])
  expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
  expect(both.find((a) => a.status === 409)).toMatchObject({
    code: 'SAVED_SINCE',
    message: expect.stringMatching(/^监控办 于 .+ 保存了设备协议/) as string,
  })
  expect((await revise({ lines: [first], seenVersion: version + 1 })).data).toMatchObject({ version: 3 })
  // A program that sends no version writes what it sends.
  expect((await revise({})).data).toMatchObject({ version: 4 })
})

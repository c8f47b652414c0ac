import { bookingCalls } from '@portal/contract/booking/calls'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotCalls } from '@portal/contract/iot/iot'
import { setTimeout as sleep } from 'node:timers/promises'
import { peopleCalls } from '@portal/contract/people/people'
import { qualificationCalls } from '@portal/contract/qualification/qualification'
import { connect, connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedBroker } from '../../adapters/gate-device/embedded.ts'
import { sign, makeTopic } from '../../adapters/gate-device/wire.ts'
import { announce } from '../../kernel/events.ts'
import { runJob } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { startGateway, type Credentials, type Simulated } from '../../simulator/gateway.ts'
import { until } from '../../testing/until.ts'
import { iotJobs } from './iot.jobs.ts'

// A gateway on real MQTT: it enrols, receives its list, decides, and reports what happened.

let world: World
let lab: OpenLab
let office: Person
let url: string
beforeAll(async () => {
  world = await createWorld({ gateDevices: embeddedBroker({ host: '127.0.0.1', port: 0 }) })
  await world.app.ready()
  url = `mqtt://127.0.0.1:${world.app.deps.adapters.gateDevices?.port()}`
  lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
const running: Simulated[] = []
afterAll(async () => {
  for (const gateway of running) await gateway.stop()
  await world.close()
})

let enrolled = 0
async function enrol(): Promise<Credentials> {
  const { code } = await world.ok(office, iotCalls.createGateway, { body: { name: '电镜楼网关' } })
  // Each enrols from its own address: so many attempts from one address in a minute would count as guessing.
  const answer = await world.app.inject({
    method: 'POST',
    url: iotCalls.enrol.path,
    remoteAddress: `10.0.0.${++enrolled}`,
    payload: { code: code.toLowerCase(), hardware: 'SN1' },
  })
  return answer.json<{ data: Credentials }>().data
}
async function start(c: Credentials, options = {}): Promise<Simulated> {
  const gateway = await startGateway(url, c, options)
  running.push(gateway)
  return gateway
}
const unit = (gatewayId: number, number: number, kind: 'door' | 'air_switch', deviceId: number, more = {}) =>
  world.ok(office, iotCalls.createUnit, {
    body: { gatewayId, number, kind, name: kind === 'door' ? '电镜室门' : '电镜开关', deviceId, ...more },
  })
/** A gateway with the door and the switch of an instrument that is open now. */
async function place(options = {}) {
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const c = await enrol()
  const door = await unit(c.gatewayId, 1, 'door', deviceId)
  const power = await unit(c.gatewayId, 2, 'air_switch', deviceId, { graceMinutes: 0 })
  const gateway = await start(c, options)
  await until('the first list', () => gateway.list()?.units.length === 2)
  return { deviceId, c, door, power, gateway }
}
/** A booking that begins in five minutes, so its door opens already. */
async function book(deviceId: number): Promise<number> {
  const { id } = await lab.book({ deviceId })
  await lab.shift(id, 5, 60)
  await world.asSystem((ctx) =>
    announce(ctx, 'booking.changed', { bookingId: id, deviceId, from: null, to: 'awaiting_use' }),
  )
  return id
}
/** Waits until the list opens the door now; an earlier list has the booking at its old hour. */
const granted = (gateway: Simulated, id: number) =>
  until('the grant', () =>
    gateway.list()?.entries.some((e) => e.ref === `b${id}` && e.from * 1000 <= Date.now()),
  )
const events = async (unitId: number) =>
  (await world.ok(office, doorAccessCalls.events, { query: { unitId } })).items.toReversed()
const pass = (by: Person, id: number) => world.send(by, doorAccessCalls.pass, { params: { id } })

test('who booked enters by his QR, the power goes on; cancelled, neither', async () => {
  const { deviceId, door, power, gateway } = await place()
  const id = await book(deviceId)
  await granted(gateway, id)
  const shown = (await pass(lab.booker, id)).data
  const qr = shown.doors[0]?.qr ?? ''
  expect(shown.doors).toMatchObject([{ id: door.id, name: '电镜室门' }])
  expect((await pass(lab.outsider, id)).status).toBe(403)
  expect(gateway.show(1, { qr })).toMatchObject({ open: true })
  expect(gateway.isOn(2)).toBe(true)
  await until('both events', async () => (await events(power.id)).length === 1)
  // After five seconds the door has closed as well.
  expect((await events(door.id)).filter((e) => e.kind !== 'closed')).toMatchObject([
    { kind: 'opened', way: 'qr', person: { id: lab.booker.id }, bookingId: id },
  ])
  expect(await events(power.id)).toMatchObject([{ kind: 'switched_on', way: 'entry', bookingId: id }])

  await world.ok(lab.booker, bookingCalls.cancel, { params: { id }, body: { reason: '不来了' } })
  await until('the withdrawal', () => gateway.list()?.entries.length === 0)
  expect(gateway.show(1, { qr })).toEqual({ open: false, why: 'no_grant' })
  await until('power off', () => !gateway.isOn(2))
  expect((await pass(lab.booker, id)).data.doors).toEqual([])
  await until('it is told', async () => (await events(power.id)).length === 2)
})

test('who was admitted without a qualification enters; whoever booked for him does not', async () => {
  const { deviceId, door, gateway } = await place()
  await world.sql(
    'update opening set qualification_required = true where device_id = $1 returning device_id',
    [deviceId],
  )
  const override = ['QUALIFICATION_MISSING']
  const { id } = await lab.book({ deviceId, experimenterId: lab.experimenter.id, override }, lab.director)
  await lab.shift(id, 5, 60)
  await world.asSystem((ctx) =>
    announce(ctx, 'booking.changed', { bookingId: id, deviceId, from: null, to: 'awaiting_use' }),
  )
  await granted(gateway, id)
  expect(gateway.list()?.entries.map((e) => [e.unit, e.user])).toEqual([
    [1, lab.experimenter.id],
    [2, lab.experimenter.id],
  ])
  expect((await pass(lab.experimenter, id)).data.doors).toMatchObject([{ id: door.id }])
})

test('whose use has begun is not shut out of it where a qualification is asked for meanwhile', async () => {
  const { deviceId, door } = await place()
  const [begun, coming] = [await book(deviceId), (await lab.book({ deviceId })).id]
  await world.ok(lab.booker, bookingCalls.start, { params: { id: begun } })
  await world.sql(
    'update opening set qualification_required = true where device_id = $1 returning device_id',
    [deviceId],
  )
  expect((await pass(lab.booker, begun)).data.doors).toMatchObject([{ id: door.id }])
  expect((await pass(lab.booker, coming)).data.doors).toEqual([])
})

test('whose qualification ends before his booking is let in by no list, though it still holds', async () => {
  const { deviceId, door, gateway } = await place()
  await world.sql(
    'update opening set qualification_required = true where device_id = $1 returning device_id',
    [deviceId],
  )
  await world.sql(
    `insert into qualification (user_id, device_id, granted_by, valid_until)
      values ($1, $2, $3, now() + interval '3 days')`,
    [lab.booker.id, deviceId, lab.reviewer.id],
  )
  const id = await book(deviceId)
  const endsWithIt = (earlier: string) =>
    world.sql(
      `update qualification q set valid_until = upper(b.period) - $2::interval from booking b
        where b.id = $1 and q.device_id = b.device_id and q.user_id = b.booker_id`,
      [id, earlier],
    )
  const listJob = iotJobs.find((job) => job.name === 'iot-grants')!
  await granted(gateway, id)
  await endsWithIt('1 second')
  await runJob(world.app.deps, listJob)
  await until('the withdrawal', () => gateway.list()?.entries.length === 0)
  expect((await pass(lab.booker, id)).data.doors).toEqual([])
  await endsWithIt('0')
  await runJob(world.app.deps, listJob)
  await granted(gateway, id)
  expect((await pass(lab.booker, id)).data.doors).toMatchObject([{ id: door.id }])
})

test('a qualification that is asked for, given or taken back counts at the door at once', async () => {
  const { deviceId, gateway } = await place()
  const id = await book(deviceId)
  await granted(gateway, id)
  const nobody = () => until('the withdrawal', () => gateway.list()?.entries.length === 0)
  await world.sql(
    'update opening set qualification_required = true where device_id = $1 returning device_id',
    [deviceId],
  )
  await world.asSystem((ctx) => announce(ctx, 'opening.qualification_asked', { deviceId }))
  await nobody()
  await world.ok(lab.reviewer, qualificationCalls.grant, {
    params: { deviceId },
    body: { userIds: [lab.booker.id], note: null },
  })
  await granted(gateway, id)
  await world.ok(lab.reviewer, qualificationCalls.withdraw, {
    params: { deviceId },
    body: { userIds: [lab.booker.id], reason: '违规操作' },
  })
  await nobody()
})

test('power stays on to the end that its payer is asked for, at once', async () => {
  const { deviceId, gateway } = await place()
  const { id } = await lab.book({ deviceId, payMode: 'post', payerId: lab.payer.id })
  await lab.shift(id, 5, 60)
  const { state } = await world.ok(lab.payer, bookingCalls.get, { params: { id } })
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state } })
  await granted(gateway, id)
  const findEnd = (number: number) => gateway.list()?.entries.find((e) => e.unit === number)?.to
  const doorEnd = findEnd(1)
  const { endAt } = await world.ok(lab.booker, bookingCalls.get, { params: { id } })
  const half = 1_800_000
  const longer = Math.ceil(Date.parse(endAt ?? '') / half + 6) * half
  const body = { endAt: new Date(longer).toISOString() }
  expect((await world.send(lab.booker, bookingCalls.extend, { params: { id }, body })).code).toBe(
    'PAYER_AGREED_LESS',
  )
  await until('the end that is asked for', () => findEnd(2) === longer / 1000)
  expect(findEnd(1)).toBe(doorEnd)
})

test('without network it decides right and loses no event; told twice and out of order they are there once', async () => {
  const { deviceId, door, gateway } = await place()
  const id = await book(deviceId)
  await granted(gateway, id)
  const qr = (await pass(lab.booker, id)).data.doors[0]?.qr ?? ''
  await gateway.cut()
  for (let i = 0; i < 60; i++) expect(gateway.show(1, { qr }).open).toBe(true)
  // Changes the last letter but one: only two bits of the
  // last letter count, so one forgery in four would be valid.
  const forged = `${qr.slice(0, -2)}${qr.at(-2) === 'A' ? 'B' : 'A'}${qr.slice(-1)}`
  expect(gateway.show(1, { qr: forged })).toEqual({ open: false, why: 'bad_qr' })
  expect(gateway.waiting()).toBe(62) // and the switch
  gateway.faults.duplicate = gateway.faults.reorder = true
  await gateway.mend()
  await until('all of them', () => gateway.waiting() === 0)
  // Without what came since: the door closes after five seconds.
  const rows = await world.sql<{ seq: number }>(
    `select seq from iot_event where gateway_id = (select gateway_id from iot_sub_device where id = $1)
      and seq <= 62 order by id`,
    [door.id],
  )
  expect(rows.map((r) => r.seq)).toEqual(Array.from({ length: 62 }, (_, i) => i + 1))
  expect(
    (await world.ok(office, doorAccessCalls.events, { query: { unitId: door.id, alarms: 'true' } })).items,
  ).toMatchObject([{ kind: 'denied', note: 'bad_qr', person: null }])
})

test('a portal restored from an older copy is listened to again, and says what it lost', async () => {
  const { deviceId, c, gateway } = await place()
  // One after the other: of three messages at once the last may be answered first, and the portal would take
  // the second from the others after it is restored.
  for (let i = 0; i < 3; i++) {
    gateway.force(1)
    await until('it is told', () => gateway.waiting() === 0)
  }
  const held = gateway.list()?.seq ?? 0
  // The copy has the first event only, and is older than the list that the gateway holds.
  const ofGateway = [c.gatewayId]
  await world.sql(
    `delete from iot_alarm where event_id in (select id from iot_event where gateway_id = $1 and seq > 1)`,
    ofGateway,
  )
  await world.sql('alter table iot_event disable trigger iot_event_kept')
  await world.sql('delete from iot_event where gateway_id = $1 and seq > 1', ofGateway)
  await world.sql('alter table iot_event enable trigger iot_event_kept')
  await world.sql('update iot_gateway set event_seq = 1, grants_seq = 0 where id = $1', ofGateway)

  await gateway.sayState()
  await until('a list that it takes', () => (gateway.list()?.seq ?? 0) > held)
  await granted(gateway, await book(deviceId))
  gateway.force(1)
  await until('the next event', () => gateway.waiting() === 0)
  expect(
    await world.sql('select seq, kind, note from iot_event where gateway_id = $1 order by id', ofGateway),
  ).toEqual([
    { seq: 1, kind: 'forced', note: null },
    { seq: 3, kind: 'lost', note: '缺少 2 条，编号从 2 起' },
    { seq: 4, kind: 'forced', note: null },
  ])
})

test('a gateway that comes back is news, although nothing else is new', async () => {
  const { c, gateway } = await place()
  const state = async () => (await world.ok(office, iotCalls.gateway, { params: { id: c.gatewayId } })).state
  await until('its list is confirmed', async () => gateway.waiting() === 0 && (await state()) === 'online')
  await gateway.cut()
  await until('it is away', async () => (await state()) === 'offline')
  await sleep(200) // time for earlier messages to arrive
  let news = 0
  const unsubscribe = world.app.deps.live.subscribe(['gates'], () => void news++)
  await gateway.mend()
  await until('it is back', async () => (await state()) === 'online')
  await until('the news of it', () => news > 0)
  unsubscribe()
})

test('a card opens while its holder has a grant, and ends with his account', async () => {
  const { door, gateway } = await place()
  const guest = await world.person('巡检员')
  const number = `04A1${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`
  const card = await world.ok(office, doorAccessCalls.bindCard, { body: { number, userId: guest.id } })
  const refused = await world.send(office, doorAccessCalls.bindCard, {
    body: { number, userId: lab.booker.id },
  })
  expect(refused.code).toBe('CARD_TAKEN')
  const again = await world.send(office, doorAccessCalls.bindCard, { body: { number, userId: guest.id } })
  expect(again.code).toBe('CARD_BOUND')
  expect(gateway.show(1, { card: number })).toEqual({ open: false, why: 'unknown_card' })
  const grant = await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: door.id,
      kind: 'permanent',
      userId: guest.id,
      from: new Date(Date.now() - 1000).toISOString(),
      reason: '安全巡检',
    },
  })
  await until('his mark', () => gateway.list()?.entries.some((e) => e.ref === `g${grant.id}` && e.cards))
  expect(gateway.show(1, { card: number }).open).toBe(true)
  expect(await world.ok(office, doorAccessCalls.entitled, { params: { id: door.id } })).toMatchObject([
    { person: { name: '巡检员' }, kind: 'permanent', now: true },
  ])
  await world.ok(office, doorAccessCalls.unbindCard, { params: { id: card.id }, body: { reason: '遗失' } })
  await until('no mark', () => gateway.list()?.entries.every((e) => !e.cards))
  expect(gateway.show(1, { card: number }).open).toBe(false)
})

test('opened from afar with a reason; a switch only within a grant or an override', async () => {
  const { door, power, gateway } = await place()
  expect(door.can, 'before its gateway is there').not.toContain('open')
  expect(power.can, 'before its gateway is there').not.toContain('switch')
  const seen = (id: number) => world.ok(office, iotCalls.unit, { params: { id } })
  await until('online', async () => (await seen(door.id)).online)
  expect((await seen(door.id)).can).toContain('open')
  expect((await seen(power.id)).can).toContain('switch')
  const order = async (id: number, what: 'open' | 'on') => {
    const made = await world.ok(office, doorAccessCalls.command, {
      params: { id },
      body: { what, reason: '送货' },
    })
    return until('an answer', async () => {
      const state = await world.ok(office, doorAccessCalls.commandState, { params: { id: made.id } })
      return state.done === null ? undefined : state
    })
  }
  expect(await order(door.id, 'open')).toMatchObject({ done: true })
  await until('told', async () => (await events(door.id)).some((e) => e.command?.reason === '送货'))
  expect(await order(power.id, 'on')).toMatchObject({ done: false, why: 'no_grant' })
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const override = await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: power.id,
      kind: 'override',
      from: new Date().toISOString(),
      to: inAnHour,
      reason: '检修',
    },
  })
  await until('power', () => gateway.isOn(2))
  await world.ok(office, doorAccessCalls.withdraw, { params: { id: override.id }, body: { reason: '完成' } })
  await until('no power', () => !gateway.isOn(2))
})

test('turned off from afar it stays off: what kept it on for nobody is withdrawn with the order', async () => {
  const { power, gateway } = await place()
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const override = (from: number, to: number) =>
    world.ok(office, doorAccessCalls.grant, {
      body: {
        unitId: power.id,
        kind: 'override',
        from: inHours(from),
        to: inHours(to),
        reason: '过夜烘样',
      },
    })
  const running = await override(0, 1)
  const tomorrow = await override(24, 25)
  await until('power', () => gateway.isOn(2))
  const body = { what: 'off' as const, reason: '冒烟' }
  await world.ok(office, doorAccessCalls.command, { params: { id: power.id }, body })
  await until('no power', () => !gateway.isOn(2))
  const { items } = await world.ok(office, doorAccessCalls.grants, {
    query: { unitId: power.id, over: 'true' },
  })
  expect(items.find((g) => g.id === running.id)?.withdrawn).toMatchObject({ reason: '远程断电：冒烟' })
  expect(items.find((g) => g.id === tomorrow.id)?.withdrawn).toBeNull()
  await until('its list', () => gateway.list()?.entries.every((e) => e.ref !== `g${running.id}`))
  await sleep(1200) // its next check
  expect(gateway.isOn(2)).toBe(false)
  await until('all is told', () => gateway.waiting() === 0)
  expect((await events(power.id)).map((e) => [e.kind, e.way])).toEqual([
    ['switched_on', 'grant'],
    ['switched_off', 'remote'],
  ])
})

test('nobody comes in anonymously, and a gateway says and hears its own words only', async () => {
  const { c, gateway } = await place()
  const other = await place()
  const bad = (options: object) => connectAsync(url, { reconnectPeriod: 0, ...options })
  await expect(bad({})).rejects.toThrow()
  await expect(bad({ username: c.user, password: other.c.password })).rejects.toThrow()
  const client = await connectAsync(url, {
    username: c.user,
    password: c.password,
    clientId: 'x',
    reconnectPeriod: 0,
  })
  const granted = await client
    .subscribeAsync([`g/${other.c.gatewayId}/grants`, 'g/#', '#', makeTopic(c.gatewayId, 'state')])
    .catch((e: unknown) => e)
  expect(granted).toMatchObject({ packet: { granted: [128, 128, 128, 128] } })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish(makeTopic(other.c.gatewayId, 'state'), 'x', { qos: 1 })
  await closed
  await client.endAsync(true)

  // Signed with its own key for another gateway, moved to another topic, sent twice: none of it counts.
  const seen = async () =>
    (await world.ok(office, iotCalls.gateway, { params: { id: c.gatewayId } })).firmware
  const forged = sign(Buffer.from(other.c.key, 'base64url'), makeTopic(c.gatewayId, 'state'), {
    seq: 9e15,
    at: 1,
    firmware: 'evil',
  })
  const mine = await connectAsync(url, { username: c.user, password: c.password, clientId: 'y' })
  await mine.publishAsync(makeTopic(c.gatewayId, 'state'), forged, { qos: 1 })
  await mine.publishAsync(
    makeTopic(c.gatewayId, 'state'),
    sign(Buffer.from(c.key, 'base64url'), makeTopic(c.gatewayId, 'reading'), {
      seq: 9e15,
      at: 1,
      firmware: 'evil',
    }),
    { qos: 1 },
  )
  await mine.publishAsync(
    makeTopic(c.gatewayId, 'state'),
    sign(Buffer.from(c.key, 'base64url'), makeTopic(c.gatewayId, 'state'), {
      seq: 1,
      at: 1,
      firmware: 'evil',
    }),
    { qos: 1 },
  )
  await gateway.sayState()
  await sleep(150)
  expect(await seen()).toBe('sim-1.0')
  await mine.endAsync()
  // A pass of one door opens no other.
  const id = await book(other.deviceId)
  await until('the grant', () => other.gateway.list()?.entries.length)
  const qr = (await pass(lab.booker, id)).data.doors[0]?.qr ?? ''
  expect(gateway.show(1, { qr })).toEqual({ open: false, why: 'bad_qr' })
  expect(other.gateway.show(2, { qr })).toEqual({ open: false, why: 'other_door' })
})

test('a code is good once; new hardware in the same place keeps the history and puts the old one out', async () => {
  const { c, door, gateway } = await place()
  gateway.force(1)
  await until('an event', async () => (await events(door.id)).length === 1)
  const { code } = await world.ok(office, iotCalls.renewCode, { params: { id: c.gatewayId } })
  const again = await world.ok(null, iotCalls.enrol, { body: { code } })
  expect((await world.send(null, iotCalls.enrol, { body: { code } })).code).toBe('CODE_WRONG')
  await expect(startGateway(url, c)).rejects.toThrow()
  const next = await start(again)
  next.force(1)
  await until('its own first event', async () => (await events(door.id)).length === 2)
  const replaced = await world.ok(office, iotCalls.replaceUnit, {
    params: { id: door.id },
    body: { model: 'M2' },
  })
  expect(replaced).toMatchObject({ replaces: door.id, number: 1, model: 'M2' })
  expect(await events(door.id)).toHaveLength(2)
})

test('a laboratory’s people see and open what serves it, nobody else’s', async () => {
  const { door } = await place()
  await world.sql(
    `with r as (insert into role (code, name) values ('ROLE_GATE', '门禁') returning id),
        m as (insert into user_role (user_id, role_id) select u, id from r, unnest($1::int8[]) u)
     insert into role_permission (role_id, permission_id) select r.id, p.id from r, permission p
      where p.code = 'GATE_MONITOR_EDIT'`,
    [[lab.director.id, lab.outsider.id]],
  )
  const seen = (by: Person) => world.send(by, iotCalls.unit, { params: { id: door.id } })
  await until('online', async () => (await seen(lab.director)).data.online)
  expect((await seen(lab.director)).data.can).toEqual(['open', 'grant'])
  expect((await seen(lab.outsider)).status).toBe(403)
  expect((await world.ok(lab.outsider, iotCalls.units, {})).items).toEqual([])
  expect((await world.ok(lab.director, iotCalls.units, {})).items.length).toBeGreaterThan(0)
  expect((await world.send(lab.director, iotCalls.gateways, {})).status).toBe(403)
  expect((await world.send(lab.booker, doorAccessCalls.events, {})).status).toBe(403)
  // The permission for the link to the back office opens no door.
  const linked = await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  expect([
    (await seen(linked)).status,
    (await world.send(linked, doorAccessCalls.events, {})).status,
    (await world.send(linked, iotCalls.createGateway, { body: { name: '网关' } })).status,
  ]).toEqual([403, 403, 403])
})

test('whoever leaves loses his card, and nobody else’s list is made anew for it', async () => {
  const { c, door, gateway } = await place()
  const other = await place()
  const guest = await world.person('离校人员')
  const number = `04B2${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: door.id,
      kind: 'permanent',
      userId: guest.id,
      from: new Date(Date.now() - 1000).toISOString(),
      reason: '值班',
    },
  })
  await until('his grant', () => gateway.list()?.entries.length === 1)
  const before = other.gateway.list()?.seq
  const noted = world.sql<{ id: number }>('select gateway_id as id from iot_stale')
  await world.ok(office, doorAccessCalls.bindCard, { body: { number, userId: guest.id } })
  expect((await noted).map((n) => n.id)).not.toContain(other.c.gatewayId)
  await until('his mark', () => gateway.list()?.entries[0]?.cards)
  expect(gateway.show(1, { card: number }).open).toBe(true)
  const admin = await world.person('管理员甲', { permissions: ['ADMIN'] })
  await world.ok(admin, peopleCalls.setEnabled, { params: { id: guest.id }, body: { enabled: false } })
  await until('nobody', () => gateway.list()?.entries.length === 0)
  expect(gateway.show(1, { card: number }).open).toBe(false)
  const { items } = await world.ok(office, doorAccessCalls.cards, {
    query: { keyword: number, over: 'true' },
  })
  expect(items).toMatchObject([{ unboundWhy: '账号已停用' }])
  expect(other.gateway.list()?.seq).toBe(before)
  expect(c.gatewayId).not.toBe(other.c.gatewayId)
})

test('events that are forged, moved or said once more are not there; a will is not admitted', async () => {
  const { c, door } = await place()
  const topic = makeTopic(c.gatewayId, 'event')
  const key = Buffer.from(c.key, 'base64url')
  const line = await connectAsync(url, { username: c.user, password: c.password, clientId: 'z' })
  const now = Math.floor(Date.now() / 1000)
  const word = (seq: number, kind: string) => ({ at: now, events: [{ seq, at: now, unit: 1, kind }] })
  const say = (text: string) => line.publishAsync(topic, text, { qos: 1 })
  const first = sign(key, topic, word(1, 'forced'))
  await say(first)
  await until('the first', async () => (await events(door.id)).length === 1)
  await say(first)
  await say(sign(key, topic, word(1, 'opened')))
  await say(sign(Buffer.alloc(32), topic, word(2, 'opened')))
  await say(sign(key, makeTopic(c.gatewayId, 'state'), word(2, 'opened')))
  await say(sign(key, topic, word(3, 'opened')))
  await say(first.replace('forced', 'opened'))
  await say(sign(key, topic, word(2, 'closed')))
  await until('the second', async () => (await events(door.id)).length === 2)
  expect((await events(door.id)).map((e) => e.kind)).toEqual(['forced', 'closed'])
  await line.endAsync()
  const will = { topic, payload: Buffer.from(first), qos: 1 as const, retain: false }
  const refused = connect(url, {
    username: c.user,
    password: c.password,
    clientId: 'w',
    reconnectPeriod: 0,
    will,
  })
  const became = new Promise<string>((resolve) => {
    refused.once('close', () => resolve('closed'))
    refused.once('connect', () => resolve('admitted'))
  })
  expect(await became).toBe('closed')
})

test('a letter that no text holds, a figure next to nothing, an event of tomorrow stop no gateway', async () => {
  // The only reading is the test's: one of the gateway's own, at any moment of its first half minute, would
  // have taken its number.
  const { c, door, power } = await place({ reads: false })
  const key = Buffer.from(c.key, 'base64url')
  const line = await connectAsync(url, { username: c.user, password: c.password, clientId: 'n' })
  const now = Math.floor(Date.now() / 1000)
  const say = (kind: 'event' | 'state' | 'reading', word: object) => {
    const topic = makeTopic(c.gatewayId, kind)
    return line.publishAsync(topic, sign(key, topic, word), { qos: 1 })
  }
  const event = { seq: 1, at: now, unit: 1, kind: 'forced', note: '门磁\u0000\u0000' }
  const unknown = { seq: 2, at: now, unit: 1, kind: 'teleported' }
  await say('event', { at: now, events: [event, unknown, { ...event, seq: 3, kind: 'closed' }] })
  await say('state', { seq: 9e15, at: now, firmware: '2.1\u0000', units: {} })
  await say('reading', {
    at: now,
    after: 0,
    readings: [{ seq: 1, at: now, units: { 2: { amps: 1e-46, watts: -1e-45, kwh: 3.5 } } }],
  })
  await until('the events', async () => (await events(door.id)).length === 2)
  expect((await events(door.id)).map((e) => [e.kind, e.note])).toEqual([
    ['forced', '门磁'],
    ['closed', '门磁'],
  ])
  expect(
    await world.sql(`select note from iot_event where gateway_id = $1 and kind = 'lost'`, [c.gatewayId]),
  ).toEqual([{ note: '第 2 条内容无法识别' }])
  await until(
    'the firmware',
    async () =>
      (await world.ok(office, iotCalls.gateway, { params: { id: c.gatewayId } })).firmware === '2.1',
  )
  const findReading = async () =>
    (await world.sql('select amps, watts, kwh from iot_reading where sub_device_id = $1', [power.id]))[0]
  expect(await until('the reading', findReading)).toMatchObject({ amps: 0, kwh: 3.5 })
  await line.endAsync()
})

test('an alarm is told to whoever keeps the door, once, and waits until somebody has seen to it', async () => {
  const { door, gateway } = await place()
  // Doors of other tests have the same name.
  const told = () =>
    world.sql<{ users: number[] }>(
      `select payload->'userIds' as users from outbox
        where payload->>'title' = '门禁告警：电镜室门强行开门' order by id desc`,
    )
  const before = (await told()).length
  gateway.force(1)
  gateway.force(1)
  await until('both', async () => (await events(door.id)).length === 2)
  const after = await told()
  expect(after).toHaveLength(before + 1)
  expect(after[0]?.users).toEqual(expect.arrayContaining([lab.director.id, office.id]))
  const open = async () =>
    (await world.ok(office, doorAccessCalls.events, { query: { unitId: door.id, open: 'true' } })).items
  const [alarm] = await open()
  expect(alarm).toMatchObject({ kind: 'forced', acknowledged: null, can: ['acknowledge'] })
  const see = (by: Person) =>
    world.send(by, doorAccessCalls.acknowledge, {
      params: { id: alarm?.id ?? 0 },
      body: { note: '搬运设备，已核实' },
    })
  expect((await see(lab.outsider)).status).toBe(403)
  expect((await see(office)).data).toMatchObject({
    acknowledged: { by: '监控办', note: '搬运设备，已核实' },
    can: [],
  })
  expect((await see(office)).code).toBe('ALARM_OVER')
  expect(await open()).toHaveLength(1)
})

test('whoever is told of an alarm sees it and says how he has seen to it, whatever office he has', async () => {
  const { deviceId, door, gateway } = await place()
  const other = await place()
  const reviewer = await world.person('仪器审核员')
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2) returning user_id', [
    deviceId,
    reviewer.id,
  ])
  other.gateway.show(1, { card: 'BADCAFE1' })
  gateway.show(1, { card: 'BADCAFE2' })
  gateway.force(1)
  const all = await until('all', async () => {
    const [mine, others] = [await events(door.id), await events(other.door.id)]
    return mine.length === 2 && others.length === 1 ? [...mine, ...others] : undefined
  })
  const [denied, forced, elsewhere] = all.map((e) => e.id)
  const told = await world.sql<{ title: string }>(
    `select payload->>'title' as title from outbox where payload->'userIds' @> to_jsonb($1::int8)
      order by id desc limit 2`,
    [reviewer.id],
  )
  expect(told.map((t) => t.title).toSorted()).toEqual([
    '门禁告警：电镜室门强行开门',
    '门禁告警：电镜室门拒绝进入',
  ])
  const open = (by: Person) => world.send(by, doorAccessCalls.events, { query: { open: 'true' } })
  expect((await open(reviewer)).data.items.map((e) => [e.id, e.can])).toEqual([
    [forced, ['acknowledge']],
    [denied, ['acknowledge']],
  ])
  const save = async ({ token }: Person) =>
    (
      await world.app.inject({
        url: doorAccessCalls.exportEvents.path,
        headers: { authorization: token },
      })
    ).statusCode
  expect(await save(reviewer)).toBe(200)
  const see = async (by: Person, id = 0) =>
    (await world.send(by, doorAccessCalls.acknowledge, { params: { id }, body: { note: '已核实' } })).status
  expect(await see(reviewer, denied)).toBe(200)
  expect(await see(reviewer, elsewhere)).toBe(403)
  expect(await see(lab.labAdmin, elsewhere)).toBe(200)
  for (const by of [lab.booker, lab.payer]) {
    expect((await open(by)).status).toBe(403)
    expect(await save(by)).toBe(403)
    expect(await see(by, forced)).toBe(403)
  }
})

test('a clock that was wrong keeps no alarm from being told, and moves nothing into another time', async () => {
  const told = async () =>
    (
      await world.sql<{ n: number }>(
        `select count(*)::int as n from outbox where payload->>'title' = '门禁告警：电镜室门强行开门'`,
      )
    )[0]?.n ?? 0
  const seconds = () => Math.floor(Date.now() / 1000)
  /** A door whose last alarm arrived an hour ago, with the gateway's time `at`. */
  const haunt = async (at: number) => {
    const { c, door } = await place()
    const topic = makeTopic(c.gatewayId, 'event')
    await world.sql(
      `with e as (insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at)
          values ($1, 0, 1, $2, 'forced', to_timestamp($3), now() - interval '1 hour') returning id)
        insert into iot_alarm (event_id, told) select id, true from e returning event_id`,
      [c.gatewayId, door.id, at],
    )
    const line = await connectAsync(url, { username: c.user, password: c.password, clientId: `h${door.id}` })
    let seq = 0
    const force = async (when: number) => {
      const word = { at: seconds(), events: [{ seq: ++seq, at: when, unit: 1, kind: 'forced' }] }
      await line.publishAsync(topic, sign(Buffer.from(c.key, 'base64url'), topic, word), { qos: 1 })
      await until('it is heard', async () => (await events(door.id)).length === seq + 1)
    }
    return { door, line, force }
  }
  const month = 30 * 86_400
  const ahead = await haunt(seconds() + month)
  const before = await told()
  await ahead.force(seconds())
  expect(await told()).toBe(before + 1)
  // This clock starts in 1970 after each power cut, and did so the last time.
  const reset = await haunt(3)
  await reset.force(3)
  expect(await told()).toBe(before + 2)
  await reset.force(seconds() + month)
  expect(await told()).toBe(before + 2)
  const times = (await events(reset.door.id)).slice(1).map((e) => Math.abs(Date.parse(e.at) - Date.now()))
  expect(Math.max(...times)).toBeLessThan(60_000)
  // A clock that is minutes ahead is kept: its durations are right.
  const early = seconds() + 1800
  await reset.force(early)
  expect((await events(reset.door.id)).map((e) => Date.parse(e.at))).toContain(early * 1000)
  for (const { line } of [ahead, reset]) await line.endAsync()
})

test('the real hours of a use are told to whoever writes its test order', async () => {
  // One reading: a second one, in the next minute, would make its hours two minutes.
  const { deviceId, gateway } = await place({ reads: false })
  const id = await book(deviceId)
  await granted(gateway, id)
  const read = (by: Person) => world.send(by, doorAccessCalls.measured, { params: { id } })
  expect((await read(lab.booker)).data).toMatchObject({ enteredAt: null, hours: null })
  expect((await read(lab.outsider)).status).toBe(403)
  gateway.show(1, { qr: (await pass(lab.booker, id)).data.doors[0]?.qr ?? '' })
  await gateway.sayReadings()
  // What the door tells and the readings come by two ways, in either order.
  const told = await until('the door and the current', async () => {
    const { data } = await read(lab.director)
    return data.enteredAt && data.ranTo ? data : undefined
  })
  expect(Date.parse(told.hours?.to ?? '') - Date.parse(told.hours?.from ?? '')).toBe(60_000)
})

test('under an override the hours of a use are its own, not those of the uses before and after', async () => {
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const { gatewayId } = await enrol()
  const power = await unit(gatewayId, 1, 'air_switch', deviceId)
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const ago = (minutes: number) => addMinutes(now, -minutes)
  await world.sql(`select iot_part_of('iot_reading', $1), iot_part_of('iot_reading', $2)`, [ago(300), now])
  /** A use with current from ten minutes after its start to ten minutes before its end. */
  const use = async (from: number, to: number) => {
    const { id } = await lab.book({ deviceId })
    await world.sql(
      `update booking set period = tstzrange($2, $3), state = 'awaiting_test_order', started_at = $2,
        finished_at = $3 where id = $1 returning id`,
      [id, ago(from), ago(to)],
    )
    await world.sql(
      `insert into iot_reading (sub_device_id, at, amps)
        select $1, m, 4 from generate_series($2::timestamptz, $3::timestamptz, '1 minute') m returning at`,
      [power.id, ago(from - 10), ago(to + 10)],
    )
    return id
  }
  await use(240, 180)
  const mine = await use(180, 120)
  await use(120, 60)
  const { hours } = await world.ok(lab.director, doorAccessCalls.measured, { params: { id: mine } })
  expect(hours).toEqual({ from: ago(170).toISOString(), to: ago(130).toISOString() })
})

test('power that came on again within a use has not ended yet', async () => {
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const { gatewayId } = await enrol()
  const power = await unit(gatewayId, 1, 'air_switch', deviceId)
  const { id } = await lab.book({ deviceId })
  await lab.shift(id, -60, 60)
  let seq = 0
  const tell = (kind: 'switched_on' | 'switched_off', minutes: number) =>
    world.sql(
      `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, booking_id)
        values ($1, 1, $2, $3, $4, $5, $5, $6) returning id`,
      [gatewayId, ++seq, power.id, kind, addMinutes(new Date(), -minutes), id],
    )
  const isOver = async () =>
    (await world.ok(lab.director, doorAccessCalls.measured, { params: { id } })).poweredTo !== null
  await tell('switched_on', 50)
  await tell('switched_off', 40)
  expect(await isOver()).toBe(true)
  await tell('switched_on', 30)
  expect(await isOver()).toBe(false)
  await tell('switched_off', 10)
  expect(await isOver()).toBe(true)
})

test('each meter of an instrument counts for itself, also one in whose place another came', async () => {
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const { gatewayId } = await enrol()
  const { id } = await lab.book({ deviceId })
  await lab.shift(id, -120, 60)
  await world.sql(
    `select iot_part_of('iot_reading', now() - interval '2 hours'), iot_part_of('iot_reading', now())`,
  )
  const meter = async (number: number, kwh: readonly number[], tied: number | null = null) => {
    const made = await world.ok(office, iotCalls.createUnit, {
      body: { gatewayId, number, kind: 'meter', name: '电表', deviceId },
    })
    await world.sql(
      `with r as (insert into iot_reading (sub_device_id, at, kwh)
          select $1, now() - interval '110 minutes' + n * interval '10 minutes', k
            from unnest($2::float8[]) with ordinality u(k, n))
        update iot_sub_device set tied_at = now() - make_interval(mins => $3) where id = $1 returning id`,
      [made.id, kwh, tied],
    )
  }
  await meter(1, [100, 100.5, 101])
  await meter(2, [5, 5.5])
  // The meter was replaced, and a unit served another instrument until a while ago.
  await meter(3, [12_345, 12_345.5, 0, 0.25])
  await meter(4, [7000, 7777], 60)
  expect((await world.ok(lab.director, doorAccessCalls.measured, { params: { id } })).kwh).toBe(2.25)
})

test('the hours of a late test order are those of its minutes, or none once these are gone', async () => {
  const { deviceId, c, power } = await place()
  let seq = 90_000
  /** A use of three hours with power, so many days ago; returns its booking and its start. */
  const use = async (days: number) => {
    const start = new Date(Math.floor(Date.now() / 60_000 - days * 1440) * 60_000)
    const { id } = await lab.book({ deviceId })
    await lab.shift(id, -days * 1440, 180)
    for (const [kind, after] of [
      ['switched_on', 0],
      ['switched_off', 180],
    ] as const)
      await world.sql(
        `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, booking_id)
          values ($1, 1, $2, $3, $4, $5, $5, $6) returning id`,
        [c.gatewayId, ++seq, power.id, kind, addMinutes(start, after), id],
      )
    return { id, start }
  }
  const measured = (id: number) => world.ok(lab.director, doorAccessCalls.measured, { params: { id } })
  const hours = (start: Date, from: number, to: number) => ({
    from: addMinutes(start, from).toISOString(),
    to: addMinutes(start, to).toISOString(),
  })

  const late = await use(100)
  const [from, to] = [addMinutes(late.start, 40), addMinutes(late.start, 90)]
  await world.sql(`select iot_part_of('iot_reading_minute', m) from unnest($1::timestamptz[]) m`, [
    [from, to],
  ])
  await world.sql(
    `insert into iot_reading_minute (sub_device_id, at, count, amps, amps_most)
      select $1, m, 2, 4, 4 from generate_series($2::timestamptz, $3::timestamptz, '1 minute') m returning at`,
    [power.id, from, to],
  )
  expect(await measured(late.id)).toMatchObject({ readingsGone: false, hours: hours(late.start, 40, 90) })

  // A switch that measures no current says when there was power, however long ago.
  const later = await use(200)
  expect(await measured(later.id)).toMatchObject({ readingsGone: false, hours: hours(later.start, 0, 180) })
  const day = addMinutes(later.start, -60)
  await world.sql(`select iot_part_of('iot_reading_day', $1)`, [day])
  await world.sql(
    `insert into iot_reading_day (sub_device_id, at, count, amps, amps_most) values ($1, $2, 2880, 0.2, 4)
      returning at`,
    [power.id, day],
  )
  expect(await measured(later.id)).toMatchObject({
    poweredFrom: later.start.toISOString(),
    readingsGone: true,
    hours: null,
  })
})

test('no QR is shown for a door that reads none', async () => {
  const deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const [gateway] = await world.sql<{ id: number }>(
    `with m as (insert into iot_mapping (name, created_by, created_at) values ('门锁协议', $1, now())
        returning id)
      insert into iot_gateway (name, created_by, epoch, enrolled_at, sealed_key, mapping_id)
        select '门锁', $1, 1, now(), g.sealed_key, m.id from m, iot_gateway g where g.id = $2 returning id`,
    [office.id, (await enrol()).gatewayId],
  )
  await unit(gateway?.id ?? 0, 1, 'door', deviceId)
  const { id } = await lab.book({ deviceId })
  await lab.shift(id, 120, 60)
  expect((await pass(lab.booker, id)).data).toEqual({
    doors: [],
    now: expect.any(String),
    until: null,
    opensAt: null,
    asked: ['电镜室门'],
  })
  await lab.shift(id, 5, 60)
  expect((await pass(lab.booker, id)).data).toEqual({
    doors: [],
    now: expect.any(String),
    until: null,
    opensAt: null,
    asked: ['电镜室门'],
  })
})

test('the grants of who leaves end with his account, and do not come back with it', async () => {
  const { door } = await place()
  const guest = await world.person('调岗人员')
  const grant = await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: door.id,
      kind: 'permanent',
      userId: guest.id,
      from: new Date(Date.now() - 1000).toISOString(),
      reason: '值班',
    },
  })
  const admin = await world.person('管理员乙', { permissions: ['ADMIN'] })
  const enable = (enabled: boolean) =>
    world.ok(admin, peopleCalls.setEnabled, { params: { id: guest.id }, body: { enabled } })
  await enable(false)
  const grants = async (over: 'true' | 'false') =>
    (await world.ok(office, doorAccessCalls.grants, { query: { unitId: door.id, over } })).items
  expect(await grants('false')).toEqual([])
  expect(await grants('true')).toMatchObject([{ id: grant.id, withdrawn: { reason: '账号已停用' } }])
  await enable(true)
  expect(await world.ok(office, doorAccessCalls.entitled, { params: { id: door.id } })).toEqual([])
})

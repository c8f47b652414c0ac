import { absenceCalls } from '@portal/contract/approval/absence'
import { approvalCalls } from '@portal/contract/approval/approval'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { findingCalls } from '@portal/contract/iot/finding'
import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMinutes, findLocal } from '../../kernel/time.ts'
import { openLab, zone, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { findUses } from './finding.action.ts'

// Door events and currents are compared with the bookings; the reviewer judges the mismatches.

let world: World
let lab: OpenLab
let office: Person
let gatewayId: number
let deviceId: number
let power: number
const now = new Date()
const ago = (minutes: number) => addMinutes(now, -minutes)
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  deviceId = await lab.device({})
  await lab.approvals(deviceId)
  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name: '网关' } })
  gatewayId = gateway.id
  power = await hang(2, 'air_switch', { deviceId })
  await world.sql(
    `update iot_gateway set enrolled_at = $2, sealed_key = 'x', seen_at = $3 where id = $1 returning id`,
    [gateway.id, ago(9000), now],
  )
  await world.sql(`select iot_part_of('iot_reading_minute', $1), iot_part_of('iot_reading_minute', $2)`, [
    ago(3000),
    now,
  ])
})
afterAll(() => world.close())

/** Attaches a unit that has been there for a long time. */
const hang = async (
  number: number,
  kind: 'door' | 'air_switch',
  at: { deviceId?: number; labId?: number },
) => {
  const { id } = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId, number, kind, name: kind === 'door' ? '门' : '电源', ...at },
  })
  await world.sql('update iot_sub_device set created_at = $2 where id = $1 returning id', [id, ago(9000)])
  return id
}
const ran = (from: number, to: number, unit = power) =>
  world.sql(
    `insert into iot_reading_minute (sub_device_id, at, count, amps, amps_most)
      select $1, m, 2, 4, 4 from generate_series(date_trunc('minute', $2::timestamptz),
        date_trunc('minute', $3::timestamptz), '1 minute') m returning at`,
    [unit, ago(from), ago(to)],
  )
const used = async (from: number, to: number, device = deviceId) => {
  const { id } = await lab.book({ deviceId: device })
  await world.sql(
    `update booking set period = tstzrange($2, $3), state = 'awaiting_test_order', started_at = $2,
      finished_at = $3 where id = $1 returning id`,
    [id, ago(from), ago(to)],
  )
  return id
}
const allow = (from: number, to: number, withdrawn: number) =>
  world.sql(
    `insert into iot_grant (sub_device_id, kind, from_at, to_at, reason, granted_by, granted_at,
        withdrawn_at, withdrawn_by, withdraw_reason)
      values ($1, 'override', $2, $3, '检修', $5, $2, $4, $5, '已修好') returning id`,
    [power, ago(from), ago(to), ago(withdrawn), lab.director.id],
  )
const find = () => world.asSystem((ctx) => findUses(ctx))
const list = async (by: Person) => (await world.ok(by, findingCalls.findings, {})).items

test('a run that nobody booked, one that went on, and a use that nobody came to are found, once', async () => {
  const fits = await used(1500, 1400)
  await ran(1495, 1405)
  const longer = await used(1000, 900)
  await ran(990, 800)
  await ran(500, 470)
  const unused = await used(400, 350)
  // Overrides that were withdrawn before their end, one of them before it began.
  await allow(2200, 2000, 2100)
  await allow(2190, 2180, 2210)
  await ran(2195, 2105)
  // A use that goes on after its planned end.
  const { id: running } = await lab.book({ deviceId })
  await world.sql(
    `update booking set period = tstzrange($2, $3), state = 'in_use', started_at = $2 where id = $1
      returning id`,
    [running, ago(200), ago(150)],
  )
  await ran(195, 30)
  for (const id of [fits, longer])
    await world.sql(
      `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, booking_id)
        select gateway_id, 1, $2, id, 'switched_on', $3, $3, $2 from iot_sub_device where id = $1 returning id`,
      [power, id, ago(1000)],
    )
  // The switch passed the power on from the booking before; the booker of this one did not come.
  await world.sql(
    `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, way, at, received_at, booking_id)
      select gateway_id, 1, $2, id, 'switched_on', 'grant', $3, $3, $2 from iot_sub_device where id = $1
      returning id`,
    [power, unused, ago(390)],
  )
  expect(await find()).toBe(3)
  expect(await find()).toBe(0)
  const found = await list(lab.reviewer)
  expect(found.map((f) => [f.kind, f.bookingId]).toSorted()).toEqual(
    [
      ['longer', longer],
      ['unbooked', null],
      ['unused', unused],
    ].toSorted(),
  )
  expect(await list(lab.outsider)).toEqual([])
  const { items } = await world.ok(lab.reviewer, approvalCalls.tasks, { query: { business: 'use_finding' } })
  expect(items).toHaveLength(3)
})

test('who acts for an absent reviewer opens what waits for him', async () => {
  const deputy = await world.person('代理审核员')
  const today = findLocal(new Date(), zone).day
  const { id: away } = await world.ok(lab.reviewer, absenceCalls.add, {
    body: { deputyId: deputy.id, fromDay: today, toDay: today, reason: '出差' },
  })
  const { items } = await world.ok(deputy, approvalCalls.tasks, { query: { business: 'use_finding' } })
  expect(items).toHaveLength(3)
  const id = items[0]!.rowId
  const open = async (by: Person) =>
    (await world.ok(by, findingCalls.findings, { query: { id } })).items.map((f) => f.can.length > 0)
  expect([await open(deputy), await open(lab.outsider), await list(deputy)]).toEqual([[true], [], []])
  await world.ok(lab.reviewer, absenceCalls.end, { params: { id: away } })
  expect(await open(deputy)).toEqual([])
})

test('its reviewer decides, with a reason; a violation is written down and can be objected to', async () => {
  const found = await list(lab.reviewer)
  const of = (kind: string) => found.find((f) => f.kind === kind)?.id ?? 0
  const decide = (by: Person, id: number, verdict: 'forgive' | 'violate') =>
    world.send(by, findingCalls.decide, { params: { id }, body: { verdict, reason: '已核实' } })
  expect((await decide(lab.booker, of('unused'), 'forgive')).status).toBe(403)
  expect((await decide(lab.reviewer, of('unbooked'), 'violate')).code).toBe('NOBODY_KNOWN')
  expect((await decide(lab.reviewer, of('unbooked'), 'forgive')).status).toBe(200)
  expect((await decide(lab.reviewer, of('longer'), 'violate')).status).toBe(200)
  expect((await decide(lab.reviewer, of('longer'), 'forgive')).status).toBe(409)
  expect(
    await world.sql('select kind, user_id as "userId" from violation where device_id = $1', [deviceId]),
  ).toEqual([{ kind: 'overstay', userId: lab.booker.id }])
  const [told] = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox where payload ->> 'title' = '用机核查：已计违约'`,
  )
  expect(told?.body).toMatch(/\n如有异议，可在 15 天内到“我的预约 → 我的违约”申诉。$/)
})

test('who was let in in his time was there, by whatever right, or opened to from afar', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  await hang(11, 'air_switch', { deviceId: device })
  const door = await hang(12, 'door', { deviceId: device })
  const outer = await hang(13, 'door', { labId: lab.labId })
  let seq = 90_000
  const opened = (unit: number, minutes: number, more: { user?: number; grant?: number; command?: number }) =>
    world.sql(
      `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, user_id, grant_id,
          command_id) values ($1, 1, $2, $3, 'opened', $4, $4, $5, $6, $7) returning id`,
      [gatewayId, ++seq, unit, ago(minutes), more.user, more.grant, more.command],
    )
  const [grant] = await world.sql<{ id: number }>(
    `insert into iot_grant (sub_device_id, kind, user_id, from_at, reason, granted_by, granted_at)
      values ($1, 'permanent', $2, $3, '常驻', $4, $3) returning id`,
    [door, lab.booker.id, ago(9000), lab.director.id],
  )
  const order = async (minutes: number) => {
    const [made] = await world.sql<{ id: number }>(
      `insert into iot_command (gateway_id, sub_device_id, what, reason, by_id, at, until, answered_at, done)
        values ($1, $2, 'open', '忘带卡', $3, $4, $4, $4, true) returning id`,
      [gatewayId, door, lab.director.id, ago(minutes)],
    )
    return made?.id
  }
  // The booker enters by a standing grant before the start, at the
  // laboratory's door for another booking, and by a remote opening.
  await used(1500, 1400, device)
  await opened(door, 1505, { user: lab.booker.id, ...(grant && { grant: grant.id }) })
  await used(1300, 1200, device)
  await opened(outer, 1250, { user: lab.booker.id })
  await used(1100, 1000, device)
  const command = await order(1090)
  await opened(door, 1090, { ...(command && { command }) })
  expect(await find()).toBe(0)
  // Entries of another person, or of the booker on another occasion, do not prove that the booker came.
  await used(900, 800, device)
  await opened(door, 850, { user: lab.outsider.id })
  await opened(door, 700, { user: lab.booker.id })
  expect(await find()).toBe(1)
})

test('what hangs on another instrument since today says nothing of the uses before', async () => {
  const edit = (id: number, body: { name: string; deviceId: number }) =>
    world.ok(office, iotCalls.editUnit, { params: { id }, body })
  const [before, after, bare] = [await lab.device({}), await lab.device({}), await lab.device({})]
  for (const device of [after, bare]) await lab.approvals(device)
  const plug = await hang(21, 'air_switch', { deviceId: before })
  await ran(1300, 1200, plug)
  await ran(500, 400, plug)
  expect(await find()).toBe(2)
  await edit(plug, { name: '电源', deviceId: after })
  expect(await find()).toBe(0)
  // The switch is attached to the instrument for the first time, after a use of it.
  await used(300, 250, bare)
  await edit(await hang(22, 'air_switch', {}), { name: '电源', deviceId: bare })
  expect(await find()).toBe(0)
})

test('a run is found once, also when its grace is another one since', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  const plug = await hang(31, 'air_switch', { deviceId: device })
  const booking = await used(300, 250, device)
  await world.sql(
    `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, booking_id)
      values ($1, 1, 92000, $2, 'switched_on', $3, $3, $4) returning id`,
    [gatewayId, plug, ago(290), booking],
  )
  await ran(295, 120, plug)
  expect(await find()).toBe(1)
  const body = { name: '电源', deviceId: device, graceMinutes: 5 }
  await world.ok(office, iotCalls.editUnit, { params: { id: plug }, body })
  expect(await find()).toBe(0)
})

test('an override allows the current of a switch that was replaced since', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  const plug = await hang(41, 'air_switch', { deviceId: device })
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: plug,
      kind: 'override',
      from: ago(600).toISOString(),
      to: ago(-60).toISOString(),
      reason: '过夜老化',
    },
  })
  await ran(590, 300, plug)
  expect(await find()).toBe(0)
  await world.ok(office, iotCalls.replaceUnit, { params: { id: plug }, body: { model: 'M2' } })
  expect(await find()).toBe(0)
  // Without an override, such a run is found also after the replacement.
  const other = await hang(42, 'air_switch', { deviceId: device })
  await ran(900, 800, other)
  await world.ok(office, iotCalls.replaceUnit, { params: { id: other }, body: { model: 'M2' } })
  expect(await find()).toBe(1)
})

test('an override of a retired switch allows nothing to the next one at its port', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  const old = await hang(44, 'air_switch', {})
  await world.ok(office, doorAccessCalls.grant, {
    body: {
      unitId: old,
      kind: 'override',
      from: ago(900).toISOString(),
      to: ago(-60).toISOString(),
      reason: '恒温',
    },
  })
  await world.ok(office, iotCalls.retireUnit, { params: { id: old }, body: { reason: '拆除' } })
  await world.sql('update iot_sub_device set retired_at = $2 where id = $1 returning id', [old, ago(700)])
  await ran(590, 300, await hang(44, 'air_switch', { deviceId: device }))
  expect(await find()).toBe(1)
})

test('while the gateway of one of its doors is away, nobody is said not to have come', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  await hang(51, 'air_switch', { deviceId: device })
  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name: '门禁网关' } })
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'door', name: '门', deviceId: device },
  })
  await world.sql(
    `update iot_gateway set enrolled_at = $2, sealed_key = 'x', seen_at = $3 where id = $1 returning id`,
    [gateway.id, ago(9000), ago(1200)],
  )
  await used(1000, 900, device)
  expect(await find()).toBe(0)
  // It is back, and has told everything that it kept.
  await world.sql('update iot_gateway set seen_at = $2 where id = $1 returning id', [gateway.id, now])
  expect(await find()).toBe(1)
})

test('another maker’s device that is silent hides no use that nobody came to', async () => {
  const device = await lab.device({})
  await lab.approvals(device)
  await hang(61, 'air_switch', { deviceId: device })
  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name: '插座' } })
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'air_switch', name: '插座', deviceId: device },
  })
  await world.sql(
    `with m as (insert into iot_mapping (name, created_by, created_at) values ('插座', $2, now()) returning id)
      update iot_gateway set enrolled_at = $3, sealed_key = 'x', seen_at = $4, gone_at = $5,
        mapping_id = (select id from m) where id = $1 returning id`,
    [gateway.id, office.id, ago(9000), ago(1200), ago(1100)],
  )
  await used(1000, 900, device)
  expect(await find()).toBe(0)
  await world.sql('update iot_gateway set gone_at = null where id = $1 returning id', [gateway.id])
  expect(await find()).toBe(1)
})

import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { lockLine } from './gateway.store.ts'

// Doors, switches, alarms and people: keepers see names, the wall shows numbers only.

let world: World
let lab: OpenLab
let office: Person
let doorId: number
let gatewayId: number
let roomId: number
const CARD = '04A1B2C3D4'
const WALL = gateMonitorCalls.wall.path
const seqs = new Map<number, number>()

async function tell(unitId: number, kind: string, more: Record<string, unknown> = {}, ago = 60) {
  const seq = (seqs.get(gatewayId) ?? 0) + 1
  seqs.set(gatewayId, seq)
  const [row] = await world.sql<{ id: number }>(
    `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, way, user_id, note)
     values ($1, 1, $2, $3, $4, now() - make_interval(secs => $5), now(), $6, $7, $8) returning id`,
    [gatewayId, seq, unitId, kind, ago, more['way'] ?? null, more['userId'] ?? null, more['note'] ?? null],
  )
  return row?.id ?? 0
}
const addUnit = async (
  number: number,
  kind: string,
  name: string,
  tie: { labId?: number; roomId?: number },
) =>
  (
    await world.sql<{ id: number }>(
      `insert into iot_sub_device (gateway_id, number, kind, name, lab_id, room_id, state, state_at)
       values ($1, $2, $3, $4, $5, $6, $7, now()) returning id`,
      [
        gatewayId,
        number,
        kind,
        name,
        tie.labId ?? null,
        tie.roomId ?? null,
        kind === 'door' ? { open: false } : { on: true },
      ],
    )
  )[0]?.id ?? 0

beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  gatewayId =
    (
      await world.sql<{ id: number }>(
        `insert into iot_gateway (name, created_by, epoch, seen_at, enrolled_at, sealed_key)
         values ('网关', $1, 1, now() + interval '5 minutes', now(), '\\x00') returning id`,
        [office.id],
      )
    )[0]?.id ?? 0
  roomId =
    (
      await world.sql<{ id: number }>(
        `with b as (insert into building (name, serial_id) values ('物理楼', 'WALL1') returning id)
         insert into room (building_id, name) select id, '101' from b returning id`,
      )
    )[0]?.id ?? 0
  doorId = await addUnit(1, 'door', '电镜室门', { labId: lab.labId })
  await addUnit(2, 'air_switch', '电镜开关', { labId: lab.labId })
  await addUnit(3, 'door', '物理楼 101 门', { roomId })
  await world.sql(`insert into iot_card (number, user_id, bound_by, bound_at) values ($1, $2, $3, now())`, [
    CARD,
    lab.booker.id,
    office.id,
  ])
  await world.sql(
    `with r as (insert into role (code, name) values ('ROLE_GATE', '门禁') returning id),
        m as (insert into user_role (user_id, role_id) select u, id from r, unnest($1::int8[]) u)
     insert into role_permission (role_id, permission_id) select r.id, p.id from r, permission p
      where p.code = 'GATE_MONITOR_EDIT'`,
    [[lab.director.id, lab.outsider.id]],
  )
})
afterAll(() => world.close())
const now = () => world.ok(office, gateMonitorCalls.monitor)
const acknowledge = (by: Person | null, id: number) =>
  world.send(by, doorAccessCalls.acknowledge, { params: { id }, body: { note: '已复位' } })

test('its keepers see doors, who came in and who is inside; who keeps none sees nothing', async () => {
  await tell(doorId, 'opened', { way: 'qr', userId: lab.booker.id }, 300)
  await tell(doorId, 'opened', { way: 'card', userId: lab.director.id }, 200)
  const seen = await world.ok(lab.director, gateMonitorCalls.monitor)
  expect(seen.doors).toMatchObject([
    { id: doorId, online: true, state: 'closed', inside: 2, last: { person: { id: lab.director.id } } },
  ])
  expect(seen.switches).toMatchObject([{ name: '电镜开关', on: true }])
  expect(seen.inside.map((i) => i.person.id)).toEqual([lab.director.id, lab.booker.id])
  expect((await now()).doors).toHaveLength(2)
  expect(await world.ok(lab.outsider, gateMonitorCalls.monitor)).toMatchObject({
    doors: [],
    switches: [],
    alarms: [],
    alarmCount: 0,
    inside: [],
  })
  expect((await world.ok(lab.outsider, gateMonitorCalls.log, {})).items).toEqual([])
  for (const call of [gateMonitorCalls.monitor, gateMonitorCalls.log, gateMonitorCalls.exportLog]) {
    expect((await world.send(lab.booker, call as typeof gateMonitorCalls.monitor, {})).status).toBe(403)
    expect((await world.send(null, call as typeof gateMonitorCalls.monitor, {})).status).toBe(401)
  }
  // One person leaves by the button, another enters elsewhere, the last one leaves by name.
  await tell(doorId, 'opened', { way: 'button' }, 100)
  expect((await now()).doors.find((d) => d.id === doorId)?.inside).toBe(1)
})

test('whom a clock that is a month ahead lets in is not inside until then', async () => {
  const guest = await world.person('访客')
  await tell(doorId, 'opened', { way: 'card', userId: guest.id }, -30 * 86_400)
  expect((await now()).inside.map((i) => i.person.id)).not.toContain(guest.id)
})

test('an alarm is acknowledged once, by who keeps the door, and stays so', async () => {
  const id = await tell(doorId, 'forced', {}, 0)
  await world.sql('insert into iot_alarm (event_id, told) values ($1, true)', [id])
  const opened = await tell(doorId, 'opened', { way: 'remote' }, 400)
  expect((await now()).alarms.map((a) => a.id)).toEqual([id])
  expect((await acknowledge(null, id)).status).toBe(401)
  expect((await acknowledge(lab.outsider, id)).status).toBe(403)
  expect((await acknowledge(lab.booker, id)).status).toBe(403)
  expect((await acknowledge(office, opened)).status).toBe(404)
  const both = await Promise.all([acknowledge(office, id), acknowledge(lab.director, id)])
  expect(both.map((r) => r.status).sort()).toEqual([200, 409])
  expect(both.find((r) => r.status !== 200)?.code).toBe('ALARM_OVER')
  expect(await now()).toMatchObject({ alarms: [], alarmCount: 0 })
})

test('the log goes on by number, with filters', async () => {
  const page = (query: Record<string, unknown>) =>
    world.ok(lab.director, gateMonitorCalls.log, { query: query as never })
  const first = await page({ size: 2 })
  expect(first.items).toHaveLength(2)
  const second = await page({ size: 2, before: first.next })
  expect(second.items.every((e) => e.id < (first.items.at(-1)?.id ?? 0))).toBe(true)
  expect((await page({ kind: 'forced' })).items).toMatchObject([
    { kind: 'forced', acknowledged: {}, can: [] },
  ])
  expect((await page({ keyword: lab.booker.name })).items.map((e) => e.person?.id)).toEqual([lab.booker.id])
  expect((await page({ waiting: 'true' })).items).toEqual([])
  expect((await page({ unitId: doorId, to: '2020-01-01' })).items).toEqual([])
})

test('the wall is off until it is switched on, and names nobody', async () => {
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  const change = (by: Person | null, enabled: boolean) =>
    world.send(by, gateMonitorCalls.changeWall, { body: { enabled, title: '门禁大屏' } })
  expect(await world.ok(null, gateMonitorCalls.wall)).toBeNull()
  expect((await change(null, true)).status).toBe(401)
  expect((await change(office, true)).status).toBe(403)
  expect((await change(admin, true)).status).toBe(200)
  await tell(doorId, 'denied', { way: 'card', userId: lab.booker.id, note: CARD })
  await expect.poll(() => world.ok(null, gateMonitorCalls.wall)).not.toBeNull()
  const wall = await world.ok(null, gateMonitorCalls.wall)
  expect(wall?.title).toBe('门禁大屏')
  expect(wall?.rooms.find((r) => r.building === '物理楼')).toMatchObject({ room: '101', doors: 1, alarms: 0 })
  const keys = new Set<string>()
  const words = new Set<string>()
  const walk = (v: unknown): void => {
    if (typeof v === 'string') words.add(v)
    if (typeof v !== 'object' || v === null) return
    for (const [key, value] of Object.entries(v)) {
      if (!Array.isArray(v)) keys.add(key)
      walk(value)
    }
  }
  walk(wall)
  expect([...keys].sort()).toEqual(
    'alarms building doors forced held inside offline on open room rooms switches title'.split(' '),
  )
  const people = await world.sql<{ name: string; login: string }>(
    'select name, username as login from user_account',
  )
  for (const word of words) {
    expect(people.flatMap((p) => [p.name, p.login])).not.toContain(word)
    expect(word).not.toContain(CARD)
  }
  // Nothing has changed, so the reply is not sent again.
  const first = await world.app.inject({ url: WALL })
  const etag = String(first.headers['etag'])
  expect((await world.app.inject({ url: WALL, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  expect((await change(admin, false)).status).toBe(200)
  await expect.poll(() => world.ok(null, gateMonitorCalls.wall)).toBeNull()
})

test.each([
  { clock: 'cuts off what is less than a second', ago: 0.9 },
  { clock: 'is half a minute behind', ago: 30 },
  { clock: 'is half a minute ahead', ago: -30 },
])('a door that was forced stands so whatever its gateway’s clock: it $clock', async ({ ago }) => {
  const findState = async () => (await now()).doors.find((d) => d.id === doorId)?.state
  const sayShut = () => world.sql('update iot_sub_device set state_at = now() where id = $1', [doorId])
  await sayShut()
  await tell(doorId, 'forced', {}, ago)
  expect(await findState()).toBe('forced')
  await sayShut()
  expect(await findState()).toBe('closed')
})

test('a card is bound while a gateway speaks: neither waits for the other', async () => {
  await world.asSystem(async (ctx) => {
    await lockLine(ctx.db, gatewayId)
    const body = { number: 'CA4D0001', userId: lab.booker.id }
    expect((await world.send(office, doorAccessCalls.bindCard, { body })).status).toBe(200)
  })
})

test('a wall of five hundred doors in as many rooms weighs less than 200 KB, unpacked', async () => {
  await world.sql(
    `with b as (insert into building (name, serial_id) values ('国家大型仪器共享实验楼东区', 'WALL2') returning id),
        r as (insert into room (building_id, name) select b.id, 'B座-' || n from b, generate_series(1, 500) n
          returning id),
        g as (insert into iot_gateway (name, created_by, epoch, seen_at, enrolled_at, sealed_key)
          select '多门网关 ' || n, $1, 1, now(), now(), '\\x00' from generate_series(1, 100) n
          returning id),
        nr as (select id, row_number() over (order by id) as n from r),
        ng as (select id, row_number() over (order by id) as n from g)
     insert into iot_sub_device (gateway_id, number, kind, name, room_id, state, state_at)
     select ng.id, 1 + nr.n % 5, 'door', '门 ' || nr.n, nr.id, '{"open": true}', now()
       from nr join ng on ng.n = 1 + (nr.n - 1) / 5`,
    [office.id],
  )
  await world.sql('update gate_wall_setting set enabled = true')
  await expect
    .poll(async () => (await world.ok(null, gateMonitorCalls.wall))?.rooms.length)
    .toBeGreaterThan(500)
  const { rawPayload } = await world.app.inject({ url: WALL })
  expect(rawPayload.length).toBeLessThan(200_000)
})

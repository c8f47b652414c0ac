import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTopic, sign } from '../../adapters/gate-device/wire.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Credentials } from '../../simulator/gateway.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { lose } from './hearing.action.ts'
import { foldReadings, gatherReadings, turnMonths } from './reading.action.ts'
import { noteReadings } from './reading.store.ts'

// Readings are stored as they came, aggregated by minute, hour and day, and dropped by month.

let world: World
let office: Person
let meter: { id: number; gateway: { id: number } }
const mount = async (of: World, by: Person) => {
  const { gateway } = await of.ok(by, iotCalls.createGateway, { body: { name: '电表箱' } })
  return of.ok(by, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 7, kind: 'meter', name: '总表' },
  })
}
beforeAll(async () => {
  world = await createWorld()
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  meter = await mount(world, office)
})
afterAll(() => world.close())

const say = (at: Date, watts: number, kwh: number, now = at) => {
  const word = { gatewayId: meter.gateway.id, at: at.getTime() }
  const rows = [
    { ...word, unit: 7, watts, kwh },
    { ...word, unit: 9, watts: 1 },
  ]
  return world.asSystem((ctx) => noteReadings(ctx.db, rows, now))
}
const fold = (now: Date) => world.asSystem((ctx) => foldReadings(Object.assign(ctx, { now })))
const turn = (now: Date) => world.asSystem(turnMonths, now)
const months = async () => {
  const parts = await world.sql<{ month: string }>(
    `select right(inhrelid::regclass::text, 6) as month from pg_inherits
      where inhparent = 'iot_reading'::regclass order by 1`,
  )
  return parts.map((p) => p.month)
}
const rows = (table: string) =>
  world.sql<{ count: number; watts: number; most: number; kwh: number }>(
    `select count, watts, watts_most as most, kwh from ${table} order by at`,
  )

test('a minute, an hour and a day say what their words came to, and nothing twice', async () => {
  const start = new Date('2026-05-31T15:58:00Z') // two minutes before midnight in Shanghai
  for (let i = 0; i < 8; i++) await say(new Date(start.getTime() + i * 30_000), 100 * i, 10 + i)
  await fold(addMinutes(start, 60 * 26))
  await fold(addMinutes(start, 60 * 26))
  expect(await rows('iot_reading_minute')).toEqual([
    { count: 2, watts: 50, most: 100, kwh: 11 },
    { count: 2, watts: 250, most: 300, kwh: 13 },
    { count: 2, watts: 450, most: 500, kwh: 15 },
    { count: 2, watts: 650, most: 700, kwh: 17 },
  ])
  expect(await rows('iot_reading_hour')).toEqual([
    { count: 4, watts: 150, most: 300, kwh: 13 },
    { count: 4, watts: 550, most: 700, kwh: 17 },
  ])
  expect(await rows('iot_reading_day')).toMatchObject([{ count: 4 }, { count: 4 }])
})

test('what comes after its minute was folded is in minute, hour and day as if it had come in time', async () => {
  const missed = new Date('2026-05-31T15:59:10Z')
  const back = addMinutes(missed, 60 * 27)
  await say(missed, 950, 11.5, back)
  await say(addMinutes(missed, 60), 40, 17.5, back)
  await fold(back)
  await fold(back)
  expect(await rows('iot_reading_minute')).toMatchObject([
    { count: 2 },
    { count: 3, most: 950, kwh: 13 },
    { count: 2 },
    { count: 2 },
    { count: 1, watts: 40 },
  ])
  expect(await rows('iot_reading_hour')).toEqual([
    { count: 5, watts: 310, most: 950, kwh: 13 },
    { count: 5, watts: 448, most: 700, kwh: 17.5 },
  ])
  expect(await rows('iot_reading_day')).toMatchObject([{ count: 5, watts: 310 }, { count: 5 }])
  expect(await world.sql('select from iot_reading_late')).toHaveLength(0)
  const [last] = await world.sql(`select reading, reading_at as at from iot_sub_device where number = 7`)
  expect(last).toMatchObject({ reading: { kwh: 17.5 } })
})

test('a portal whose first reading is of the 1st of a month has its day, which began the month before', async () => {
  const portal = await createWorld()
  try {
    const keeper = await portal.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
    const { gateway } = await mount(portal, keeper)
    const at = new Date('2025-09-01T02:00:00Z') // 10:00 in Shanghai, whose 1 September began on 31 August
    const reading = { gatewayId: gateway.id, unit: 7, at: at.getTime(), watts: 300 }
    await portal.asSystem((ctx) => noteReadings(ctx.db, [reading], at))
    await portal.asSystem(foldReadings, new Date('2025-09-01T16:02:00Z'))
    expect(await portal.sql('select at, count, watts from iot_reading_day')).toEqual([
      { at: new Date('2025-08-31T16:00:00Z'), count: 1, watts: 300 },
    ])
  } finally {
    await portal.close()
  }
})

test('a month that is over goes with its partition, and what it came to stays', async () => {
  await turn(new Date('2026-08-05T00:00:00Z'))
  expect(await world.sql('select from iot_reading')).toHaveLength(0)
  // The next month is there before its first reading.
  expect(await months()).toEqual(['202608', '202609'])
  expect(await rows('iot_reading_hour')).toHaveLength(2)
})

test('a dump keeps no reading of a new month waiting, and an old month goes when it has ended', async () => {
  const dump = await world.database.pool.connect()
  await dump.query('begin')
  try {
    await dump.query(`lock table iot_sub_device, iot_reading, iot_reading_minute, iot_reading_hour,
      iot_reading_day in access share mode`)
    await say(new Date('2026-10-10T00:00:00Z'), 300, 19)
    await turn(new Date('2026-12-05T00:00:00Z'))
    expect(await months()).toEqual(['202608', '202609', '202610', '202612', '202701'])
  } finally {
    await dump.query('rollback')
    dump.release()
  }
  await turn(new Date('2026-12-05T00:00:00Z'))
  expect(await months()).toEqual(['202610', '202612', '202701'])
})

test('its curve is its keepers’ to see', async () => {
  const now = new Date()
  for (let i = 0; i < 4; i++) await say(addMinutes(now, i - 10), 200, 20)
  await fold(now)
  const { points } = await world.ok(office, iotCalls.curve, { params: { id: meter.id }, query: {} })
  expect(points.at(-1)).toMatchObject({ watts: 200, kwh: 20, amps: null })
  const stranger = await world.person('路人')
  expect((await world.send(stranger, iotCalls.curve, { params: { id: meter.id }, query: {} })).status).toBe(
    403,
  )
})

async function enrol(name: string): Promise<Credentials> {
  const { gateway, code } = await world.ok(office, iotCalls.createGateway, { body: { name } })
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: gateway.id, number: 1, kind: 'meter', name: `${name}表` },
  })
  const payload = { code, hardware: 'SN1' }
  const answer = await world.app.inject({ method: 'POST', url: iotCalls.enrol.path, payload })
  return answer.json<{ data: Credentials }>().data
}
/** The first reading of a gateway. */
function sayFirst({ gatewayId, key }: Credentials, watts: number): string {
  const at = Math.floor(Date.now() / 1000)
  return sign(Buffer.from(key, 'base64url'), makeTopic(gatewayId, 'reading'), {
    at,
    after: 0,
    readings: [{ seq: 1, at, units: { 1: { watts } } }],
  })
}

test('a message that cannot be written holds up none of those that came with it', async () => {
  const [good, bad] = [await enrol('甲'), await enrol('乙')]
  await world.sql('alter table iot_reading add constraint refused check (watts is distinct from 666)')
  const answered: number[] = []
  const readings = gatherReadings(world.app.deps, { send: async (id) => void answered.push(id) })
  const [heard, refused] = await Promise.allSettled([
    readings.hear(good.gatewayId, sayFirst(good, 5)),
    readings.hear(bad.gatewayId, sayFirst(bad, 666)),
  ])
  await world.sql('alter table iot_reading drop constraint refused')
  expect([heard.status, refused.status, answered]).toEqual(['fulfilled', 'rejected', [good.gatewayId]])
})

test('a gateway whose line breaks after its last reading is away, though that is written later', async () => {
  const c = await enrol('丙')
  const state = async () => (await world.ok(office, iotCalls.gateway, { params: { id: c.gatewayId } })).state
  const readings = gatherReadings(world.app.deps, { send: () => Promise.resolve() })
  const written = readings.hear(c.gatewayId, sayFirst(c, 5))
  await lose(world.app.deps, c.gatewayId)
  await written
  expect(await state()).toBe('offline')
})

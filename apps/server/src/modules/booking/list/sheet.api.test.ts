import { bookingCalls } from '@portal/contract/booking/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import { findActor } from '../../people/people.service.ts'
import { exportList } from './export.handler.ts'

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const tomorrow = () => new Date(Date.parse(at(1, 0)) + 8 * 3_600_000).toISOString().slice(0, 10)

test('what the list shows is exported, filtered alike and for the same eyes', async () => {
  await lab.book({ startAt: at(1, 10), endAt: at(1, 12), purpose: '=1+1' })
  await lab.book({ startAt: at(2, 10), endAt: at(2, 12) }, lab.experimenter)
  const get = (by: Person, query: object) =>
    world.app.inject({
      method: 'GET',
      url: makeAddress(bookingCalls.export, { query }),
      headers: { authorization: by.token },
    })
  const rowsFor = async (by: Person, query: object) => {
    const answer = await get(by, query)
    expect(answer.statusCode).toBe(200)
    return (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
  }
  const [head, ...rows] = await rowsFor(lab.director, { scope: 'lab' })
  expect(head?.slice(0, 3)).toEqual(['预约单号', '状态', '方式'])
  const column = (header: string) => rows.map((r) => r[head?.indexOf(header) ?? -1] ?? null)
  expect(column('预约人')).toEqual(['实验人', '预约人'])
  // People of one name are told apart by number and unit.
  const known = await world.sql<{ id: number; username: string }>(
    'select id, username from user_account where id = any ($1)',
    [[lab.booker.id, lab.experimenter.id, lab.payer.id]],
  )
  const findUsername = (who: Person) => known.find((p) => p.id === who.id)?.username
  expect(column('预约人学工号')).toEqual([findUsername(lab.experimenter), findUsername(lab.booker)])
  const [booked] = await world.sql<{ payer: number }>(
    'select payer_id as payer from booking where booker_id = $1',
    [lab.booker.id],
  )
  expect(column('付款人学工号')[1]).toBe(known.find((p) => p.id === booked?.payer)?.username)
  expect([column('预计费用（元）')[1], column('取消费与爽约费（元）')[1], column('预约用途')[1]]).toEqual([
    200,
    0,
    '=1+1',
  ])
  expect(await rowsFor(lab.booker, {})).toHaveLength(2)
  expect(await rowsFor(lab.director, { scope: 'lab', toDay: tomorrow() })).toHaveLength(2)
  expect(await rowsFor(lab.outsider, { scope: 'lab' })).toHaveLength(1)
  expect((await get(lab.booker, { scope: 'all' })).statusCode).toBe(403)
})

test('a file that does not hold all bookings says so, and one that does says nothing', async () => {
  for (const hour of [14, 15, 16]) await lab.book({ startAt: at(3, hour), endAt: at(3, hour + 1) })
  const readFile = (most: number) =>
    world.asSystem(async (ctx) => {
      const actor = await findActor(ctx, lab.director.id)
      if (!actor) throw new Error('the director has an account')
      const query = bookingCalls.export.query.parse({ scope: 'lab' })
      const { body } = await exportList(ctx.withActor(actor), { params: {}, query, body: {} }, most)
      return (await readXlsx(await buffer(body as Readable))).sheets[0]?.rows ?? []
    })
  const all = (await readFile(100)).slice(1)
  expect(all.length).toBeGreaterThan(2)
  expect((await readFile(all.length)).slice(1)).toEqual(all)
  const cut = await readFile(all.length - 1)
  expect(cut.at(-1)?.[0]).toBe(`仅含前 ${all.length - 1} 条，请缩小筛选范围后导出`)
  expect(cut.slice(1, -1)).toEqual(all.slice(0, -1))
})

test('a lab’s day has every device that can be booked, and names for those who may see them', async () => {
  const closed = await lab.device({ enabled: false })
  const day = { query: { labId: lab.labId, day: tomorrow() } }
  const seen = await world.ok(lab.booker, bookingCalls.labDay, day)
  expect([seen.startAt, seen.endAt]).toEqual([at(1, 0), at(2, 0)])
  expect(seen.devices.map((d) => d.id)).toEqual([lab.deviceId])
  expect(seen.devices.some((d) => d.id === closed)).toBe(false)
  expect(seen.devices[0]?.stretches).toEqual([
    { startAt: at(1, 0), endAt: at(2, 0), open: true, reason: null },
  ])
  expect(seen.devices[0], 'how far and how shortly ahead one books').toMatchObject({
    horizonDays: 30,
    noticeMinutes: 0,
  })
  expect(seen.devices[0]?.busy).toMatchObject([
    { startAt: at(1, 10), endAt: at(1, 12), mine: true, who: '预约人' },
  ])
  const strange = await world.ok(lab.outsider, bookingCalls.labDay, day)
  expect(strange.devices[0]?.busy).toMatchObject([{ startAt: at(1, 10), mine: false, id: null, who: null }])
  expect(
    (await world.ok(lab.booker, bookingCalls.labDay, { query: { labId: 999_999, day: tomorrow() } })).devices,
  ).toEqual([])
})

test('who looks at a lab’s day hears of each booking in it, by one topic for all its devices', async () => {
  const publish = vi.spyOn(world.app.deps.live, 'publish')
  const { id } = await lab.book({ startAt: at(4, 10), endAt: at(4, 12) })
  const listDayTopics = () => [
    ...new Set(publish.mock.calls.flatMap(([topic]) => (topic.startsWith('lab:') ? topic : []))),
  ]
  expect(listDayTopics()).toEqual([`lab:${lab.labId}`])
  publish.mockClear()
  await world.ok(lab.booker, bookingCalls.cancel, { params: { id }, body: { reason: null } })
  expect(listDayTopics()).toEqual([`lab:${lab.labId}`])
  publish.mockRestore()
})

test('of a lab with more devices than a day lists the reply says so', async () => {
  const [large] = await world.sql<{ id: number }>(
    `insert into lab (serial_id, name, dept_id) select serial_id || '-L', '大型平台', dept_id from lab
      where id = $1 returning id`,
    [lab.labId],
  )
  const add = (first: number, last: number) =>
    world.sql(
      `with added as (insert into device (serial_id, name, dept_id, lab_id, shared)
          select 'L' || d.id || '-' || n, d.name, d.dept_id, $2, true
            from device d, generate_series($3::int, $4::int) n where d.id = $1 returning id)
        insert into opening (device_id, horizon_days, min_minutes, max_minutes)
          select id, 30, 30, 480 from added`,
      [lab.deviceId, large!.id, first, last],
    )
  const read = async () => {
    const query = { labId: large!.id, day: tomorrow() }
    const { devices, more } = await world.ok(lab.booker, bookingCalls.labDay, { query })
    return [devices.length, more]
  }
  await add(1, 200)
  expect(await read()).toEqual([200, false])
  await add(201, 201)
  expect(await read()).toEqual([200, true])
})

test('devices are compared in the order they are named, but for those that nobody can book', async () => {
  const [second, closed] = [await lab.device(), await lab.device({ enabled: false })]
  const compare = (query: object) => world.send(lab.booker, bookingCalls.compare, { query: query as never })
  const { devices } = await world.ok(lab.booker, bookingCalls.compare, {
    query: { deviceIds: [second, closed, lab.deviceId].join(','), from: tomorrow(), days: 3 },
  })
  expect(devices.map((d) => [d.id, d.lab.name])).toEqual([
    [second, '电镜中心'],
    [lab.deviceId, '电镜中心'],
  ])
  expect(devices[0]?.stretches).toMatchObject([{ startAt: at(1, 0), endAt: at(4, 0), open: true }])
  expect(devices[1]?.busy[0]).toMatchObject({ startAt: at(1, 10), mine: true })
  expect((await compare({ deviceIds: '1,2,3,4,5,6,7,8,9', from: tomorrow() })).status).toBe(400)
  expect((await compare({ deviceIds: '1', from: tomorrow(), days: 8 })).status).toBe(400)
})

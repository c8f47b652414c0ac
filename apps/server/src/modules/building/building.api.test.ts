import { buildingCalls } from '@portal/contract/building/building'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { emptyCaches } from '../../kernel/cache.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = [{ name: '房间.png', content: PNG }]
const addBuilding = (serialId: string, body: object = {}) =>
  world
    .ok(labs.sysadmin, buildingCalls.add, { body: { serialId, name: `楼 ${serialId}`, ...body } })
    .then((b) => b.id)
const addRoom = (buildingId: number, name: string, body: object = {}) =>
  world.ok(labs.sysadmin, buildingCalls.addRoom, { body: { buildingId, name, ...body } }).then((r) => r.id)
const sheet = async (who: Person, url: string) => {
  const response = await world.app.inject({ url, headers: { authorization: who.token } })
  expect(response.statusCode).toBe(200)
  return (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? []
}

test('buildings, their rooms, and what stands in them', async () => {
  const [building] = await world.sql<{ id: number }>(
    `insert into building (serial_id, name, campus, area_m2) values ('B01', '实验一楼', '东校区', 1200.5)
      returning id`,
  )
  await world.sql(`insert into building (serial_id, name) values ('B02', '空楼')`)
  const [room] = await world.sql<{ id: number }>(
    `insert into room (building_id, name, floor, area_m2) values ($1, '101', 1, 40) returning id`,
    [building!.id],
  )
  await world.sql('update lab set room_id = $1 where id = $2', [room!.id, labs.labId])
  await labs.device({ name: '在实验室房间' })
  await labs.device({ name: '未共享', shared: false })
  expect(await world.ok(labs.student, buildingCalls.list, { query: {} })).toMatchObject({
    total: 2,
    items: [
      { serialId: 'B01', areaM2: 1200.5, rooms: 1, labs: 1, devices: 1, placed: false, can: [] },
      { serialId: 'B02', devices: 0 },
    ],
  })
  expect(await world.ok(labs.student, buildingCalls.tree, { query: {} })).toMatchObject([
    { label: '实验一楼', children: [{ label: '101', floor: 1 }] },
    { label: '空楼', children: [] },
  ])
  expect(await world.ok(labs.student, buildingCalls.area, { query: { id: 'B01' } })).toEqual({
    areaM2: 1200.5,
    roomAreaM2: 40,
    remark: null,
  })
  expect(await world.ok(labs.student, buildingCalls.labRooms, { query: { id: building!.id } })).toMatchObject(
    [{ name: '101', labs: [{ name: '电镜中心' }] }],
  )
  expect(await world.ok(labs.student, buildingCalls.room, { query: { id: room!.id } })).toMatchObject({
    building: { name: '实验一楼' },
    devices: [{ name: '在实验室房间' }],
  })
  expect((await world.send(labs.student, buildingCalls.area, { query: { id: 'B99' } })).status).toBe(404)
})

/** Three at a time, the number of concurrent requests that one person may send (decision 47). */
async function inThrees<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < count) answers.push(...(await Promise.all([send(), send(), send()])))
  return answers
}

describe('buildings', () => {
  test('made, changed by id or number, removed once empty; by whoever manages all labs', async () => {
    const id = await addBuilding('B10', { campus: '东校区', floors: 6, areaM2: 1000.125 })
    const body = { serialId: 'B10', name: '新名', campus: '东校区' }
    expect(
      (await world.send(labs.director, buildingCalls.add, { body: { serialId: 'X', name: 'x' } })).status,
    ).toBe(403)
    expect((await world.send(labs.director, buildingCalls.change, { params: { id }, body })).status).toBe(403)
    expect(await world.send(labs.sysadmin, buildingCalls.add, { body })).toMatchObject({
      status: 422,
      code: 'BUILDING_SERIAL_TAKEN',
      reasons: [{ field: 'serialId' }],
    })
    expect(
      await world.send(labs.sysadmin, buildingCalls.add, { body: { ...body, floors: 0 } }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'floors' }] })
    await world.ok(labs.sysadmin, buildingCalls.change, { params: { id: 'B10' }, body })
    expect(await world.ok(labs.sysadmin, buildingCalls.list, { query: { keyword: 'B10' } })).toMatchObject({
      items: [{ name: '新名', floors: 6, can: ['edit', 'remove'] }],
    })
    const room = await addRoom(id, '101')
    expect(await world.send(labs.sysadmin, buildingCalls.remove, { params: { id } })).toMatchObject({
      status: 409,
      code: 'BUILDING_IN_USE',
    })
    await world.ok(labs.sysadmin, buildingCalls.removeRoom, { params: { id: room } })
    expect((await world.send(labs.director, buildingCalls.remove, { params: { id } })).status).toBe(403)
    await world.ok(labs.sysadmin, buildingCalls.remove, { params: { id: 'B10' } })
    expect((await world.send(labs.sysadmin, buildingCalls.remove, { params: { id } })).status).toBe(404)
  })
  test('pictures: few, of this building only, shown in lists and on the map, gone with it', async () => {
    const [id, other] = [await addBuilding('B15', { campus: '图片校区' }), await addBuilding('B16')]
    const add = (who: Person) =>
      world.send(who, buildingCalls.addImage, { body: { buildingId: id }, files: picture })
    expect([(await add(labs.director)).status, (await add(labs.student)).status]).toEqual([403, 403])
    const { data } = await add(labs.sysadmin)
    expect(
      (await world.ok(labs.student, buildingCalls.list, { query: { keyword: 'B15' } })).items,
    ).toMatchObject([{ images: [{ id: data.id, url: data.url }] }])
    expect(
      await world.ok(labs.student, campusMapCalls.buildings, { query: { campus: '图片校区' } }),
    ).toMatchObject([{ id, imageUrl: data.url }])
    const remove = (who: Person, of: number) =>
      world.send(who, buildingCalls.removeImage, { params: { id: of, fileId: data.id } })
    expect([
      (await remove(labs.director, id)).status,
      (await remove(labs.sysadmin, other)).status,
      (await remove(labs.sysadmin, 999_999)).status,
    ]).toEqual([403, 404, 404])
    const answers = await inThrees(9, () => add(labs.sysadmin))
    expect(answers.filter((a) => a.code === 'BUILDING_IMAGES_FULL')).toHaveLength(2)
    expect((await remove(labs.sysadmin, id)).status).toBe(200)
    await world.ok(labs.sysadmin, buildingCalls.remove, { params: { id } })
    expect(await world.sql(`select from file where business = 'building'`)).toEqual([])
  })
  test('as sheets', async () => {
    const id = await addBuilding('B20', { campus: '医学校区', areaM2: 88.5 })
    await addRoom(id, '302', { floor: 3, areaM2: 20, use: '仪器室' })
    const [head, ...rows] = await sheet(labs.student, '/api/building/export?keyword=B20')
    expect(head?.slice(0, 3)).toEqual(['楼宇编号', '楼宇名称', '校区'])
    expect(rows.map((r) => [r[0], r[2], r[5]])).toEqual([['B20', '医学校区', 88.5]])
    expect((await sheet(labs.student, `/api/v2/room/export?buildingId=${id}`)).at(-1)).toEqual([
      'B20',
      '楼 B20',
      '医学校区',
      '302',
      3,
      20,
      '仪器室',
      null,
      null,
      null,
    ])
    expect(await world.ok(labs.student, buildingCalls.campuses)).toContain('医学校区')
  })
  test('by what name a keeper signs in is told only to who imports rooms', async () => {
    const id = await addBuilding('B21')
    await addRoom(id, '101', { keeperId: labs.director.id })
    const [account] = await world.sql<{ username: string }>(
      'select username from user_account where id = $1',
      [labs.director.id],
    )
    const url = `/api/v2/room/export?buildingId=${id}`
    const [head, row] = await sheet(labs.student, url)
    expect(head).not.toContain('房间负责人用户名')
    expect(row).toContain(labs.director.name)
    expect(row).not.toContain(account?.username)
    expect((await sheet(labs.sysadmin, url))[1]).toContain(account?.username)
  })
})

describe('rooms', () => {
  let building: number
  let room: number
  beforeAll(async () => {
    building = await addBuilding('B30')
    room = await addRoom(building, '201', { floor: 2 })
    await world.ok(labs.sysadmin, labCalls.chooseRooms, {
      params: { id: labs.labId },
      body: { roomIds: [room] },
    })
  })
  const body = () => ({ buildingId: building, name: '201', floor: 2, use: '电镜室' })
  test('whoever leads a lab keeps the rooms it works in, no others, and not their building', async () => {
    const change = (who: Person, more: object = {}) =>
      world.send(who, buildingCalls.changeRoom, { params: { id: room }, body: { ...body(), ...more } })
    expect([(await change(labs.director)).status, (await change(labs.labAdmin)).status]).toEqual([200, 200])
    expect([
      (await change(labs.outsider)).status,
      (await change(labs.student)).status,
      (await change(labs.member)).status,
    ]).toEqual([403, 403, 403])
    expect((await change(labs.director, { buildingId: await addBuilding('B31') })).status).toBe(403)
    expect((await world.send(labs.director, buildingCalls.addRoom, { body: body() })).status).toBe(403)
    expect((await world.send(labs.director, buildingCalls.removeRoom, { params: { id: room } })).status).toBe(
      403,
    )
    expect(
      (await world.ok(labs.director, buildingCalls.rooms, { query: { buildingId: building } })).items,
    ).toMatchObject([{ use: '电镜室', labs: [{ id: labs.labId }], can: ['edit'] }])
    expect(await world.ok(labs.outsider, buildingCalls.room, { query: { id: room } })).toMatchObject({
      can: [],
    })
  })
  test('a name once in a building; what is used stays', async () => {
    expect(await world.send(labs.sysadmin, buildingCalls.addRoom, { body: body() })).toMatchObject({
      code: 'ROOM_TAKEN',
      reasons: [{ field: 'name' }],
    })
    expect(
      await world.send(labs.sysadmin, buildingCalls.addRoom, { body: { ...body(), buildingId: 999_999 } }),
    ).toMatchObject({
      reasons: [{ field: 'buildingId' }],
    })
    expect(await world.send(labs.sysadmin, buildingCalls.removeRoom, { params: { id: room } })).toMatchObject(
      {
        status: 409,
        code: 'ROOM_IN_USE',
        reasons: [{ message: '仍有 1 个实验室' }],
      },
    )
  })
  test('the tree is searched, comes a few at a time, and says what those are called that were chosen', async () => {
    const hall = await addBuilding('B32', { name: '教学九楼' })
    await world.sql(
      `insert into room (building_id, name, floor) select $1, 'N' || lpad(n::text, 3, '0'), 1
        from generate_series(1, 60) n`,
      [hall],
    )
    const rooms = async (query: object) =>
      (await world.ok(labs.student, buildingCalls.tree, { query })).flatMap((b) =>
        b.children.map((r) => `${b.label} ${r.label}`),
      )
    expect(await rooms({ buildingId: hall })).toHaveLength(50)
    expect((await rooms({})).length).toBeLessThanOrEqual(50)
    expect(await rooms({ keyword: '九楼 n060' })).toEqual(['教学九楼 N060'])
    expect(await rooms({ keyword: '%' })).toEqual([])
    expect(await rooms({ keyword: 'N06', buildingId: building })).toEqual([])
    const [last] = await world.sql<{ id: number }>(`select id from room where name = 'N060'`)
    expect(await rooms({ ids: `${room},${last!.id}` })).toEqual(['教学九楼 N060', '楼 B30 201'].toSorted())
    expect((await world.send(labs.student, buildingCalls.tree, { query: { ids: '1,x' } })).status).toBe(400)
  })
  test('pictures: redrawn, counted, of this room only', async () => {
    const add = (who: Person, files = picture) =>
      world.send(who, buildingCalls.addRoomImage, { body: { roomId: room }, files })
    expect((await add(labs.outsider)).status).toBe(403)
    expect((await add(labs.director, [{ name: 'x.png', content: Buffer.from('text') }])).status).toBe(415)
    const { data } = await add(labs.director)
    expect(
      (
        await world.ok(labs.student, buildingCalls.rooms, {
          query: { labId: labs.labId, buildingId: building },
        })
      ).items,
    ).toMatchObject([{ images: [{ id: data.id, width: 1 }] }])
    const other = await addRoom(building, '202')
    const remove = (who: Person, id: number) =>
      world.send(who, buildingCalls.removeRoomImage, { params: { id, fileId: data.id } })
    expect([(await remove(labs.outsider, room)).status, (await remove(labs.sysadmin, other)).status]).toEqual(
      [403, 404],
    )
    // Concurrent uploads are accepted up to the limit only.
    const answers = await inThrees(9, () => add(labs.director))
    expect(answers.filter((a) => a.code === 'ROOM_IMAGES_FULL')).toHaveLength(2)
    expect((await remove(labs.director, room)).status).toBe(200)
  })
  test('a lab claims no room of another', async () => {
    const choose = (who: Person, labId: number, roomIds: number[]) =>
      world.send(who, labCalls.chooseRooms, { params: { id: labId }, body: { roomIds } })
    expect(await choose(labs.outsider, labs.otherLabId, [room])).toMatchObject({
      status: 422,
      code: 'ROOM_OF_OTHERS',
    })
    expect((await choose(labs.outsider, labs.labId, [])).status).toBe(403)
    expect(await choose(labs.director, labs.labId, [999_999])).toMatchObject({ code: 'ROOM_UNKNOWN' })
    const free = await addRoom(building, '203')
    expect((await choose(labs.outsider, labs.otherLabId, [free])).status).toBe(200)
    expect((await choose(labs.sysadmin, labs.otherLabId, [free, room])).status).toBe(200)
    // A room that the administrator gave to the lab may be kept.
    expect((await choose(labs.outsider, labs.otherLabId, [room])).status).toBe(200)
    expect(
      (await world.ok(labs.student, labCalls.detail, { query: { id: labs.otherLabId } })).rooms,
    ).toMatchObject([{ id: room, name: '201', building: '楼 B30' }])
  })
  test('rooms that a colleague has chosen or given up meanwhile stay as he left them', async () => {
    const [mine, old, theirs] = [
      await addRoom(building, '211'),
      await addRoom(building, '212'),
      await addRoom(building, '213'),
    ]
    const choose = (roomIds: number[], seen?: number[]) =>
      world.ok(labs.sysadmin, labCalls.chooseRooms, {
        params: { id: labs.otherLabId },
        body: { roomIds, ...(seen && { seen }) },
      })
    const listIds = async () =>
      (await world.ok(labs.student, labCalls.detail, { query: { id: labs.otherLabId } })).rooms
        .map((r) => r.id)
        .toSorted((a, b) => a - b)
    await choose([old])
    // Both forms begin with the old room; one person gives it up for another, the other one adds his.
    await choose([theirs], [old])
    await choose([old, mine], [old])
    expect(await listIds()).toEqual([mine, theirs])
    await choose([mine], [mine, theirs])
    expect(await listIds()).toEqual([mine])
    // A program that sends no `seen` writes what it sends.
    await choose([theirs])
    expect(await listIds()).toEqual([theirs])
    await choose([room])
  })
})

test('what stands in a building is known in another process too, whichever way it came or went', async () => {
  const there = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  try {
    const id = await addBuilding('B60')
    const room = await addRoom(id, '101')
    const count = async (app: App) => {
      const reply = await app.inject({
        url: '/api/building/query?keyword=B60',
        headers: { authorization: labs.student.token },
      })
      return reply.json<{ data: { items: { devices: number }[] } }>().data.items[0]?.devices
    }
    const both = async () => [await count(world.app), await count(there)]
    expect(await both()).toEqual([0, 0])
    // Written by SQL, as an import or a stock-in would.
    const device = await labs.device({ name: '新到仪器' })
    await world.sql('update device set room_id = $1 where id = $2', [room, device])
    await expect.poll(both).toEqual([1, 1])
    // The person who scrapped it sees the new count in their next request.
    await world.ok(labs.sysadmin, deviceManageCalls.operateMany, {
      body: { ids: [device], event: 'scrap', reason: '报废' },
    })
    expect(await count(world.app)).toBe(0)
    await expect.poll(both).toEqual([0, 0])
  } finally {
    await there.close()
  }
})

describe('the campus map', () => {
  const CAMPUS = '北校区'
  let shown: number
  beforeAll(async () => {
    shown = await addBuilding('B40', { name: '光谱楼', campus: CAMPUS })
    await addBuilding('B41', { name: '质谱楼', campus: CAMPUS })
    const [room] = [await addRoom(shown, '101')]
    await world.sql('update lab set room_id = $1 where id = $2', [room, labs.otherLabId])
    const device = await labs.device({ name: '拉曼光谱仪', labId: labs.otherLabId })
    await labs.device({ name: '离心机', labId: labs.otherLabId })
    emptyCaches(world.app.deps.live)
    await labs.device({ name: '自用光谱仪', labId: labs.otherLabId, shared: false })
    await world.sql('update device set room_id = $1 where id = $2', [room, device])
  })
  const upload = (who: Person, content: Buffer, name = 'map') =>
    world.send(who, campusMapCalls.upload, { body: { campus: CAMPUS }, files: [{ name, content }] })
  const buildings = (query: object = {}) =>
    world.ok(labs.student, campusMapCalls.buildings, { query: { campus: CAMPUS, ...query } })
  const geojson = (...features: object[]) =>
    Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const square = (x: number, properties: object) => ({
    type: 'Feature',
    properties,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [x, 0],
          [x + 10, 0],
          [x + 10, 10],
          [x, 10],
          [x, 0],
        ],
      ],
    },
  })

  test('buildings with what stands in them, found by their names or their instruments', async () => {
    expect(await buildings()).toMatchObject([
      { name: '光谱楼', devices: 2, x: null },
      { name: '质谱楼', devices: 0 },
    ])
    expect(await buildings({ keyword: '拉曼' })).toMatchObject([{ name: '光谱楼', devices: 1 }])
    expect(await buildings({ keyword: 'guangpu' })).toMatchObject([{ name: '光谱楼', devices: 1 }])
    expect(await buildings({ keyword: '谱楼' })).toMatchObject([
      { name: '光谱楼', devices: 2 },
      { name: '质谱楼', devices: 0 },
    ])
    const devices = (keyword?: string) =>
      world.ok(labs.student, campusMapCalls.devices, { query: { buildingId: shown, keyword } })
    expect(await devices()).toMatchObject({
      total: 2,
      items: [{ name: '拉曼光谱仪', room: '101', lab: '核磁中心' }, { name: '离心机' }],
    })
    expect((await devices('拉曼')).items.map((d) => d.name)).toEqual(['拉曼光谱仪'])
    expect((await devices('光谱楼')).total).toBe(2)
  })
  test('GeoJSON brings buildings to their places; a picture replaces it, and pins are set by hand', async () => {
    const outlines = geojson(
      square(0, { serialId: 'B40' }),
      square(30, { name: '质谱楼' }),
      square(60, { name: '湖' }),
    )
    expect((await upload(labs.director, outlines)).status).toBe(403)
    const made = await upload(labs.sysadmin, outlines, '校园.geojson')
    expect(made).toMatchObject({ status: 200, data: { placed: 2 } })
    const { id } = made.data
    const map = await world.ok(labs.student, campusMapCalls.get, { params: { id } })
    expect(map).toMatchObject({
      kind: 'outlines',
      url: null,
      campus: CAMPUS,
      shapes: [
        { kind: 'building', buildingId: shown },
        { kind: 'building', name: '质谱楼' },
        { kind: 'area', buildingId: null },
      ],
    })
    const [first, second] = await buildings()
    expect(first!.x).toBeLessThan(second!.x!)
    expect(first!.y).toBeCloseTo(0.5)

    expect((await upload(labs.sysadmin, PNG, '校园.png')).data).toEqual({ id, placed: 0 })
    const drawn = await world.ok(labs.student, campusMapCalls.get, { params: { id } })
    expect(drawn).toMatchObject({ kind: 'picture', width: 1, height: 1, shapes: [] })
    expect((await world.app.inject({ url: drawn.url! })).statusCode).toBe(200)
    const pin = (who: Person, at: { x: number; y: number } | null, of = shown) =>
      world.send(who, campusMapCalls.pin, { params: { id: of }, body: { at } })
    expect((await pin(labs.director, null)).status).toBe(403)
    expect(await pin(labs.sysadmin, { x: 2, y: 0 })).toMatchObject({ status: 400 })
    expect((await pin(labs.sysadmin, null, 999_999)).status).toBe(404)
    await pin(labs.sysadmin, { x: 0.25, y: 0.75 })
    expect(await buildings()).toMatchObject([{ x: 0.25, y: 0.75 }, {}])
    // After a move to another campus it has no place on the map yet.
    await world.ok(labs.sysadmin, buildingCalls.change, {
      params: { id: shown },
      body: { serialId: 'B40', name: '光谱楼', campus: '南校区' },
    })
    expect(
      (await world.ok(labs.student, campusMapCalls.buildings, { query: { keyword: '光谱楼' } }))[0],
    ).toMatchObject({ x: null, y: null })

    expect((await world.send(labs.director, campusMapCalls.remove, { params: { id } })).status).toBe(403)
    await world.ok(labs.sysadmin, campusMapCalls.remove, { params: { id } })
    expect((await world.app.inject({ url: drawn.url! })).statusCode).toBe(404)
    expect(await world.ok(labs.student, campusMapCalls.list)).toEqual([])
  })
  test('what is no map is refused in words', async () => {
    expect(await upload(labs.sysadmin, Buffer.from('hello'))).toMatchObject({
      status: 422,
      code: 'GEOJSON_UNREADABLE',
    })
    expect((await upload(labs.sysadmin, Buffer.from('%PDF-1.7\n'))).status).toBe(415)
  })
})

test('a room that is still in use says by what, each laboratory once', async () => {
  const building = await addBuilding('B77')
  const [door, gate] = [await addRoom(building, '101'), await addRoom(building, '102')]
  const [lab] = await world.sql<{ id: number }>(
    `insert into lab (serial_id, name, dept_id, room_id) select 'LABINUSE', '在用实验室', dept_id, $2
      from lab where id = $1 returning id`,
    [labs.labId, door],
  )
  // Its door is there, and it works there as well.
  await world.sql('insert into lab_room (lab_id, room_id) values ($1, $2)', [lab!.id, door])
  await world.sql(
    `with g as (insert into iot_gateway (name, room_id, created_by) values ('走廊网关', $1, $2) returning id)
      insert into iot_sub_device (gateway_id, number, kind, name, room_id, retired_at, retire_reason)
      select id, 1, 'door', '102 门', $1, now(), '更换' from g`,
    [gate, labs.sysadmin.id],
  )
  const remove = async (id: number) => {
    const { code, reasons } = await world.send(labs.sysadmin, buildingCalls.removeRoom, { params: { id } })
    return [code, ...(reasons?.map((r) => r.message) ?? [])]
  }
  expect(await remove(door)).toEqual(['ROOM_IN_USE', '仍有 1 个实验室'])
  expect(await remove(gate)).toEqual(['ROOM_IN_USE', '仍有 2 个网关或门禁、电源等子设备（含已停用）'])
})

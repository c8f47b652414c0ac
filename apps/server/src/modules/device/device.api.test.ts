import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let deviceId: number
let hiddenId: number
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  deviceId = await labs.device({ serialId: '202300001', alias: '扫描电镜、SEM', model: 'JSM-7800F' })
  hiddenId = await labs.device({ serialId: 'HIDDEN', name: '自用离心机', shared: false })
})
afterAll(() => world.close())

const body = (about: {
  serialId: string
  labId?: number
  name?: string
  shared?: boolean
  contactId?: number
}) => ({ name: '激光共聚焦显微镜', labId: labs.labId, tags: [], ...about })
const everybody = [
  'director',
  'labAdmin',
  'member',
  'reviewer',
  'outsider',
  'student',
  'sysadmin',
  'equipmentOffice',
] as const
const statuses = async (work: (who: Person) => Promise<{ status: number }>) => {
  const found: Record<string, number> = {}
  for (const who of everybody) found[who] = (await work(labs[who])).status
  return found
}

describe('who may what', () => {
  test('see a shared device: everybody; one that is not: its people and 设备处', async () => {
    const all = Object.fromEntries(everybody.map((who) => [who, 200]))
    expect(await statuses((who) => world.send(who, deviceCalls.info, { params: { id: deviceId } }))).toEqual(
      all,
    )
    expect(await statuses((who) => world.send(who, deviceCalls.info, { params: { id: 'HIDDEN' } }))).toEqual({
      ...all,
      outsider: 403,
      student: 403,
    })
    expect((await world.send(null, deviceCalls.info, { params: { id: deviceId } })).status).toBe(401)
  })
  test('change and remove: leaders of the lab, 设备处, the system administrator', async () => {
    const expected = {
      director: 200,
      labAdmin: 200,
      member: 403,
      reviewer: 403,
      outsider: 403,
      student: 403,
      sysadmin: 200,
      equipmentOffice: 200,
    }
    let n = 0
    expect(
      await statuses((who) => world.send(who, deviceCalls.create, { body: body({ serialId: `NEW${++n}` }) })),
    ).toEqual(expected)
    expect(
      await statuses((who) =>
        world.send(who, deviceCalls.change, {
          body: { ...body({ serialId: 'HIDDEN', shared: false, name: '自用离心机' }), id: hiddenId },
        }),
      ),
    ).toEqual(expected)
    expect(
      await statuses(async (who) =>
        world.send(who, deviceCalls.remove, { params: { id: await labs.device() } }),
      ),
    ).toEqual(expected)
  })
  test('is the caller a valid administrator', async () => {
    const valid = (who: Person) => world.ok(who, deviceCalls.valid, { params: { serialId: '202300001' } })
    expect([
      await valid(labs.labAdmin),
      await valid(labs.equipmentOffice),
      await valid(labs.outsider),
      await valid(labs.student),
    ]).toEqual([true, true, false, false])
    expect(await world.ok(labs.director, deviceCalls.valid, { params: { serialId: 'UNKNOWN' } })).toBe(false)
  })
  test('nobody gives a device to a lab, or takes it there, without the right on both', async () => {
    const move = (who: Person, labId: number) =>
      world.send(who, deviceCalls.change, {
        body: { ...body({ serialId: '202300001', labId, shared: true }), id: deviceId },
      })
    expect((await move(labs.director, labs.otherLabId)).status).toBe(403)
    expect(
      (await world.send(labs.outsider, deviceCalls.create, { body: body({ serialId: 'X' }) })).status,
    ).toBe(403)
  })
})

describe('writing', () => {
  test('comes out as it went in, addressed by id or asset number', async () => {
    const { id } = await world.ok(labs.director, deviceCalls.create, {
      body: {
        ...body({ serialId: 'A-1', shared: true, contactId: labs.reviewer.id }),
        englishName: 'Confocal',
        model: 'LSM 980',
        priceFen: 350_000_000,
        boughtOn: '2024-05-01',
        tags: ['进口', '进口', '显微'],
        functions: '成像',
      },
    })
    const expected = {
      id,
      serialId: 'A-1',
      englishName: 'Confocal',
      model: 'LSM 980',
      priceFen: 350_000_000,
      boughtOn: '2024-05-01',
      tags: ['进口', '显微'],
      functions: '成像',
      contact: { name: '审核员' },
      lab: { id: labs.labId },
      dept: { id: labs.deptId },
      opened: null,
      usedMinutes: 0,
    }
    expect(await world.ok(labs.student, deviceCalls.info, { params: { id } })).toMatchObject(expected)
    expect(await world.ok(labs.student, deviceCalls.detail, { query: { id: 'A-1' } })).toMatchObject(expected)
    expect((await world.send(labs.student, deviceCalls.info, { params: { id: 'A-2' } })).status).toBe(404)
    expect(await world.ok(labs.student, deviceCalls.tags)).toEqual([
      { tag: '显微', devices: 1 },
      { tag: '进口', devices: 1 },
    ])
  })
  test('what is wrong is told under its field', async () => {
    expect(
      await world.send(labs.director, deviceCalls.create, { body: body({ serialId: '202300001' }) }),
    ).toMatchObject({ status: 422, reasons: [{ field: 'serialId' }] })
    expect(
      await world.send(labs.director, deviceCalls.create, {
        body: { ...body({ serialId: 'B' }), categoryId: 9999 },
      }),
    ).toMatchObject({ reasons: [{ field: 'categoryId' }] })
    expect(
      await world.send(labs.director, deviceCalls.create, {
        body: body({ serialId: 'B', contactId: 999_999 }),
      }),
    ).toMatchObject({ reasons: [{ field: 'contactId' }] })
    expect(
      await world.send(labs.director, deviceCalls.create, { body: body({ serialId: '<b>' }) }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'serialId' }] })
  })
  test('a device that was booked stays', async () => {
    const id = await labs.device()
    await world.sql(
      `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
          purpose, pay_mode, quote, estimate_fen)
       values ($1, $2, 'self_operated', 'done', tstzrange('2026-01-05 01:00Z', '2026-01-05 02:00Z'),
        $3, $3, $3, '测试', 'post', '{}', 0)`,
      [id, labs.labId, labs.student.id],
    )
    expect(await world.send(labs.director, deviceCalls.remove, { params: { id } })).toMatchObject({
      status: 409,
      code: 'DEVICE_IN_USE',
    })
  })
  test('follows its lab to another dept', async () => {
    const [dept] = await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('MOVED', '新学院') returning id`,
    )
    const own = await labs.device({ labId: labs.otherLabId })
    const change = { id: labs.otherLabId, name: '核磁中心', deptId: dept!.id, enabled: true }
    await world.ok(labs.sysadmin, labCalls.change, { body: change })
    expect(await world.ok(labs.student, deviceCalls.info, { params: { id: own } })).toMatchObject({
      dept: { name: '新学院' },
    })
    expect(
      (await world.ok(labs.student, deviceCalls.list, { query: { deptId: dept!.id } })).items.map(
        (d) => d.id,
      ),
    ).toEqual([own])
  })
})

describe('pictures', () => {
  const picture = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  const upload = async (who: Person, content: Buffer, id = deviceId) =>
    world.send(who, deviceCalls.addImage, { body: { deviceId: id }, files: [{ name: '外观.png', content }] })

  test('are redrawn; the first is the cover until another is chosen or it goes', async () => {
    const first = await upload(labs.labAdmin, await picture(4000))
    expect(first.data).toMatchObject({ cover: true, width: 1600 })
    const second = await upload(labs.labAdmin, await picture(400))
    expect(second.data).toMatchObject({ cover: false, width: 400 })
    const listImages = async () =>
      (await world.ok(labs.student, deviceCalls.info, { params: { id: deviceId } })).images.map((i) => [
        i.id,
        i.cover,
      ])
    expect(await listImages()).toEqual([
      [first.data.id, true],
      [second.data.id, false],
    ])
    await world.ok(labs.labAdmin, deviceCalls.chooseCover, {
      params: { id: deviceId, fileId: second.data.id },
    })
    expect(await listImages()).toEqual([
      [second.data.id, true],
      [first.data.id, false],
    ])
    await world.ok(labs.labAdmin, deviceCalls.removeImage, {
      params: { id: deviceId, fileId: second.data.id },
    })
    expect(await listImages()).toEqual([[first.data.id, true]])
    const sent = await world.app.inject(first.data.url)
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/webp'])
  })
  test('only pictures, only by who may, only of this device', async () => {
    expect((await upload(labs.labAdmin, Buffer.from('<svg onload=alert(1)>'))).status).toBe(415)
    expect(
      (await upload(labs.labAdmin, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])))
        .status,
    ).toBe(415)
    expect((await upload(labs.outsider, await picture(10))).status).toBe(403)
    const foreign = await upload(
      labs.equipmentOffice,
      await picture(10),
      await labs.device({ labId: labs.otherLabId }),
    )
    expect(
      (
        await world.send(labs.director, deviceCalls.chooseCover, {
          params: { id: deviceId, fileId: foreign.data.id },
        })
      ).status,
    ).toBe(404)
  })
})

describe('favourites', () => {
  test('mine alone, said twice is once, gone with the device', async () => {
    const id = await labs.device({ name: '收藏的仪器' })
    const add = () =>
      world.ok(labs.student, deviceCalls.addFavorite, { body: { kind: 'device', targetId: id } })
    const first = await add()
    expect(await add()).toEqual(first)
    await world.ok(labs.student, deviceCalls.addFavorite, { body: { kind: 'lab', targetId: labs.labId } })
    expect(
      (await world.ok(labs.student, deviceCalls.favorites, {})).map((f) => [f.kind, f.target.name, f.of]),
    ).toEqual([
      ['lab', '电镜中心', '材料学院'],
      ['device', '收藏的仪器', '电镜中心'],
    ])
    expect((await world.ok(labs.student, deviceCalls.info, { params: { id } })).favoriteId).toBe(first.id)
    expect((await world.ok(labs.outsider, deviceCalls.info, { params: { id } })).favoriteId).toBeNull()
    expect(
      (await world.send(labs.outsider, deviceCalls.removeFavorite, { params: { id: first.id } })).status,
    ).toBe(404)
    await world.ok(labs.director, deviceCalls.remove, { params: { id } })
    expect(await world.ok(labs.student, deviceCalls.favoritePage, { query: { kind: 'device' } })).toEqual({
      items: [],
      total: 0,
    })
  })
  test('what one may not see cannot be kept', async () => {
    expect(
      (
        await world.send(labs.student, deviceCalls.addFavorite, {
          body: { kind: 'device', targetId: hiddenId },
        })
      ).status,
    ).toBe(403)
    expect(
      (await world.send(labs.student, deviceCalls.addFavorite, { body: { kind: 'lab', targetId: 999_999 } }))
        .status,
    ).toBe(404)
  })
})

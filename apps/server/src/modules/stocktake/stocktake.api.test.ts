import { assetCalls } from '@portal/contract/asset/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let office: Person, keeper: Person, other: Person, stranger: Person
let deptId: number, labId: number, roomId: number, otherRoomId: number
const device = new Map<string, number>()
const one = async (text: string, values: unknown[] = []) =>
  (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0

beforeAll(async () => {
  world = await createWorld()
  deptId = await one(`insert into dept (code, name) values ('A', '材料学院')`)
  const below = await one(`insert into dept (code, name, parent_id) values ('A1', '一系', $1)`, [deptId])
  const elsewhere = await one(`insert into dept (code, name) values ('B', '化学学院')`)
  const buildingId = await one(`insert into building (serial_id, name) values ('B1', '一号楼')`)
  roomId = await one(`insert into room (building_id, name) values ($1, '101')`, [buildingId])
  otherRoomId = await one(`insert into room (building_id, name) values ($1, '102')`, [buildingId])
  labId = await one(
    `insert into lab (serial_id, name, dept_id, room_id) values ('LAB001', '电镜中心', $1, $2)`,
    [below, roomId],
  )
  const foreign = await one(`insert into lab (serial_id, name, dept_id) values ('LAB002', '核磁中心', $1)`, [
    elsewhere,
  ])
  const add = async (serial: string, dept: number, lab: number, status = 'normal') =>
    void device.set(
      serial,
      await one(`insert into device (serial_id, name, dept_id, lab_id, status) values ($1, $1, $2, $3, $4)`, [
        serial,
        dept,
        lab,
        status,
      ]),
    )
  for (const serial of ['D1', 'D2', 'D3', 'D4', 'D5']) await add(serial, below, labId)
  await add('OLD', below, labId, 'scrapped')
  await add('X1', elsewhere, foreign)
  office = await world.person('设备处', { permissions: ['PURCHASE_ALL'] })
  keeper = await world.person('管理员')
  other = await world.person('别处主任')
  stranger = await world.person('学生')
  await world.sql(
    `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin'), ($3, $4, 'lab_director')`,
    [labId, keeper.id, foreign, other.id],
  )
})
afterAll(() => world.close())

const scan = (who: Person, id: number, serialId: string, more: object = {}) =>
  world.send(who, assetCalls.scan, { params: { id }, body: { serialId, ...more } })
const difference = async (who: Person, id: number, query: object = {}) =>
  (await world.ok(who, assetCalls.differences, { params: { id }, query })).items.map((d) => [
    d.device.serialId,
    ...d.findings,
  ])

describe('a stock-taking', () => {
  let id: number
  test('is opened by the office, once for a scope', async () => {
    expect(
      await world.send(keeper, assetCalls.openStocktake, {
        body: { title: '2026 年度盘点', year: 2026, deptId },
      }),
    ).toMatchObject({ status: 403 })
    id = (
      await world.ok(office, assetCalls.openStocktake, {
        body: { title: '2026 年度盘点', year: 2026, deptId },
      })
    ).id
    expect(
      await world.send(office, assetCalls.openStocktake, { body: { title: '又一次', year: 2026, deptId } }),
    ).toMatchObject({ status: 409, code: 'STOCKTAKE_OPEN' })
    expect(await world.ok(office, assetCalls.stocktake, { params: { id } })).toMatchObject({
      expected: 5,
      found: 0,
      differences: { missing: 5 },
    })
    expect((await world.ok(keeper, assetCalls.stocktakes, { query: {} })).items).toMatchObject([
      { id, can: ['scan', 'print'] },
    ])
    const found = async (query: object) =>
      (await world.ok(office, assetCalls.stocktakes, { query })).items.map((s) => s.id)
    expect(
      await Promise.all(
        [{ year: 2026, deptId, state: 'open' }, { year: 2025 }, { deptId: deptId + 1 }].map(found),
      ),
    ).toEqual([[id], [], []])
    expect((await world.send(office, assetCalls.stocktakes, { query: { year: 26 } })).status).toBe(400)
    for (const who of [other, stranger]) {
      expect((await world.ok(who, assetCalls.stocktakes, { query: {} })).items).toEqual([])
      expect(await world.send(who, assetCalls.stocktake, { params: { id } })).toMatchObject({ status: 403 })
      expect(await scan(who, id, 'D1')).toMatchObject({ status: 403 })
    }
  })

  test('scanned twice at once, and again: one finding, the newest', async () => {
    const all = await Promise.all([
      scan(keeper, id, 'D1'),
      scan(office, id, 'D1'),
      scan(keeper, id, 'D1', { condition: 'idle' }),
    ])
    expect(all.map((a) => a.status)).toEqual([200, 200, 200])
    expect((await scan(keeper, id, 'D1')).data).toMatchObject({ findings: [], expectedRoom: '一号楼 101' })
    expect((await world.ok(office, assetCalls.scans, { params: { id }, query: {} })).total).toBe(1)
  })

  test('differences: missing, elsewhere, not in order, out of scope, scrapped but there', async () => {
    expect((await scan(keeper, id, 'D2', { roomId: otherRoomId })).data).toMatchObject({
      findings: ['moved'],
      room: '一号楼 102',
    })
    expect(
      (await scan(keeper, id, 'D3', { roomId, condition: 'broken', note: '屏幕碎裂' })).data.findings,
    ).toEqual(['condition'])
    expect((await scan(keeper, id, 'OLD')).data.findings).toEqual(['scrapped'])
    expect((await scan(keeper, id, 'X1')).data.findings).toEqual(['outside'])
    expect(await scan(keeper, id, 'nothing')).toMatchObject({ status: 404 })
    expect(await scan(keeper, id, 'D4', { roomId: 999_999 })).toMatchObject({
      status: 422,
      reasons: [{ field: 'roomId' }],
    })
    const all = [
      ['D2', 'moved'],
      ['D3', 'condition'],
      ['D4', 'missing'],
      ['D5', 'missing'],
      ['OLD', 'scrapped'],
      ['X1', 'outside'],
    ]
    expect(await difference(office, id)).toEqual(all)
    expect(await difference(office, id, { finding: 'missing' })).toEqual([
      ['D4', 'missing'],
      ['D5', 'missing'],
    ])
    expect(await difference(office, id, { finding: 'moved' })).toEqual([['D2', 'moved']])
    // The keeper does not see devices in labs of others.
    expect(await difference(keeper, id)).toEqual(all.slice(0, 5))
    expect(await world.ok(office, assetCalls.stocktake, { params: { id } })).toMatchObject({
      expected: 5,
      found: 3,
      differences: { missing: 2, moved: 1, condition: 1, outside: 1, scrapped: 1 },
    })
  })

  test('pages by key', async () => {
    const seen: string[] = []
    for (let after: number | null = 0; after !== null;) {
      const page: { items: { device: { serialId: string } }[]; next: number | null } = await world.ok(
        office,
        assetCalls.differences,
        { params: { id }, query: { after, size: 4 } },
      )
      seen.push(...page.items.map((d) => d.device.serialId))
      after = page.next
    }
    expect(seen).toEqual(['D2', 'D3', 'D4', 'D5', 'OLD', 'X1'])
  })

  test('closed, it stays as it was, whatever becomes of the devices', async () => {
    expect(await world.send(keeper, assetCalls.closeStocktake, { params: { id } })).toMatchObject({
      status: 403,
    })
    const both = await Promise.all(
      [1, 2].map(() => world.send(office, assetCalls.closeStocktake, { params: { id } })),
    )
    expect(both.map((b) => b.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(
      await world.sql(
        `select event, from_state, to_state, actor_name from flow_log
         where business = 'stocktake' and row_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { event: 'open', from_state: null, to_state: 'open', actor_name: '设备处' },
      { event: 'close', from_state: 'open', to_state: 'closed', actor_name: '设备处' },
    ])
    expect(await scan(keeper, id, 'D4')).toMatchObject({ status: 409, code: 'STOCKTAKE_CLOSED' })
    expect(
      await world.send(keeper, assetCalls.takeBackScan, { params: { id }, body: { serialId: 'D1' } }),
    ).toMatchObject({ status: 409, code: 'STOCKTAKE_CLOSED' })
    const closed = await world.ok(keeper, assetCalls.stocktake, { params: { id } })
    await world.sql(
      `update device set name = '改过的名称', status = 'scrapped', price_fen = 100, room_id = $1,
         lab_id = (select id from lab where serial_id = 'LAB002') where serial_id in ('D1', 'D2', 'D4')`,
      [otherRoomId],
    )
    const all = [
      ['D2', 'moved'],
      ['D3', 'condition'],
      ['D4', 'missing'],
      ['D5', 'missing'],
      ['OLD', 'scrapped'],
      ['X1', 'outside'],
    ]
    expect(await difference(office, id)).toEqual(all)
    // The laboratory reads the part that it counted, although its instruments belong to another one now.
    expect(await difference(keeper, id)).toEqual(all.slice(0, 5))
    expect(await world.ok(keeper, assetCalls.stocktake, { params: { id } })).toEqual(closed)
    // Four of the laboratory, and X1, which the keeper scanned.
    expect((await world.ok(keeper, assetCalls.scans, { params: { id }, query: {} })).total).toBe(5)
    const { items } = await world.ok(office, assetCalls.differences, { params: { id }, query: {} })
    for (const serialId of ['D2', 'D4'])
      expect(items.find((d) => d.device.serialId === serialId)).toMatchObject({
        device: { name: serialId, status: 'normal', lab: { id: labId }, priceFen: null },
        expectedRoom: '一号楼 101',
      })
    const sheet = await world.app.inject({
      method: 'GET',
      url: `/api/v2/asset/stocktakes/${id}/differences/export`,
      headers: { authorization: office.token },
    })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.rawPayload.length).toBeGreaterThan(1000)
  })

  test('the whole campus: everybody who keeps something takes part', async () => {
    const { id: campus } = await world.ok(office, assetCalls.openStocktake, {
      body: { title: '全校', year: 2026 },
    })
    expect((await scan(other, campus, 'X1')).data.findings).toEqual([])
    expect(await scan(stranger, campus, 'X1')).toMatchObject({ status: 403 })
    // A device scanned by its own keepers cannot be changed by others; a device scanned by others can be
    // corrected by its keepers.
    expect(await scan(keeper, campus, 'X1', { condition: 'broken' })).toMatchObject({
      status: 409,
      code: 'SCAN_FOREIGN',
    })
    expect((await scan(other, campus, 'D5', { condition: 'idle' })).data.findings).toEqual(['condition'])
    expect((await scan(other, campus, 'D5')).data.findings).toEqual([])
    expect((await scan(keeper, campus, 'D5', { condition: 'label_lost' })).status).toBe(200)
    expect(await scan(other, campus, 'D5')).toMatchObject({ status: 409 })
    expect((await scan(office, campus, 'D5')).status).toBe(200)

    // A mistyped number is seen and taken back by who typed it, and by nobody else.
    const list = async (who: Person) =>
      (await world.ok(who, assetCalls.scans, { params: { id: campus }, query: {} })).items.map((x) => [
        x.device.serialId,
        x.can,
      ])
    const takeBack = (who: Person, serialId: string) =>
      world.send(who, assetCalls.takeBackScan, { params: { id: campus }, body: { serialId } })
    const { found } = await world.ok(office, assetCalls.stocktake, { params: { id: campus } })
    await scan(other, campus, 'D3')
    expect(await list(other)).toEqual([
      ['D3', ['takeBack']],
      ['X1', ['takeBack']],
    ])
    expect(await list(keeper)).toEqual([
      ['D3', []],
      ['D5', []],
    ])
    expect(await takeBack(keeper, 'D3')).toMatchObject({ status: 409, code: 'NOT_SCANNED' })
    expect(await takeBack(stranger, 'D3')).toMatchObject({ status: 403 })
    expect((await takeBack(other, 'D3')).status).toBe(200)
    expect(await list(other)).toEqual([['X1', ['takeBack']]])
    expect((await world.ok(office, assetCalls.stocktake, { params: { id: campus } })).found).toBe(found)
    const label = await world.ok(other, assetCalls.label, { query: { serialId: 'X1' } })
    expect(label).toMatchObject({
      can: ['report', 'record', 'plan', 'transfer', 'scrap', 'scan'],
      stocktakes: [{ id: campus }],
    })
    expect(label.stocktakes[0]?.scannedAt).not.toBeNull()
  })
})

test('one that was opened by mistake is taken back, as long as nothing is scanned', async () => {
  const [below] = await world.sql<{ id: number }>(`select id from dept where code = 'A1'`)
  const open = async () =>
    (
      await world.ok(office, assetCalls.openStocktake, {
        body: { title: '选错范围', year: 2026, deptId: below?.id },
      })
    ).id
  const detail = (id: number) => world.send(office, assetCalls.stocktake, { params: { id } })
  const remove = (who: Person, id: number) => world.send(who, assetCalls.removeStocktake, { params: { id } })
  const mistaken = await open()
  expect((await remove(keeper, mistaken)).status).toBe(403)
  expect((await detail(mistaken)).data?.can).toContain('remove')
  expect((await remove(office, mistaken)).status).toBe(200)
  expect((await detail(mistaken)).status).toBe(404)

  const meant = await open()
  expect((await scan(keeper, meant, 'D1')).status).toBe(200)
  expect((await detail(meant)).data?.can).not.toContain('remove')
  expect(await remove(office, meant)).toMatchObject({ status: 409, code: 'STOCKTAKE_SCANNED' })
  await world.ok(office, assetCalls.closeStocktake, { params: { id: meant } })
  expect(await remove(office, meant)).toMatchObject({ status: 409, code: 'STOCKTAKE_CLOSED' })
})

import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
/** `head` heads the dept of both labs, `otherHead` another dept. */
let head: Person
let otherHead: Person
let deviceId: number
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  deviceId = await labs.device({ serialId: 'A-1', priceFen: 50_000_000 })
  await labs.device({
    serialId: 'B-1',
    name: '核磁共振波谱仪',
    labId: labs.otherLabId,
    shared: false,
    priceFen: 100_000_000,
  })
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('OTHER', '化学学院') returning id`,
  )
  const findHead = async (name: string, deptId: number) => {
    const who = await world.person(name, { deptId })
    await world.sql(
      `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
      [who.id],
    )
    return who
  }
  head = await findHead('院长', labs.deptId)
  otherHead = await findHead('别院院长', dept!.id)
})
afterAll(() => world.close())

const serials = async (who: Person, query: object = {}) =>
  (await world.ok(who, deviceManageCalls.manageList, { query })).items.map((d) => d.serialId).sort()
const base = (more: object = {}) => ({
  serialId: 'A-1',
  name: '场发射扫描电子显微镜',
  labId: labs.labId,
  shared: true,
  ...more,
})

describe('the list of the back office', () => {
  test('is the campus for 设备处, the dept for its head, the lab for its people', async () => {
    expect(await serials(labs.equipmentOffice)).toEqual(['A-1', 'B-1'])
    expect(await serials(head)).toEqual(['A-1', 'B-1'])
    expect(await serials(labs.director)).toEqual(['A-1'])
    expect(await serials(labs.outsider)).toEqual(['B-1'])
    expect(await serials(otherHead)).toEqual([])
    expect((await world.send(labs.student, deviceManageCalls.manageList)).status).toBe(403)
  })
  test('by one state, or by several', async () => {
    await world.sql(`update device set status = 'broken' where serial_id = 'A-1'`)
    await world.sql(`update device set status = 'maintenance' where serial_id = 'B-1'`)
    expect(await serials(labs.equipmentOffice, { status: 'broken' })).toEqual(['A-1'])
    expect(await serials(labs.equipmentOffice, { status: 'broken,maintenance' })).toEqual(['A-1', 'B-1'])
    expect(await serials(labs.equipmentOffice, { status: 'normal,scrapped' })).toEqual([])
    await world.sql(`update device set status = 'normal' where serial_id in ('A-1', 'B-1')`)
  })
  test('by price, in whole or in part', async () => {
    expect(await serials(labs.sysadmin, { priceFrom: 60_000_000 })).toEqual(['B-1'])
    expect(await serials(labs.sysadmin, { priceTo: 50_000_000 })).toEqual(['A-1'])
    expect(
      await serials(labs.sysadmin, { priceFrom: 50_000_000, priceTo: 100_000_000, deviceName: '核磁' }),
    ).toEqual(['B-1'])
  })
  test('says what may be done with each', async () => {
    const can = async (who: Person) =>
      (await world.ok(who, deviceManageCalls.manageList, { query: { labId: labs.labId } })).items[0]?.can
    expect(await can(head)).toEqual(['edit', 'remove'])
    expect(await can(labs.labAdmin)).toEqual(['edit', 'remove', 'open'])
  })
  test('as an Excel file holds the same rows', async () => {
    const answer = await world.app.inject({
      method: 'GET',
      url: '/api/v2/device/export?deviceName=核磁',
      headers: { authorization: labs.equipmentOffice.token },
    })
    const sheet = (await readXlsx(answer.rawPayload)).sheets[0]
    expect(sheet?.rows.map((row) => row[0])).toEqual(['资产编号', 'B-1'])
  })
})

describe('the file of a device', () => {
  const details = {
    functions: '形貌观察',
    subjects: ['材料科学', '材料科学'],
    sharingRules: '校内外开放',
    tags: ['电镜'],
  }
  test('in two parts, each for itself', async () => {
    await world.ok(labs.director, deviceManageCalls.changeDetails, {
      params: { serialId: 'A-1' },
      body: details,
    })
    await world.ok(head, deviceManageCalls.changeBase, {
      params: { serialId: 'A-1' },
      body: base({
        origin: 'bought',
        funding: 'central',
        moeCode: '03010101',
        madeOn: '2022-01-02',
        underCustoms: true,
      }),
    })
    expect(await world.ok(labs.student, deviceCalls.info, { params: { id: deviceId } })).toMatchObject({
      origin: 'bought',
      funding: 'central',
      moeCode: '03010101',
      madeOn: '2022-01-02',
      underCustoms: true,
      functions: '形貌观察',
      subjects: ['材料科学'],
      sharingRules: '校内外开放',
      tags: ['电镜'],
    })
  })
  test('by nobody else', async () => {
    for (const who of [labs.outsider, labs.reviewer, labs.member, labs.student, otherHead]) {
      expect(
        (await world.send(who, deviceManageCalls.changeBase, { params: { serialId: 'A-1' }, body: base() }))
          .status,
      ).toBe(403)
      expect(
        (
          await world.send(who, deviceManageCalls.changeDetails, {
            params: { serialId: deviceId },
            body: details,
          })
        ).status,
      ).toBe(403)
      expect((await world.send(who, deviceManageCalls.add, { body: base({ serialId: 'N' }) })).status).toBe(
        403,
      )
    }
    expect(
      (
        await world.ok(head, deviceManageCalls.add, {
          body: base({ serialId: 'N-1', labId: labs.otherLabId }),
        })
      ).id,
    ).toBeGreaterThan(0)
  })
  test('what is wrong is told under its field', async () => {
    const send = (more: object) =>
      world.send(labs.director, deviceManageCalls.changeBase, {
        params: { serialId: 'A-1' },
        body: base(more),
      })
    expect(await send({ moeCode: '0301' })).toMatchObject({ status: 400, reasons: [{ field: 'moeCode' }] })
    expect(await send({ origin: 'stolen' })).toMatchObject({ status: 400, reasons: [{ field: 'origin' }] })
    expect(await send({ status: 'scrapped' })).toMatchObject({ status: 422, reasons: [{ field: 'shared' }] })
    expect(await send({ roomId: 999_999 })).toMatchObject({ reasons: [{ field: 'roomId' }] })
    expect(
      await world.send(labs.director, deviceManageCalls.changeDetails, {
        params: { serialId: 'A-1' },
        body: { subjects: ['一', '二', '三', '四', '五'] },
      }),
    ).toMatchObject({ status: 400 })
  })
})

describe('operations', () => {
  const operate = (
    who: Person,
    event: 'share' | 'unshare' | 'restore' | 'maintain' | 'break' | 'scrap',
    reason?: string,
    id = deviceId,
  ) => world.send(who, deviceManageCalls.operate, { params: { id }, body: { event, reason } })
  const now = async () => await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: deviceId } })
  test('one device: with a reason where people will ask why', async () => {
    expect(await operate(labs.director, 'break')).toMatchObject({
      status: 400,
      reasons: [{ field: 'reason' }],
    })
    expect((await operate(labs.director, 'break', '真空泵漏油\n待检修')).status).toBe(200)
    expect(await now()).toMatchObject({ status: 'broken', statusNote: '真空泵漏油\n待检修', shared: true })
    expect((await operate(labs.outsider, 'restore')).status).toBe(403)
    expect((await operate(labs.director, 'scrap', '到期')).status).toBe(200)
    expect(await now()).toMatchObject({ status: 'scrapped', shared: false })
    expect(await operate(labs.director, 'share')).toMatchObject({ status: 409, code: 'DEVICE_SCRAPPED' })
    expect((await operate(labs.director, 'restore')).status).toBe(200)
    expect(await now()).toMatchObject({ status: 'normal', statusNote: null })
  })
  test('what is scrapped in the same moment is not shared again', async () => {
    const id = await labs.device({ shared: false })
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`update device set status = 'scrapped' where id = $1`, [id])
      const shared = operate(labs.director, 'share', undefined, id)
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      await holder.query('commit')
      expect(await shared).toMatchObject({ status: 409, code: 'DEVICE_SCRAPPED' })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await world.sql('select shared from device where id = $1', [id])).toEqual([{ shared: false }])
  })
  test('many: each by itself, foreign ones refused', async () => {
    const foreign = await labs.device({ labId: labs.otherLabId })
    const verdicts = await world.ok(labs.director, deviceManageCalls.operateMany, {
      body: { ids: [deviceId, foreign, 999_999], event: 'share' },
    })
    expect(verdicts.map((v) => v.ok)).toEqual([true, false, false])
    expect((await now()).shared).toBe(true)
    const [refused] = await world.ok(labs.director, deviceManageCalls.operateMany, {
      body: { ids: [foreign], event: 'share' },
    })
    expect(refused).toMatchObject({ ok: false, state: null })
  })
})

describe('what others changed while its file was open stays', () => {
  /** The form as a user opened it, with the values it started from. */
  const open = async (id: number) => {
    const d = await world.ok(labs.equipmentOffice, deviceCalls.info, { params: { id } })
    const seen = {
      labId: d.lab.id,
      roomId: d.roomId,
      contactId: d.contact?.id ?? null,
      status: d.status,
      statusNote: d.statusNote,
      shared: d.shared,
    }
    return { serialId: d.serialId, name: d.name, ...seen, seen }
  }
  const now = (id: number) => world.ok(labs.sysadmin, deviceCalls.info, { params: { id } })

  test('a status, its note and whether it is shared', async () => {
    const id = await labs.device({ serialId: 'SEEN-1' })
    const form = await open(id)
    for (const [event, reason] of [
      ['break', '真空泵漏油\n待检修'],
      ['unshare', undefined],
    ] as const)
      await world.ok(labs.director, deviceManageCalls.operate, { params: { id }, body: { event, reason } })
    await world.ok(labs.labAdmin, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...form, englishName: 'FE-SEM' },
    })
    expect(await now(id)).toMatchObject({
      englishName: 'FE-SEM',
      status: 'broken',
      statusNote: '真空泵漏油\n待检修',
      shared: false,
    })
    await world.ok(labs.labAdmin, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...(await open(id)), englishName: 'SEM' },
    })
    expect((await now(id)).statusNote, 'two lines are saved again').toBe('真空泵漏油\n待检修')
    await world.ok(labs.labAdmin, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...form, status: 'maintenance', statusNote: '年度保养' },
    })
    expect(await now(id), 'what the form says is written').toMatchObject({
      status: 'maintenance',
      statusNote: '年度保养',
    })
  })
  test('its price and name, corrected meanwhile, in either form, and its descriptions', async () => {
    const id = await labs.device({ serialId: 'SEEN-3', priceFen: 100 })
    const d = await now(id)
    const seen = {
      serialId: d.serialId,
      name: d.name,
      labId: d.lab.id,
      shared: d.shared,
      status: d.status,
      statusNote: d.statusNote,
      priceFen: d.priceFen,
      model: d.model,
      functions: d.functions,
      notes: d.notes,
      tags: d.tags,
    }
    await world.sql(
      `update device set name = '透射电镜', price_fen = 900, functions = '形貌观察', tags = '{贵重}' where id = $1`,
      [id],
    )
    const stays = { name: '透射电镜', priceFen: 900, functions: '形貌观察', tags: ['贵重'] }
    await world.ok(labs.labAdmin, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...seen, model: 'S-4800', seen },
    })
    expect(await now(id)).toMatchObject({ ...stays, model: 'S-4800' })
    await world.ok(labs.labAdmin, deviceManageCalls.update, { body: { ...seen, id, model: 'SU-8', seen } })
    expect(await now(id)).toMatchObject({ ...stays, model: 'SU-8' })
    const { functions, notes, tags } = seen
    await world.ok(labs.labAdmin, deviceManageCalls.changeDetails, {
      params: { serialId: id },
      body: { functions, notes: '请预约', tags, seen: { functions, notes, tags } },
    })
    expect(await now(id)).toMatchObject({ ...stays, notes: '请预约' })
    await world.ok(labs.labAdmin, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...seen, priceFen: null, seen },
    })
    expect(await now(id), 'what the form clears is cleared').toMatchObject({ ...stays, priceFen: null })
  })
  test('its laboratory, room and contact, in either form', async () => {
    const id = await labs.device({ serialId: 'SEEN-2' })
    await world.sql('update device set contact_id = $2 where id = $1', [id, labs.labAdmin.id])
    const form = await open(id)
    await world.sql('update device set lab_id = $2, contact_id = $3 where id = $1', [
      id,
      labs.otherLabId,
      labs.outsider.id,
    ])
    const there = { lab: { id: labs.otherLabId }, contact: { id: labs.outsider.id } }
    await world.ok(labs.equipmentOffice, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...form, model: 'S-4800' },
    })
    expect(await now(id)).toMatchObject({ ...there, model: 'S-4800' })
    await world.ok(labs.equipmentOffice, deviceManageCalls.update, { body: { ...form, id, model: 'SU-8' } })
    expect(await now(id)).toMatchObject({ ...there, model: 'SU-8' })
    await world.ok(labs.equipmentOffice, deviceManageCalls.changeBase, {
      params: { serialId: id },
      body: { ...form, contactId: labs.director.id },
    })
    expect(await now(id)).toMatchObject({ lab: there.lab, contact: { id: labs.director.id } })
  })
})

test('who reviews each device of a lab', async () => {
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [
    deviceId,
    labs.labAdmin.id,
  ])
  const other = await labs.device({ name: '台式电镜' })
  const rows = await world.ok(labs.member, deviceManageCalls.examineList, { query: { labId: labs.labId } })
  expect(rows.find((r) => r.device.id === deviceId)).toMatchObject({
    ofLab: false,
    reviewers: [{ name: '管理员' }],
    waiting: 0,
  })
  expect(rows.find((r) => r.device.id === other)).toMatchObject({
    ofLab: true,
    reviewers: [{ name: '审核员' }],
  })
  expect(
    (await world.send(labs.outsider, deviceManageCalls.examineList, { query: { labId: labs.labId } })).status,
  ).toBe(403)
})

test('categories: tops and items, codes once, kept while something hangs on them', async () => {
  const save = (body: { id?: number; code: string; name: string }, who = labs.equipmentOffice) =>
    world.send(who, deviceManageCalls.saveCategory, { body })
  const top = (await save({ code: '01', name: '分析仪器' })).data.id
  expect(await save({ code: '01', name: '又一个' })).toMatchObject({
    status: 422,
    reasons: [{ field: 'code' }],
  })
  expect((await save({ code: '02', name: '计量' }, labs.director)).status).toBe(403)
  const item = (body: object) =>
    world.send(labs.equipmentOffice, deviceManageCalls.saveItem, {
      body: { code: '0101', name: '电子光学仪器', parentId: top, ...body },
    })
  const child = (await item({})).data.id
  expect(await item({ id: child, parentId: child })).toMatchObject({
    status: 422,
    reasons: [{ field: 'parentId' }],
  })
  expect(await item({ code: '0102', parentId: 999_999 })).toMatchObject({ reasons: [{ field: 'parentId' }] })
  expect((await item({ id: top, code: '0103' })).status).toBe(404)
  await world.sql('update device set category_id = $1 where id = $2', [child, deviceId])
  expect(
    (await world.ok(labs.student, deviceManageCalls.categories)).map((c) => [c.code, c.parentId, c.devices]),
  ).toEqual([
    ['01', null, 0],
    ['0101', top, 1],
  ])
  const remove = (call: typeof deviceManageCalls.removeItem, id: number) =>
    world.send(labs.equipmentOffice, call, { params: { id } })
  expect(await remove(deviceManageCalls.removeItem, child)).toMatchObject({
    status: 409,
    code: 'CATEGORY_IN_USE',
  })
  expect(await remove(deviceManageCalls.removeCategory, top)).toMatchObject({
    status: 409,
    code: 'CATEGORY_IN_USE',
  })
  await world.sql('update device set category_id = null')
  expect((await remove(deviceManageCalls.removeCategory, child)).status).toBe(404)
  expect((await remove(deviceManageCalls.removeItem, child)).status).toBe(200)
  expect((await remove(deviceManageCalls.removeCategory, top)).status).toBe(200)
})

test('ranks by each measure, of a dept, and income only for people who are signed in', async () => {
  const b = await labs.device({ labId: labs.otherLabId, serialId: 'RANK-B' })
  await world.sql(
    `insert into lab_use_year (device_id, lab_id, minutes, bookings, income_fen)
      values ($1, $2, 600, 1, 100), ($3, $4, 60, 9, 0)`,
    [deviceId, labs.labId, b, labs.otherLabId],
  )
  await world.sql(
    `insert into device_use_month (device_id, lab_id, month, minutes, bookings)
      values ($1, $2, '2026-03-01', 30, 2)`,
    [b, labs.otherLabId],
  )
  const rank = async (query: object, who: Person | null = labs.student) =>
    (await world.ok(who, deviceCalls.rank, { query })).items.map((r) => r.device.id)
  expect(await rank({})).toEqual([deviceId, b])
  expect(await rank({ by: 'bookings' })).toEqual([b, deviceId])
  expect(await rank({ by: 'income' })).toEqual([deviceId])
  expect(await rank({ month: '2026-03', by: 'bookings' })).toEqual([b])
  expect(await rank({ deptId: labs.deptId })).toEqual([deviceId, b])
  expect(await rank({ deptId: otherDept() })).toEqual([])
  expect((await world.send(null, deviceCalls.rank, { query: { by: 'income' } })).status).toBe(401)
  expect((await world.ok(null, deviceCalls.rank, {})).items[0]?.incomeFen).toBeNull()
  expect((await world.ok(labs.student, deviceCalls.rank, {})).items[0]?.incomeFen).toBe(100)
  // Devices of a closed laboratory cannot be booked; the home page leaves them out as well.
  await world.sql('update lab set enabled = false where id = $1', [labs.otherLabId])
  expect(await rank({})).toEqual([deviceId])
  expect(await rank({ month: '2026-03', by: 'bookings' })).toEqual([])
  expect((await world.ok(null, deviceCalls.rank, { query: { size: 1 } })).total).toBe(1)
  await world.sql('update lab set enabled = true where id = $1', [labs.otherLabId])
  const again = (etag?: string, token?: string) =>
    world.app.inject({
      url: deviceCalls.rank.path,
      headers: { ...(etag && { 'if-none-match': etag }), ...(token && { authorization: token }) },
    })
  const etag = String((await again()).headers['etag'])
  expect([(await again(etag)).statusCode, (await again(etag, labs.student.token)).statusCode]).toEqual([
    304, 200,
  ])
})
const otherDept = () => labs.deptId + 1

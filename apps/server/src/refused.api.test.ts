import { transferCalls } from '@portal/contract/asset/transfer'
import { accountCalls } from '@portal/contract/account/account'
import { buildingCalls } from '@portal/contract/building/building'
import { deptCalls } from '@portal/contract/dept/dept'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { peopleCalls } from '@portal/contract/people/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from './testing/labs.ts'
import { createWorld, type World } from './testing/world.ts'

// Bodies whose fields are each valid but wrong together: refused with a message under the field, and by a
// constraint of the database where there can be one.

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

test('days of an instrument that are out of order or still to come', async () => {
  const id = await labs.device({ serialId: 'D-1' })
  const send = (more: object) =>
    world.send(labs.sysadmin, deviceManageCalls.changeBase, {
      params: { serialId: 'D-1' },
      body: { serialId: 'D-1', name: '电镜', labId: labs.labId, ...more },
    })
  const fields = async (more: object) => ((await send(more)).reasons ?? []).map((r) => r.field)
  expect(await fields({ madeOn: '2021-02-01', boughtOn: '2021-01-01' })).toEqual(['boughtOn'])
  expect(
    await fields({ boughtOn: '2021-01-02', enabledOn: '2021-01-01', warrantyUntil: '2001-01-01' }),
  ).toEqual(['enabledOn', 'warrantyUntil'])
  expect(await fields({ boughtOn: day(3), enabledOn: day(3) })).toEqual(['boughtOn', 'enabledOn'])
  expect(
    (
      await send({
        madeOn: '2021-01-01',
        boughtOn: '2021-01-01',
        enabledOn: '2021-01-01',
        warrantyUntil: day(900),
      })
    ).code,
  ).toBe(0)
  expect(
    (
      await world.send(labs.sysadmin, deviceCalls.create, {
        body: { serialId: 'D-2', name: '电镜', labId: labs.labId, boughtOn: day(3) },
      })
    ).reasons,
  ).toMatchObject([{ field: 'boughtOn' }])
  // Directly in the database, without any service.
  await expect(
    world.sql(`update device set warranty_until = '2001-01-01' where id = $1`, [id]),
  ).rejects.toThrow(/warranty/)
})

test('siblings of one name; cousins may share one', async () => {
  const create = (code: string, name: string, parentId: number | null = null) =>
    world.send(labs.sysadmin, deptCalls.create, { body: { code, name, parentId } })
  const [a, b] = [(await create('S1', '甲学院')).data.id, (await create('S2', '乙学院')).data.id]
  expect(await create('S3', '甲学院')).toMatchObject({
    status: 422,
    code: 'DEPT_NAME_TAKEN',
    reasons: [{ field: 'name' }],
  })
  expect((await create('S4', '办公室', a)).code).toBe(0)
  const office = (await create('S5', '办公室', b)).data.id
  expect(
    await world.send(labs.sysadmin, deptCalls.place, { params: { id: office }, body: { parentId: a } }),
  ).toMatchObject({ code: 'DEPT_NAME_TAKEN' })
})

test('a floor that the building does not have', async () => {
  const { id: buildingId } = await world.ok(labs.sysadmin, buildingCalls.add, {
    body: { serialId: 'F1', name: '平房', floors: 2 },
  })
  const add = (name: string, floor: number) =>
    world.send(labs.sysadmin, buildingCalls.addRoom, { body: { buildingId, name, floor } })
  expect(await add('501', 5)).toMatchObject({
    status: 422,
    code: 'ROOM_FLOOR',
    reasons: [{ field: 'floor' }],
  })
  expect([(await add('B01', -1)).code, (await add('201', 2)).code]).toEqual([0, 0])
  const lower = await world.send(labs.sysadmin, buildingCalls.change, {
    params: { id: String(buildingId) },
    body: { serialId: 'F1', name: '平房', floors: 1 },
  })
  expect(lower).toMatchObject({ code: 'BUILDING_FLOORS', reasons: [{ field: 'floors' }] })
})

test('words that no list has: of a lab, of a person', async () => {
  const lab = { name: '新实验室', deptId: labs.deptId, serialId: 'LABWORDS' }
  expect(await world.send(labs.sysadmin, labCalls.create, { body: { ...lab, type: 'zzz' } })).toMatchObject({
    code: 'LAB_TYPE_UNKNOWN',
    reasons: [{ field: 'type' }],
  })
  expect(await world.send(labs.sysadmin, labCalls.create, { body: { ...lab, grade: 'zzz' } })).toMatchObject({
    code: 'LAB_GRADE_UNKNOWN',
  })
  const person = { username: 'odd', name: '某人' }
  expect(
    await world.send(labs.sysadmin, peopleCalls.create, { body: { ...person, userType: '77' } }),
  ).toMatchObject({ code: 'TYPE_UNKNOWN', reasons: [{ field: 'userType' }] })
  // A value that was removed from the list later stays in its row, and all other fields can still be changed.
  await world.sql(`update lab set type = 'old' where id = $1`, [labs.labId])
  const same = { id: labs.labId, name: '电镜室', deptId: labs.deptId, type: 'old' }
  expect((await world.send(labs.sysadmin, labCalls.change, { body: same })).code).toBe(0)
})

test('a transfer to where the instrument is already, with nothing else changed', async () => {
  const id = await labs.device({ serialId: 'T-1' })
  const ask = (more: object) =>
    world.send(labs.director, transferCalls.requestTransfer, {
      body: { deviceId: id, toLabId: labs.labId, why: '整理', ...more },
    })
  await world.sql('update device set contact_id = $2 where id = $1', [id, labs.member.id])
  expect(await ask({})).toMatchObject({ status: 422, code: 'TRANSFER_NOWHERE' })
  expect(await ask({ toKeeperId: labs.member.id })).toMatchObject({ code: 'TRANSFER_NOWHERE' })
  expect((await ask({ toKeeperId: labs.director.id })).code).toBe(0)
})

test('what is left out of a profile stays; what is emptied goes', async () => {
  const person = await world.person('留字段')
  await world.sql(
    `update user_account set email = 'stays@example.edu', phone = '13911110000' where id = $1`,
    [person.id],
  )
  const own = async () =>
    (
      await world.sql<{ email: string; phone: string }>(
        'select email, phone from user_account where id = $1',
        [person.id],
      )
    )[0]
  await world.ok(person, accountCalls.changeProfile, { body: { phone: '13911112222' } })
  expect(await own()).toEqual({ email: 'stays@example.edu', phone: '13911112222' })
  expect(
    (await world.send(person, accountCalls.changeProfile, { body: { phone: '12012345678' } })).reasons,
  ).toMatchObject([{ field: 'phone' }])
  await world.ok(person, accountCalls.changeProfile, { body: { phone: '' } })
  expect(await own()).toEqual({ email: 'stays@example.edu', phone: null })
})

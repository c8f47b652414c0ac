import { assetReportCalls as calls } from '@portal/contract/asset-report/asset-report'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let roomId: number
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  const [room] = await world.sql<{ id: number }>(
    `with b as (insert into building (serial_id, name) values ('B01', '理科楼') returning id)
      insert into room (building_id, name) select id, '301' from b returning id`,
  )
  roomId = room!.id
})
afterAll(() => world.close())

const body = (deviceId: number, more: object = {}) => ({
  deviceId,
  custodianId: labs.member.id,
  roomId,
  condition: 'in_use' as const,
  ...more,
})
const submit = (who: Person, deviceId: number, more: object = {}) =>
  world.send(who, calls.submit, { body: body(deviceId, more) })

test('reported, returned with a reason, handed in again, accepted: then the books say so', async () => {
  const deviceId = await labs.device({ shared: false })
  const upload = await world.ok(labs.member, calls.attach, {
    files: [
      {
        name: '铭牌.png',
        content: await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      },
    ],
  })
  const { id } = (
    await submit(labs.member, deviceId, { pictureIds: upload.map((f) => f.id), remark: '已贴标签' })
  ).data
  expect(await submit(labs.director, deviceId)).toMatchObject({ status: 409, code: 'ASSET_OPEN' })
  expect((await world.ok(labs.member, calls.list)).items).toMatchObject([
    { id, state: 'submitted', can: ['withdraw'], room: { building: '理科楼', name: '301' } },
  ])

  const giveBack = (who: Person, reason?: string) =>
    world.send(who, calls.return, { params: { id }, body: { reason } })
  expect((await giveBack(labs.member, '不行')).status).toBe(403)
  expect((await giveBack(labs.equipmentOffice)).status).toBe(422)
  expect((await giveBack(labs.equipmentOffice, '照片不清\n请补拍铭牌')).status).toBe(200)
  expect((await submit(labs.member, deviceId, { id, custodianId: labs.director.id })).status).toBe(200)

  const detail = await world.ok(labs.equipmentOffice, calls.get, { params: { id } })
  expect(detail).toMatchObject({
    state: 'submitted',
    can: ['accept', 'return'],
    known: { custodian: null, room: null, status: '正常' },
    custodian: { name: '主任' },
    pictures: [],
  })
  expect(detail.history.map((h) => [h.title, h.reason])).toEqual([
    ['提交', null],
    ['退回', '照片不清\n请补拍铭牌'],
    ['重新提交', null],
  ])
  const answers = await Promise.all(
    [1, 2].map(() => world.send(labs.equipmentOffice, calls.accept, { params: { id } })),
  )
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
  expect(await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: deviceId } })).toMatchObject({
    roomId,
    contact: { name: '主任' },
  })
  expect((await world.send(labs.member, calls.withdraw, { params: { id } })).status).toBe(409)
})

test('nobody is made keeper whose account was closed meanwhile', async () => {
  const deviceId = await labs.device()
  const gone = await world.person('离校的保管人')
  const { id } = (await submit(labs.member, deviceId, { custodianId: gone.id })).data
  await world.sql('update user_account set enabled = false where id = $1', [gone.id])
  const accept = () => world.send(labs.equipmentOffice, calls.accept, { params: { id } })
  expect(await accept()).toMatchObject({ status: 409, code: 'CUSTODIAN_GONE' })
  expect(await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: deviceId } })).toMatchObject({
    contact: null,
    roomId: null,
  })
  await world.ok(labs.equipmentOffice, calls.return, { params: { id }, body: { reason: '请更换保管人' } })
  expect((await submit(labs.member, deviceId, { id })).status).toBe(200)
  expect((await accept()).status).toBe(200)
})

test('a device keeps its place where the reported room was deleted meanwhile', async () => {
  const deviceId = await labs.device()
  await world.sql('update device set room_id = $2 where id = $1', [deviceId, roomId])
  const [gone] = await world.sql<{ id: number }>(
    `insert into room (building_id, name) select building_id, '302' from room where id = $1 returning id`,
    [roomId],
  )
  const { id } = (await submit(labs.member, deviceId, { roomId: gone?.id })).data
  await world.sql('delete from room where id = $1', [gone?.id])
  const accept = () => world.send(labs.equipmentOffice, calls.accept, { params: { id } })
  expect(await accept()).toMatchObject({ status: 409, code: 'ROOM_GONE' })
  const readRoom = async () =>
    (await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: deviceId } })).roomId
  expect(await readRoom()).toBe(roomId)
  await world.ok(labs.equipmentOffice, calls.return, { params: { id }, body: { reason: '请重新选择房间' } })
  expect((await submit(labs.member, deviceId, { id })).status).toBe(200)
  expect((await accept()).status).toBe(200)
  expect(await readRoom()).toBe(roomId)
})

test('what was reported of a device in another lab, or of one that is scrapped, is closed', async () => {
  const deviceId = await labs.device()
  const stateNow = async (id: number) =>
    (await world.ok(labs.equipmentOffice, calls.get, { params: { id } })).state
  const { id: first } = (await submit(labs.member, deviceId)).data
  await world.ok(labs.equipmentOffice, deviceManageCalls.changeBase, {
    params: { serialId: deviceId },
    body: { serialId: 'MOVED', name: '电镜', labId: labs.otherLabId },
  })
  expect(await stateNow(first)).toBe('withdrawn')
  expect((await world.send(labs.equipmentOffice, calls.accept, { params: { id: first } })).status).toBe(409)
  const { id: second } = (await submit(labs.outsider, deviceId, { custodianId: labs.outsider.id })).data
  await world.ok(labs.equipmentOffice, calls.return, { params: { id: second }, body: { reason: '无照片' } })
  await world.ok(labs.equipmentOffice, deviceManageCalls.operate, {
    params: { id: deviceId },
    body: { event: 'scrap', reason: '到期' },
  })
  expect(await stateNow(second)).toBe('withdrawn')
  expect(
    await world.sql(
      `select payload->'userIds' as ids, payload->>'body' as body from outbox
        where payload->>'title' like '固定资产填报已撤回%' order by id`,
    ),
  ).toEqual([
    { ids: [labs.member.id], body: '原因：仪器已转入其他实验室，原填报自动撤回；如仍由您负责，请重新填报' },
    { ids: [labs.outsider.id], body: '原因：仪器已报废，原填报自动撤回' },
  ])
})

test('only who has to do with a device reports on it, and only he and the office see that', async () => {
  const deviceId = await labs.device()
  for (const who of [labs.student, labs.outsider]) expect((await submit(who, deviceId)).status).toBe(403)
  const { id } = (await submit(labs.reviewer, deviceId)).data
  expect((await world.send(labs.director, calls.get, { params: { id } })).status).toBe(403)
  expect((await world.send(labs.director, calls.accept, { params: { id } })).status).toBe(403)
  expect((await world.send(labs.director, calls.list, { query: { scope: 'all' } })).status).toBe(403)
  expect(
    (
      await world.ok(labs.equipmentOffice, calls.list, {
        query: { scope: 'all', state: 'submitted', keyword: 'dianjing' },
      })
    ).items.map((r) => r.id),
  ).toEqual([])
  expect(
    (
      await world.ok(labs.equipmentOffice, calls.list, {
        query: { scope: 'all', state: 'submitted', keyword: '显微' },
      })
    ).items.map((r) => r.id),
  ).toEqual([id])
  await expectSorted(
    ['id', 'stateAt'],
    async (by) =>
      (
        await world.ok(labs.equipmentOffice, calls.list, {
          query: { scope: 'all', order_by: by, size: 1000 },
        })
      ).items,
  )
  await world.ok(labs.reviewer, calls.withdraw, { params: { id } })
  expect((await submit(labs.reviewer, deviceId, { id })).status).toBe(409)
})

test('what is not there is told under its field', async () => {
  const deviceId = await labs.device()
  expect(await submit(labs.member, deviceId, { roomId: 999_999 })).toMatchObject({
    status: 422,
    reasons: [{ field: 'roomId' }],
  })
  expect(await submit(labs.member, deviceId, { custodianId: 999_999 })).toMatchObject({
    reasons: [{ field: 'custodianId' }],
  })
  expect(await submit(labs.member, deviceId, { condition: 'lost' })).toMatchObject({
    status: 400,
    reasons: [{ field: 'condition' }],
  })
})

test('what is scrapped is reported on no more, and what was reported is not taken over', async () => {
  const deviceId = await labs.device()
  const setStatus = (status: string) =>
    world.sql('update device set status = $2, shared = false where id = $1', [deviceId, status])
  await setStatus('scrapped')
  expect(await submit(labs.member, deviceId)).toMatchObject({ status: 409, code: 'ASSET_SCRAPPED' })
  await setStatus('normal')
  const { id } = (await submit(labs.member, deviceId)).data
  await setStatus('scrapped')
  expect(await world.send(labs.equipmentOffice, calls.accept, { params: { id } })).toMatchObject({
    status: 409,
    code: 'ASSET_SCRAPPED',
  })
  await world.ok(labs.equipmentOffice, calls.return, { params: { id }, body: { reason: '已报废' } })
  expect(await submit(labs.member, deviceId, { id })).toMatchObject({ status: 409, code: 'ASSET_SCRAPPED' })
})

import { buildingCalls } from '@portal/contract/building/building'
import { deptCalls } from '@portal/contract/dept/dept'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const add = async (code: string, parentId: number | null = null) => (await world.ok(labs.sysadmin, deptCalls.create, { body: { code, name: `单位 ${code}`, parentId } })).id

test('a tree with its total, in order; a child of what is switched off stands at the top', async () => {
  const a = await add('A')
  const b = await add('B', a)
  await add('C', b)
  const { content, totalElements } = await world.ok(labs.student, deptCalls.tree, { query: {} })
  expect(totalElements).toBe(4)
  expect(content.find((d) => d.id === a)).toMatchObject({ label: '单位 A', children: [{ id: b, children: [{ code: 'C', children: [] }] }] })
  await world.ok(labs.sysadmin, deptCalls.change, { body: { id: a, code: 'A', name: '单位 A', enabled: false } })
  expect((await world.ok(labs.student, deptCalls.tree, { query: { enabled: 'true' } })).content.map((d) => d.id)).toContain(b)
  expect(await world.ok(labs.student, deptCalls.list, { query: { keyword: '单位', size: 2 } })).toMatchObject({ total: 3, items: [{ code: 'A' }, { code: 'B', parentName: '单位 A' }] })
})

test('no circles, also when two are hung under each other at once', async () => {
  const [x, y] = [await add('X'), await add('Y')]
  const hang = (id: number, code: string, parentId: number) => world.send(labs.sysadmin, deptCalls.change, { body: { id, code, name: code, parentId } })
  expect(await hang(x, 'X', x)).toMatchObject({ code: 'DEPT_CYCLE' })
  const answers = await Promise.all([hang(x, 'X', y), hang(y, 'Y', x)])
  expect(answers.map((a) => a.code).toSorted()).toEqual([0, 'DEPT_CYCLE'])
})

test('what is used stays; codes are unique; only system administrators write', async () => {
  expect(await world.send(labs.sysadmin, deptCalls.remove, { params: { id: labs.deptId } })).toMatchObject({ status: 409, code: 'DEPT_IN_USE' })
  const z = await add('Z')
  expect(await world.send(labs.sysadmin, deptCalls.create, { body: { code: 'Z', name: 'x' } })).toMatchObject({ code: 'DEPT_CODE_TAKEN' })
  expect((await world.send(labs.director, deptCalls.remove, { params: { id: z } })).status).toBe(403)
  await world.ok(labs.sysadmin, deptCalls.remove, { params: { id: z } })
  expect((await world.send(labs.sysadmin, deptCalls.remove, { params: { id: z } })).status).toBe(404)
})

test('buildings, their rooms, and what stands in them', async () => {
  const [building] = await world.sql<{ id: number }>(`insert into building (serial_id, name, campus, area_m2) values ('B01', '实验一楼', '东校区', 1200.5) returning id`)
  await world.sql(`insert into building (serial_id, name) values ('B02', '空楼')`)
  const [room] = await world.sql<{ id: number }>(`insert into room (building_id, name, floor, area_m2) values ($1, '101', 1, 40) returning id`, [building!.id])
  await world.sql('update lab set room_id = $1 where id = $2', [room!.id, labs.labId])
  await labs.device({ name: '在实验室房间' })
  await labs.device({ name: '未共享', shared: false })
  expect(await world.ok(labs.student, buildingCalls.list, { query: {} })).toMatchObject({ total: 2, items: [{ serialId: 'B01', areaM2: 1200.5, rooms: 1, labs: 1, devices: 1 }, { serialId: 'B02', devices: 0 }] })
  expect(await world.ok(labs.student, buildingCalls.tree, { query: {} })).toMatchObject([{ label: '实验一楼', children: [{ label: '101', floor: 1 }] }, { label: '空楼', children: [] }])
  expect(await world.ok(labs.student, buildingCalls.area, { query: { id: 'B01' } })).toEqual({ areaM2: 1200.5, roomAreaM2: 40, remark: null })
  expect(await world.ok(labs.student, buildingCalls.labRooms, { query: { id: building!.id } })).toMatchObject([{ name: '101', labs: [{ name: '电镜中心' }] }])
  expect(await world.ok(labs.student, buildingCalls.room, { query: { id: room!.id } })).toMatchObject({ building: { name: '实验一楼' }, devices: [{ name: '在实验室房间' }] })
  expect((await world.send(labs.student, buildingCalls.area, { query: { id: 'B99' } })).status).toBe(404)
})

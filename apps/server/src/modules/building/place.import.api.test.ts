import { bulkCalls, type ImportKind } from '@portal/contract/bulk/bulk'
import { buildingCalls } from '@portal/contract/building/building'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import { deptCalls } from '@portal/contract/dept/dept'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { committed, csv, settled, uploaded } from '../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Imports of depts, buildings and rooms: what their definitions judge and write. The mechanism itself is
// tested with people.

let world: World
let admin: Person
let reader: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  reader = await world.person('读者')
})
afterAll(() => world.close())

const bring = async (kind: ImportKind, rows: string[][]) => {
  const one = await uploaded(world, admin, kind, csv(rows))
  const verdicts = (await world.ok(admin, bulkCalls.rows, { params: { id: one.id } })).items.map(
    (r) => r.reasons.find((x) => x.level !== 'warning')?.message ?? r.verdict,
  )
  return { id: one.id, verdicts }
}
const write = (id: number, skipBad = false) => committed(world, admin, id, skipBad)

// The import runs in the background, so the cached tree follows a moment later.
const tree = async () => (await world.ok(reader, deptCalls.tree)).content

test('depts: a whole tree in one file, changed by the next, never in a circle', async () => {
  const first = await bring('dept', [
    ['单位编码', '单位名称', '单位类别', '上级单位编码', '状态'],
    ['100', '大学', '职能部门', '', ''],
    ['201', '物理学院', '院系', '100', ''],
    ['202', '化学学院', '', '100', '停用'],
    ['301', '某系', '外星', '999', ''],
  ])
  expect(first.verdicts).toEqual(['new', 'new', 'new', '单位类别应为院系、平台中心、职能部门'])
  expect(await write(first.id, true)).toMatchObject({ state: 'done' })
  await expect.poll(tree).toMatchObject([
    {
      code: '100',
      kind: 'office',
      children: [
        { code: '201', enabled: true },
        { code: '202', kind: 'college', enabled: false },
      ],
    },
  ])

  const second = await bring('dept', [
    ['单位编码', '单位名称', '上级单位编码', '排序'],
    ['100', '大学', '', ''],
    ['201', '物理系', '', '20'],
    ['202', '化学学院', '201', ''],
    ['203', '新院', '无此', ''],
  ])
  expect(second.verdicts).toEqual([
    'same',
    '物理学院',
    '100',
    '没有编码为“无此”的单位；同一文件中的上级请放在前面',
  ])
  await write(second.id, true)
  await expect
    .poll(tree)
    .toMatchObject([{ code: '100', children: [{ label: '物理系', children: [{ code: '202' }] }] }])

  const circle = await bring('dept', [
    ['单位编码', '单位名称', '上级单位编码'],
    ['201', '物理系', '202'],
  ])
  expect(circle.verdicts).toEqual(['上级单位不能是自己或自己的下级'])
  const top = await bring('dept', [
    ['单位编码', '单位名称', '上级单位编码'],
    ['202', '化学学院', '无'],
    ['201', '物理系', '202'],
  ])
  expect(top.verdicts).toEqual(['201', '100'])
  expect(await write(top.id)).toMatchObject({ state: 'done' })
  await expect.poll(tree).toMatchObject([
    { code: '100', children: [] },
    { code: '202', children: [{ code: '201' }] },
  ])
})

test('buildings, at their own address; what stands on the map stays there', async () => {
  const file = csv([
    ['楼宇编号', '楼宇名称', '校区', '楼层数', '建筑面积（平方米）'],
    ['B1', '材料楼', '主校区', '6', '12，000.5 ㎡'],
    ['B2', '化学楼', '主校区', '六', '-3'],
    ['B 3', 'x', '', '', ''],
  ])
  expect(
    (await world.send(reader, buildingCalls.upload, { files: [{ name: 'x.csv', content: file }] })).status,
  ).toBe(403)
  const template = await world.app.inject({
    url: '/api/building/template',
    headers: { authorization: admin.token },
  })
  expect([template.statusCode, template.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('.xlsx'),
  ])
  expect(
    (await world.app.inject({ url: '/api/building/template', headers: { authorization: reader.token } }))
      .statusCode,
  ).toBe(403)

  const { id } = await world.ok(admin, buildingCalls.upload, { files: [{ name: '楼宇.csv', content: file }] })
  expect(await settled(world, admin, id)).toMatchObject({ kind: 'building', counts: { new: 1, bad: 2 } })
  await write(id, true)
  const [made] = (await world.ok(reader, buildingCalls.list)).items
  expect(made).toMatchObject({ serialId: 'B1', floors: 6, areaM2: 12_000.5 })
  await world.ok(admin, campusMapCalls.pin, { params: { id: made!.id }, body: { at: { x: 0.5, y: 0.5 } } })

  const again = await bring('building', [
    ['楼宇编号', '楼宇名称'],
    ['B1', '材料大楼'],
    ['B4', '材料大楼'],
  ])
  expect(again.verdicts).toEqual(['材料楼', 'new'])
  await write(again.id)
  expect((await world.ok(reader, buildingCalls.list, { query: { keyword: 'B1' } })).items).toMatchObject([
    { name: '材料大楼', floors: 6, campus: '主校区', placed: true },
  ])
})

test('rooms, by the number or the name of their building', async () => {
  const { id, verdicts } = await bring('room', [
    ['楼宇编号', '房间号', '楼层', '面积', '用途'],
    ['B1', '101', '1', '40.5', '仪器室'],
    ['材料大楼', '102', '', '', ''],
    ['B9', '1', '', '', ''],
    ['B1', '101', '', '', ''],
    ['B1', '103', '高', '', ''],
  ])
  expect(verdicts).toEqual([
    'new',
    '有多栋楼宇名为“材料大楼”，请填写楼宇编号',
    '没有编号或名称为“B9”的楼宇',
    '与第 2 行重复',
    '楼层应为数字',
  ])
  await write(id, true)
  const again = await bring('room', [
    ['楼宇编号', '房间号', '用途'],
    ['B1', '101', '电镜室'],
    ['B1', '104', ''],
  ])
  expect(again.verdicts).toEqual(['仪器室', 'new'])
  await write(again.id)
  const rooms = (await world.ok(reader, buildingCalls.rooms)).items
  expect(rooms.find((r) => r.name === '101')).toMatchObject({ floor: 1, areaM2: 40.5, use: '电镜室' })
  expect(rooms.map((r) => r.name).toSorted()).toEqual(['101', '104'])
})

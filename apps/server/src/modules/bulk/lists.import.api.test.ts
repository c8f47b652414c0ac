import { buildingCalls } from '@portal/contract/building/building'
import { bulkCalls, type ImportKind } from '@portal/contract/bulk/bulk'
import { deptCalls } from '@portal/contract/dept/dept'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { labCalls } from '@portal/contract/lab/lab'
import { peopleCalls } from '@portal/contract/people/people'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { committed, uploaded, workbook } from '../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Imports of labs, categories and dictionaries, and of heads of depts and keepers of rooms.

let world: World
let labs: Labs
let admin: Person
let head: Person
let headUsername: string
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  admin = labs.sysadmin
  head = await world.person('李院长')
  headUsername =
    (await world.sql<{ username: string }>('select username from user_account where id = $1', [head.id]))[0]
      ?.username ?? ''
  await world.sql(`insert into building (serial_id, name, floors) values ('B001', '材料楼', 6)`)
})
afterAll(() => world.close())

type Cell = string | number | null
async function bring(by: Person, kind: ImportKind, rows: Cell[][]) {
  const one = await uploaded(world, by, kind, await workbook(rows))
  const { items } = await world.ok(by, bulkCalls.rows, { params: { id: one.id } })
  const verdicts = items.map((r) => r.reasons.find((x) => x.level === 'error')?.message ?? r.verdict)
  return { verdicts, items, write: (skipBad = true) => committed(world, by, one.id, skipBad) }
}
const findFile = async (by: Person, url: string) => {
  const reply = await world.app.inject({ url, headers: { authorization: by.token } })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return (await readXlsx(reply.rawPayload)).sheets[0]?.rows ?? []
}
/** An exported file can be imported again and changes nothing. */
async function comesBack(by: Person, kind: ImportKind, url: string) {
  const { verdicts } = await bring(by, kind, (await findFile(by, url)) as Cell[][])
  expect(new Set(verdicts), kind).toEqual(new Set(['same']))
}

test('depts have a head, rooms a keeper and a dept: by form, by file, in lists', async () => {
  const first = await bring(admin, 'dept', [
    ['单位编码', '单位名称', '负责人用户名'],
    ['701', '光学院', headUsername.toUpperCase()],
    ['702', '声学院', 'nobody-here'],
  ])
  expect(first.verdicts).toEqual(['new', '没有用户名为“nobody-here”的在用人员'])
  await first.write()
  const found = await world.ok(admin, deptCalls.list, { query: { keyword: '光学院' } })
  const [dept] = found.items
  if (!dept?.head) throw new Error('no head')
  expect(dept.head.name).toBe('李院长')
  expect((await world.ok(admin, deptCalls.get, { params: { id: dept.id } })).head).toEqual(dept.head)
  await comesBack(admin, 'dept', '/api/dept/info/download')
  const values = { id: dept.id, code: '701', name: '光学院' }
  expect(await world.send(admin, deptCalls.change, { body: { ...values, headId: 999_999 } })).toMatchObject({
    code: 'HEAD_UNKNOWN',
    reasons: [{ field: 'headId' }],
  })
  // A head whose account was closed stays until another one is named.
  await world.sql('update user_account set enabled = false where id = $1', [dept.head.id])
  await world.ok(admin, deptCalls.change, { body: { ...values, headId: dept.head.id } })
  await comesBack(admin, 'dept', '/api/dept/info/download')
  await world.sql('update user_account set enabled = true where id = $1', [dept.head.id])

  const rooms = await bring(admin, 'room', [
    ['楼宇编号', '房间号', '楼层', '房间负责人用户名', '所属部门'],
    ['B001', '301', 3, headUsername, '光学院'],
    ['B001', '302', 3, 'nobody-here', ''],
    ['B001', '303', 3, '', '没有这个院'],
  ])
  expect(rooms.verdicts).toEqual([
    'new',
    '没有用户名为“nobody-here”的在用人员',
    '没有编码或名称为“没有这个院”的单位',
  ])
  await rooms.write()
  const [room] = (await world.ok(admin, buildingCalls.rooms, { query: { keyword: '301' } })).items
  expect(room).toMatchObject({ keeper: { name: '李院长' }, dept: { name: '光学院' } })
  await comesBack(admin, 'room', '/api/v2/room/export')
  await world.sql('update user_account set enabled = false where id = $1', [head.id])
  await comesBack(admin, 'room', '/api/v2/room/export')
  await world.sql('update user_account set enabled = true where id = $1', [head.id])
  expect(
    (
      await bring(admin, 'room', [
        ['楼宇编号', '房间号', '房间负责人用户名', '所属部门'],
        ['B001', '301', '无', '无'],
      ])
    ).items[0],
  ).toMatchObject({
    verdict: 'changed',
    reasons: [
      { column: '房间负责人用户名', message: '李院长' },
      { column: '所属部门编码', message: '光学院' },
    ],
  })
  // A dept with rooms cannot be removed.
  expect(await world.send(admin, deptCalls.remove, { params: { id: dept.id } })).toMatchObject({
    code: 'DEPT_IN_USE',
    reasons: [{ message: '仍有 1 个房间' }],
  })
})

test('a lab may name a room whose number contains a space', async () => {
  await world.sql(
    `insert into room (building_id, name) select id, 'A 座 305' from building where serial_id = 'B001'`,
  )
  const { verdicts } = await bring(admin, 'lab', [
    ['实验室编号', '实验室名称', '单位', '主要房间'],
    ['LABX5', '激光实验室', '光学院', '材料楼 A 座 305'],
    ['LABX6', '超快实验室', '光学院', 'B001 A 座 305'],
    ['LABX7', '微波实验室', '光学院', 'B001 A 座 306'],
  ])
  expect(verdicts).toEqual(['new', 'new', '没有房间“B001 A 座 306”'])
})

test('a file says behind which line nothing was read', async () => {
  const lines = ['单位编码,单位名称', '710,甲院', ...Array.from({ length: 50_010 }, () => ''), '711,乙院']
  const one = await uploaded(world, admin, 'dept', Buffer.from(lines.join('\n')), '单位.csv')
  expect(one).toMatchObject({
    state: 'ready',
    counts: { new: 1, bad: 0 },
    message: '第 50003 行之后没有读取，请删除空行后重新上传',
  })
  // Nothing is behind the last line that is read: nothing is to be said.
  for (const end of ['', '\n']) {
    const whole = lines.slice(0, 50_002).concat('712,丙院').join('\n') + end
    expect(await uploaded(world, admin, 'dept', Buffer.from(whole), '单位.csv')).toMatchObject({
      state: 'ready',
      counts: { new: 2, bad: 0 },
      message: null,
    })
  }
})

test('labs: with area and year, changed by the next file, never closed by one', async () => {
  const rows = (more: Cell[][]) => [
    ['实验室编号', '实验室名称', '单位', '主要房间', '面积（平方米）', '建立年份', '主任用户名', '状态'],
    ...more,
  ]
  const first = await bring(
    admin,
    'lab',
    rows([
      ['LABX1', '光谱实验室', '光学院', '材料楼 301', '120.5㎡', '1998年', headUsername, ''],
      ['X2', '编号不对', '光学院', '', '', '', '', ''],
      ['LABX3', '未来实验室', '701', '', '', 2190, '', ''],
      ['LABX4', '无处可归', '没有这个院', 'B001 999', '', '', 'nobody-here', ''],
    ]),
  )
  expect(first.verdicts).toEqual([
    'new',
    '实验室编号以 LAB 开头，只能使用字母、数字、下划线和连字符',
    '建立年份不能晚于今年',
    '没有单位“没有这个院”',
  ])
  await first.write()
  const lab = await world.ok(admin, labCalls.get, { query: { id: 'LABX1' } })
  expect(lab).toMatchObject({
    name: '光谱实验室',
    areaM2: 120.5,
    foundedYear: 1998,
    dept: { name: '光学院' },
    room: { name: '301' },
    enabled: true,
    directors: [{ name: '李院长' }],
  })
  // A director has the role that opens the lab screens, and may change this lab.
  const { roles } = await world.ok(admin, peopleCalls.person, { params: { id: head.id } })
  expect(roles).toMatchObject([{ code: 'LAB_DIRECTOR' }])
  await world.ok(head, labCalls.change, { body: { id: lab.id, name: lab.name, deptId: lab.dept.id } })
  const second = await bring(
    admin,
    'lab',
    rows([['LABX1', '光谱与成像实验室', '光学院', '', '', 2001, '', '停用']]),
  )
  expect(second.items[0]).toMatchObject({
    verdict: 'changed',
    reasons: [
      { column: '状态', message: '已有实验室的状态不会由导入修改，请在列表中启用或停用' },
      { column: '实验室名称', message: '光谱实验室' },
      { column: '建立年份', message: '1998' },
    ],
  })
  await second.write()
  expect(await world.ok(admin, labCalls.get, { query: { id: 'LABX1' } })).toMatchObject({
    name: '光谱与成像实验室',
    areaM2: 120.5,
    foundedYear: 2001,
    enabled: true,
  })
  expect((await world.ok(admin, labCalls.search, { query: { labName: '成像' } })).total).toBe(1)
  await comesBack(admin, 'lab', '/api/laboratory/info/download')
  // A type that is no longer offered stays with the lab, under its label.
  const offer = (enabled: boolean) =>
    world.sql(
      `update dictionary_item i set enabled = $1 from dictionary d
        where d.id = i.dictionary_id and d.name = 'lab_type' and i.value = '3'`,
      [enabled],
    )
  await world.sql(`update lab set type = '3' where serial_id = 'LABX1'`)
  await offer(false)
  const listed = await findFile(admin, '/api/laboratory/info/download')
  expect(listed.find((r) => r[0] === 'LABX1')?.[3]).toBe('公共服务平台')
  await comesBack(admin, 'lab', '/api/laboratory/info/download')
  const typed = await bring(admin, 'lab', [
    ['实验室编号', '实验室名称', '单位', '类型'],
    ['LABX1', '光谱与成像实验室', '701', '教学实验室'],
    ['LABX8', '新平台', '701', '公共服务平台'],
  ])
  expect(typed.items.map((r) => r.reasons)).toMatchObject([
    [{ message: '公共服务平台' }],
    [{ message: '字典中没有“公共服务平台”' }],
  ])
  await offer(true)
  // Another dept of the same name: the file names depts, and the lab stays where it is.
  await world.sql(
    `insert into dept (code, name, parent_id) select '799', '光学院', id from dept where code = '701'`,
  )
  await comesBack(admin, 'lab', '/api/laboratory/info/download')
  expect(
    (await bring(admin, 'lab', rows([['LABX9', '新实验室', '光学院', '', '', '', '', '']]))).verdicts,
  ).toEqual(['有多个单位名为“光学院”，请填写编号'])
  await world.sql(`delete from dept where code = '799'`)
  expect((await world.send(labs.director, bulkCalls.template, { params: { kind: 'lab' } })).status).toBe(403)
  expect(
    await world.send(admin, labCalls.change, {
      body: { id: lab.id, name: lab.name, deptId: lab.dept.id, foundedYear: 2190 },
    }),
  ).toMatchObject({ code: 'FOUNDED_LATER' })
})

test('device categories: a tree in a file, tops stay tops, never in a circle', async () => {
  const header = ['分类编码', '分类名称', '上级分类编码', '排序']
  const by = labs.equipmentOffice
  const first = await bring(by, 'device-category', [
    header,
    ['T1', '光学', '', 10],
    ['T11', '显微镜', 'T1', 20],
    ['T12', '光谱仪', 'T11', 30],
    ['T13', '孤儿', 'T99', ''],
  ])
  expect(first.verdicts).toEqual(['new', 'new', 'new', '没有编码为“T99”的分类；同一文件中的上级请放在前面'])
  await first.write()
  const second = await bring(by, 'device-category', [
    header,
    ['T1', '光学', 'T12', ''],
    ['T11', '显微镜', 'T12', ''],
    ['T12', '光谱', 'T1', ''],
  ])
  expect(second.verdicts).toEqual(['该分类是大类，不能改为下级分类', 'changed', 'changed'])
  const circle = await bring(by, 'device-category', [header, ['T11', '显微镜', 'T12', '']])
  expect(circle.verdicts).toEqual(['上级分类不能是自己或自己的下级'])
  await (await bring(by, 'device-category', [header, ['T12', '光谱', 'T1', '']])).write()
  const all = await world.ok(by, deviceManageCalls.categories)
  expect(
    all
      .filter((c) => c.code.startsWith('T'))
      .map((c) => [c.code, c.name, all.find((p) => p.id === c.parentId)?.code, c.sort]),
  ).toEqual([
    ['T1', '光学', undefined, 10],
    ['T11', '显微镜', 'T1', 20],
    ['T12', '光谱', 'T1', 30],
  ])
  await comesBack(by, 'device-category', '/api/deviceCategory/export')

  // A ministry's classification has some thousands; the parent comes last in the order of the list.
  await world.sql(
    `with top as (insert into device_category (code, name, sort) values ('MOE', '大类', 99999) returning id)
      insert into device_category (code, name, parent_id) select 'MOE' || n, '小类 ' || n, id
      from top, generate_series(1, 2100) n`,
  )
  const many = await world.ok(by, deviceManageCalls.categories)
  expect(many.filter((c) => c.code.startsWith('MOE'))).toHaveLength(2101)
  const tree = await world.ok(by, deviceCalls.categoryTree)
  expect(tree.find((c) => c.code === 'MOE')?.children).toHaveLength(2100)
  expect((await findFile(by, '/api/deviceCategory/export')).slice(1)).toHaveLength(many.length)
})

test('dictionaries: entries and, by administrators, lists; keepers their own; numbers judged', async () => {
  const header = ['字典名称', '描述', '标签', '值', '排序', '状态']
  const first = await bring(admin, 'dictionary', [
    header,
    ['sample_kind', '样品类别', '粉末', 'powder', 10, ''],
    ['sample_kind', '', '块体', 'bulk', 20, '停用'],
    ['sample_kind', '', '又是粉末', 'powder', '', ''],
    ['acceptance_members_min', '', '三人', 'three', '', ''],
    ['坏名字', '', '甲', 'a', '', ''],
  ])
  expect(first.verdicts).toEqual([
    'new',
    'new',
    '与第 2 行重复',
    '值应为正整数',
    expect.stringContaining('字典名称只能使用'),
  ])
  await first.write()
  expect(
    (await world.ok(admin, dictionaryCalls.items, { query: { dictName: 'sample_kind' } })).content,
  ).toMatchObject([
    { label: '粉末', value: 'powder', sort: 10, enabled: true },
    { label: '块体', value: 'bulk', sort: 20, enabled: false },
  ])
  await expect
    .poll(async () => await world.ok(admin, dictionaryCalls.codes, { query: { type: 'sample_kind' } }))
    .toEqual([{ label: '粉末', value: 'powder' }])
  // The preview says of an edited description that it stays as it is.
  const described = await bring(admin, 'dictionary', [
    header,
    ['sample_kind', '样品的类别', '粉末', 'powder', '', ''],
    ['sample_kind', '样品类别', '块状', 'bulk', '', ''],
  ])
  expect(described.items.map((i) => [i.verdict, i.reasons.map((r) => [r.column, r.message])])).toEqual([
    ['same', [['描述', '已有字典的描述不会由导入修改']]],
    ['changed', [['标签', '块体']]],
  ])
  const kept =
    (
      await world.sql<{ name: string }>(
        `select d.name from dictionary d where kept_by = 'TENDER_ALL' order by id limit 1`,
      )
    )[0]?.name ?? ''
  const foreign =
    (
      await world.sql<{ name: string }>(
        `select d.name from dictionary d where kept_by = 'PURCHASE_ALL' order by id limit 1`,
      )
    )[0]?.name ?? ''
  const keeper = await world.person('招标办', { permissions: ['TENDER_ALL'] })
  const second = await bring(keeper, 'dictionary', [
    header,
    [foreign, '', '甲', '9', '', ''],
    ['sample_kind', '', '液体', 'liquid', '', ''],
    ['my_own', '', '甲', 'a', '', ''],
  ])
  expect(second.verdicts).toEqual([
    '该字典由其他部门维护，如需修改请联系系统管理员',
    '该字典由其他部门维护，如需修改请联系系统管理员',
    '没有名为“my_own”的字典，新增字典请联系系统管理员',
  ])
  const [, ...theirs] = await findFile(keeper, '/api/v2/dict/export')
  const names = new Set(theirs.map((r) => r[0]))
  expect([names.has(kept), names.has(foreign), names.has('sample_kind')]).toEqual([true, false, false])
  await comesBack(admin, 'dictionary', '/api/v2/dict/export')
  const stated = await bring(admin, 'dictionary', [header, ['device_status', '', '坏了', 'broken', '', '']])
  expect(stated.verdicts).toEqual(['该字典由系统规定，不能改名、删除或修改其条目'])
  // A file cannot disable the last number of a list that must have one.
  const [number] = await world.sql<{ name: string; label: string; value: string }>(
    `select d.name, i.label, i.value from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'acceptance_members_min' limit 1`,
  )
  expect(
    (
      await bring(admin, 'dictionary', [
        header,
        [number?.name ?? '', '', number?.label ?? '', number?.value ?? '', '', '停用'],
      ])
    ).verdicts,
  ).toEqual(['该字典须保留一个启用的条目，请在字典管理中停用'])
})

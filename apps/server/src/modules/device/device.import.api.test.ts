import { bulkCalls } from '@portal/contract/bulk/bulk'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { committed, csv, settled, uploaded } from '../../testing/sheets.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  await world.sql(`insert into device_category (code, name) values ('0101', '电子光学仪器')`)
  await world.sql(
    `with b as (insert into building (serial_id, name) values ('B1', '材料楼') returning id)
      insert into room (building_id, name) select id, '301' from b`,
  )
})
afterAll(() => world.close())

const bring = async (rows: string[][]) => {
  const one = await uploaded(world, labs.equipmentOffice, 'device', csv(rows))
  await settled(world, labs.equipmentOffice, one.id)
  const verdicts = (
    await world.ok(labs.equipmentOffice, bulkCalls.rows, { params: { id: one.id } })
  ).items.map((r) => r.reasons.find((x) => x.level !== 'warning')?.message ?? r.verdict)
  return { id: one.id, verdicts }
}

test('new ones, changed ones, and what is wrong with the rest', async () => {
  const head = [
    '资产编号',
    '仪器名称',
    '型号',
    '实验室',
    '分类编码',
    '房间',
    '联系人用户名',
    '仪器来源',
    '原值（元）',
    '购置日期',
    '共享',
  ]
  const first = await bring([
    head,
    [
      'D-1',
      '扫描电子显微镜',
      'JSM-7800F',
      '电镜中心',
      '0101',
      'B1 301',
      '',
      '购置',
      '￥3500000.00',
      '2024/5/1',
      '是',
    ],
    ['D-2', '离心机', '', '核磁中心', '', '材料楼 301', '', '', '', '', ''],
    ['D-3', '某仪器', '', '无此实验室', '9999', 'B9 1', 'nobody', '偷来', '-1', '', '也许'],
  ])
  expect(first.verdicts.slice(0, 2)).toEqual(['new', 'new'])
  expect(first.verdicts[2]).toMatch(/仪器来源应为|原值应为|共享应为/)
  await committed(world, labs.equipmentOffice, first.id, true)
  expect(await world.ok(labs.student, deviceCalls.info, { params: { id: 'D-1' } })).toMatchObject({
    origin: 'bought',
    priceFen: 350_000_000,
    boughtOn: '2024-05-01',
    lab: { id: labs.labId },
    dept: { id: labs.deptId },
    category: '电子光学仪器',
    room: { building: '材料楼', name: '301' },
    shared: true,
  })
  expect(
    (await world.ok(labs.student, deviceCalls.list, { query: { deviceName: 'saomiao' } })).items.map(
      (d) => d.serialId,
    ),
  ).toEqual(['D-1'])

  const second = await bring([
    head,
    ['D-1', '扫描电子显微镜', '', '核磁中心', '', '', '', '', '3500000', '', ''],
    ['D-2', '离心机', '', '核磁中心', '', '', '', '', '', '', ''],
    ['D-4', '仪器', '', '无此实验室', '', '', '', '', '', '', ''],
  ])
  expect(second.verdicts).toEqual(['（已登记的另一项）', 'same', '没有实验室“无此实验室”'])
  await committed(world, labs.equipmentOffice, second.id, true)
  expect(await world.ok(labs.student, deviceCalls.info, { params: { id: 'D-1' } })).toMatchObject({
    model: 'JSM-7800F',
    lab: { id: labs.otherLabId },
  })
})

test('what the reports ask of every instrument comes in, is shown in words, and stays where a cell is empty', async () => {
  const head = [
    '资产编号',
    '仪器名称',
    '实验室',
    '使用方向',
    '仪器类型',
    '共享模式',
    '运行状态',
    '进口设备',
    '海关监管',
    '生产日期',
    '保修截止日期',
  ]
  const first = await bring([
    head,
    ['D-7', '光谱仪', '电镜中心', '科研', '专用', '外部共享', '正常', '是', '是', '2020-01-01', '2030-01-01'],
    ['D-8', '天平', '电镜中心', '玩耍', '', '', '', '', '也许', '', ''],
  ])
  expect(first.verdicts[0]).toBe('new')
  expect(first.verdicts[1]).toMatch(/使用方向应为：教学、科研、教学与科研|海关监管应为：是、否/)
  await committed(world, labs.equipmentOffice, first.id, true)
  const stored = {
    purpose: 'research',
    design: 'special',
    shareMode: 'outside',
    running: 'good',
    imported: true,
    underCustoms: true,
    madeOn: '2020-01-01',
    warrantyUntil: '2030-01-01',
  }
  const read = () => world.ok(labs.equipmentOffice, deviceCalls.info, { params: { id: 'D-7' } })
  expect(await read()).toMatchObject(stored)
  const empty = ['D-7', '光谱仪', '电镜中心', ...head.slice(3).map(() => '')]
  expect((await bring([head, empty])).verdicts).toEqual(['same'])
  const second = await bring([head, empty.with(3, '教学')])
  expect(second.verdicts).toEqual(['科研'])
  await committed(world, labs.equipmentOffice, second.id)
  expect(await read()).toMatchObject({ ...stored, purpose: 'teaching' })
  expect((await bring([head, empty.with(9, '2031-01-01')])).verdicts).toEqual(['出厂日期不能晚于今天'])
})

test('a row never says anew what a known device is: one that was disposed of stays scrapped', async () => {
  const deviceId = await labs.device({ serialId: 'D-9', name: '离心机' })
  await world.sql(`update device set status = 'scrapped', shared = false where id = $1`, [deviceId])
  await world.sql(
    `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, way, income_fen,
        disposed_on, created_at)
      values ($1, 'disposed', now(), '到期', $2, 100, 'recycle', 0, '2026-01-02', now())`,
    [deviceId, labs.director.id],
  )
  const { id } = await bring([
    ['资产编号', '仪器名称', '型号', '实验室', '状态', '共享'],
    ['D-9', '离心机', 'TGL-16', '电镜中心', '正常', '是'],
  ])
  // The preview says what the row will not do, and names no change of it.
  const [row] = (await world.ok(labs.equipmentOffice, bulkCalls.rows, { params: { id } })).items
  expect(row?.reasons.map((r) => [r.level, r.column, r.message])).toEqual([
    ['warning', '状态', '已有仪器的状态不会由导入修改（现为已报废）'],
    ['warning', '共享', '已报废的仪器不能共享'],
    ['was', '型号', '（空）'],
  ])
  await committed(world, labs.equipmentOffice, id, true)
  expect(await world.ok(labs.equipmentOffice, deviceCalls.info, { params: { id: 'D-9' } })).toMatchObject({
    model: 'TGL-16',
    status: 'scrapped',
    shared: false,
  })
})

test('what went out comes in again and changes nothing, its contact too; a new contact has an account in use', async () => {
  const deviceId = await labs.device({ serialId: 'D-10', name: '质谱仪' })
  await world.sql(
    `update device set alias = 'MS', made_on = '2020-01-01', warranty_until = '2030-01-01', design = 'special',
        purpose = 'both', imported = true, under_customs = true, running = 'occasional', share_mode = 'outside'
      where id = $1`,
    [deviceId],
  )
  const gone = await world.person('张三')
  await world.sql('update device set contact_id = $2 where id = $1', [deviceId, gone.id])
  const find = async (id: number) =>
    (await world.sql<{ username: string }>('select username from user_account where id = $1', [id]))[0]!
      .username
  const usernames = [await find(gone.id), await find(labs.director.id)]
  const list = await world.app.inject({
    url: `${deviceManageCalls.export.path}?deviceName=${encodeURIComponent('质谱仪')}`,
    headers: { authorization: labs.equipmentOffice.token },
  })
  const rows = (await readXlsx(list.rawPayload)).sheets[0]!.rows.map((row) =>
    row.map((cell) => String(cell ?? '')),
  )
  expect(rows[0]).toEqual(expect.arrayContaining(['联系人用户名', '联系人姓名']))
  const out = new Map(rows[0]!.map((header, i) => [header, rows[1]![i]]))
  expect(
    ['出厂日期', '保修截止日期', '仪器类型', '使用方向', '进口设备', '海关监管', '运行状态', '共享模式'].map(
      (h) => out.get(h),
    ),
  ).toEqual(['2020-01-01', '2030-01-01', '专用', '教学与科研', '是', '是', '偶有故障', '外部共享'])
  expect((await bring(rows)).verdicts).toEqual(['same'])
  const contact = async (header: string, ...words: string[]) =>
    (
      await bring([
        ['资产编号', '仪器名称', '实验室', header],
        ...words.map((word) => ['D-10', '质谱仪', '电镜中心', word]),
      ])
    ).verdicts
  // A contact whose account is closed stays until another is named; a list of names changes nothing either.
  await world.sql('update user_account set enabled = false where id = $1', [gone.id])
  expect((await bring(rows)).verdicts).toEqual(['same'])
  expect(await contact('联系人', '张三')).toEqual(['same'])
  expect(await contact('联系人用户名', usernames[1]!.toUpperCase())).toEqual(['（已登记的另一项）'])
  await world.sql('update device set contact_id = $2 where id = $1', [deviceId, labs.director.id])
  expect(await contact('联系人用户名', usernames[0]!)).toEqual([`没有在用人员“${usernames[0]}”`])
})

test('a device that went to another lab after the preview does not go back unseen', async () => {
  const head = ['资产编号', '仪器名称', '实验室', '原值（元）']
  const first = await bring([head, ['MOVE-1', '天平', '电镜中心', '100']])
  await committed(world, labs.equipmentOffice, first.id)
  const second = await bring([head, ['MOVE-1', '天平', '电镜中心', '200']])
  expect(second.verdicts).toEqual(['100.00'])
  await world.sql(`update device set lab_id = $1 where serial_id = 'MOVE-1'`, [labs.otherLabId])
  expect(await committed(world, labs.equipmentOffice, second.id)).toMatchObject({
    state: 'ready',
    counts: { changed: 1 },
    message: expect.stringContaining('1 行与预览不一致'),
  })
  expect(
    await world.sql<{ lab: number; price: number }>(
      `select lab_id as lab, price_fen::int as price from device where serial_id = 'MOVE-1'`,
    ),
  ).toEqual([{ lab: labs.otherLabId, price: 10_000 }])
})

test('only by who keeps all devices', async () => {
  const file = csv([
    ['资产编号', '仪器名称', '实验室'],
    ['X', 'x', '电镜中心'],
  ])
  for (const who of [labs.director, labs.student])
    expect(
      (
        await world.send(who, bulkCalls.upload, {
          params: { kind: 'device' },
          files: [{ name: 'x.csv', content: file }],
        })
      ).status,
    ).toBe(403)
})

test('a thousand rows, found at once', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => [
    `BULK-${i}`,
    i % 2 ? '液相色谱仪' : '气相色谱仪',
    '电镜中心',
    '是',
  ])
  const { id } = await bring([['资产编号', '仪器名称', '实验室', '共享'], ...rows])
  expect(await committed(world, labs.equipmentOffice, id)).toMatchObject({ state: 'done' })
  expect(
    (await world.ok(labs.equipmentOffice, deviceManageCalls.manageList, { query: { deviceName: '气相' } }))
      .total,
  ).toBe(500)
})

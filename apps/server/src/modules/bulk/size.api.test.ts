import type { ImportKind } from '@portal/contract/bulk/bulk'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { countInUse, findMostGrown } from '../../testing/memory.ts'
import { committed, uploaded, workbook } from '../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Every kind of import with many rows; people have theirs in
// people/administration/import.api.test.ts. To measure a whole campus:
//   IMPORT_ROWS=20000 npx vitest run --reporter=verbose apps/server/src/modules/bulk/size.api.test.ts
const N = Number(process.env['IMPORT_ROWS'] ?? 2000)
/** Generous, because the machine does other work as well; alone, the import takes a thirtieth. */
const MOST_MS = Math.max(60_000, N * 15)
const MOST_BYTES = 100e6

let world: World
let labs: Labs
let finance: Person
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  finance = await world.person('财务', { permissions: ['FINANCIAL_EDIT'] })
  await world.sql(
    `insert into building (serial_id, name) select 'H' || n, '楼 ' || n from generate_series(1, 50) n`,
  )
  await world.sql(
    `insert into room (building_id, name) select id, '101' from building where serial_id like 'H%'`,
  )
  await world.sql(
    `insert into user_account (username, name) select 'owner' || n, '持卡人' || n
      from generate_series(1, 200) n`,
  )
  await world.sql(
    `insert into iot_gateway (name, created_by) select '满载网关 ' || n, $1 from generate_series(1, 200) n`,
    [labs.sysadmin.id],
  )
  await world.sql(`insert into device_category (code, name) values ('0101', '电子光学仪器')`)
})
afterAll(() => world.close())

type Cells = (string | number | null)[]
interface Case {
  by: () => Person
  header: readonly string[]
  row: (i: number) => Cells
  count: string
}
const names = [
  '场发射扫描电子显微镜',
  '核磁共振波谱仪',
  '气相色谱质谱联用仪',
  'X射线衍射仪',
  '激光共聚焦显微镜',
  '高速冷冻离心机',
  '原子力显微镜',
  '流式细胞仪',
]
const cases: Record<Exclude<ImportKind, 'user'>, Case> = {
  dept: {
    by: () => labs.sysadmin,
    header: ['单位编码', '单位名称', '单位类别', '上级单位编码', '排序'],
    // The first of every twenty is the parent of the others.
    row: (i) => [`Z${i}`, `第 ${i} 研究所`, '院系', i % 20 === 1 ? '无' : `Z${i - ((i - 1) % 20)}`, i],
    count: `select count(*) as n from dept where code like 'Z%'`,
  },
  building: {
    by: () => labs.sysadmin,
    header: ['楼宇编号', '楼宇名称', '校区', '地址', '楼层数', '建筑面积（平方米）'],
    row: (i) => [`B${i}`, `实验 ${i} 号楼`, i % 2 ? '主校区' : '东校区', `学府路 ${i} 号`, 6, 12_000.5],
    count: `select count(*) as n from building where serial_id like 'B%'`,
  },
  room: {
    by: () => labs.sysadmin,
    header: ['楼宇编号', '房间号', '楼层', '面积（平方米）', '用途'],
    row: (i) => [`H${(i % 50) + 1}`, `R${i}`, i % 12, 45.5, '仪器室'],
    count: `select count(*) as n from room where name like 'R%'`,
  },
  lab: {
    by: () => labs.sysadmin,
    header: ['实验室编号', '实验室名称', '单位', '主要房间', '面积（平方米）', '建立年份', '主任用户名'],
    row: (i) => [
      `LABZ${i}`,
      `第 ${i} 实验室`,
      '材料学院',
      `H${(i % 50) + 1} 101`,
      120.5,
      1998,
      `owner${(i % 200) + 1}`,
    ],
    count: `select count(*) as n from lab l join lab_member m on m.lab_id = l.id
      where l.serial_id like 'LABZ%'`,
  },
  'device-category': {
    by: () => labs.equipmentOffice,
    header: ['分类编码', '分类名称', '上级分类编码', '排序'],
    // The first of every twenty is the parent of the others.
    row: (i) => [`C${i}`, `第 ${i} 类`, i % 20 === 1 ? '' : `C${i - ((i - 1) % 20)}`, i],
    count: `select count(*) as n from device_category where code like 'C%'`,
  },
  dictionary: {
    by: () => labs.sysadmin,
    header: ['字典名称', '描述', '标签', '值', '排序', '状态'],
    row: (i) => [`many_${i % 20}`, '批量', `条目 ${i}`, `v${i}`, i, '启用'],
    count: `select count(*) as n from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name like 'many_%'`,
  },
  device: {
    by: () => labs.equipmentOffice,
    header: [
      '资产编号',
      '仪器名称',
      '常用名',
      '型号',
      '生产厂家',
      '分类编码',
      '实验室',
      '房间',
      '联系人用户名',
      '原值（元）',
      '购置日期',
      '共享',
    ],
    row: (i) => [
      `20${100_000 + i}`,
      names[i % names.length] ?? '',
      '电镜、SEM',
      `JSM-${7000 + (i % 300)}F`,
      '日本电子',
      '0101',
      i % 3 ? '电镜中心' : '核磁中心',
      `H${(i % 50) + 1} 101`,
      `owner${(i % 200) + 1}`,
      '3,500,000.00',
      '2024/5/1',
      i % 2 ? '是' : '否',
    ],
    count: `select count(*) as n from device where serial_id like '20%'`,
  },
  'fund-card': {
    by: () => finance,
    header: ['经费卡号', '经费卡名称', '持有人用户名', '单位', '余额', '生效日期'],
    row: (i) => [
      `KY-${i}`,
      `自然科学基金 ${i}`,
      `owner${(i % 200) + 1}`,
      '材料学院',
      '10000.00',
      '2026-01-01',
    ],
    count: `select count(*) as n from fund_card where number like 'KY-%'`,
  },
  'iot-gateway': {
    by: () => labs.sysadmin,
    header: ['网关', '位置', '备注'],
    row: (i) => [`批量网关 ${i}`, `H${(i % 50) + 1} 101`, '一期'],
    count: `select count(*) as n from iot_gateway where name like '批量网关 %'`,
  },
  'iot-sub-device': {
    by: () => labs.sysadmin,
    header: ['网关', '端口号', '类型', '名称', '房间'],
    row: (i) => [
      `满载网关 ${Math.ceil(i / 250)}`,
      ((i - 1) % 250) + 1,
      i % 2 ? '门禁' : '电表',
      `端口 ${i}`,
      `H${(i % 50) + 1} 101`,
    ],
    count: `select count(*) as n from iot_sub_device where name like '端口 %'`,
  },
}

test.for(Object.entries(cases) as [Exclude<ImportKind, 'user'>, Case][])(
  '%s: in seconds, in flat memory',
  { timeout: 600_000 },
  async ([kind, { by, header, row, count }], { annotate }) => {
    const file = await workbook([[...header], ...Array.from({ length: N }, (_, i) => row(i + 1))])
    const before = countInUse()
    const started = performance.now()
    let read = started
    const grown = await findMostGrown(async () => {
      const one = await uploaded(world, by(), kind, file)
      expect(one).toMatchObject({ state: 'ready', counts: { new: N, bad: 0 } })
      read = performance.now()
      expect(await committed(world, by(), one.id)).toMatchObject({ state: 'done', progress: N })
    }, before)
    const done = performance.now()
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    await annotate(
      `${kind}: ${N} rows, read ${seconds(read - started)} s, written ${seconds(done - read)} s, ` +
        `memory + ${Math.round(grown / 1e6)} MB`,
    )
    expect((await world.sql<{ n: number }>(count))[0]?.n).toBe(N)
    expect(done - started).toBeLessThan(MOST_MS)
    expect(grown).toBeLessThan(MOST_BYTES)
  },
)

const FEW = 2000
const MANY = 20_000
/** The file itself, and the unique values of its rows. */
const MAY_GROW = 25e6

test(
  'ten times the rows take no more memory, on their way in and on their way out',
  { timeout: 300_000 },
  async ({ annotate }) => {
    const { header, row } = cases.building
    const bring = async (first: string, rows: number) => {
      // Measured before the file is made: its cells, freed a moment later, would hide the growth.
      const before = countInUse()
      const file = await workbook([
        [...header],
        ...Array.from({ length: rows }, (_, i) => [`${first}${i}`, ...row(i).slice(1)]),
      ])
      return findMostGrown(async () => {
        const one = await uploaded(world, labs.sysadmin, 'building', file)
        expect(await committed(world, labs.sysadmin, one.id)).toMatchObject({ state: 'done', progress: rows })
      }, before)
    }
    const take = async (first: string) => {
      let file: Buffer = Buffer.alloc(0)
      const most = await findMostGrown(async () => {
        const reply = await world.app.inject({
          url: `/api/building/export?keyword=${first}`,
          headers: { authorization: labs.sysadmin.token },
        })
        file = reply.rawPayload
      })
      let rows = -1 // the header
      for await (const _ of streamXlsxRows(file, { sheet: 0 })) rows++
      return { rows, bytes: file.length, most }
    }
    const fewIn = await bring('FEW', FEW)
    let manyIn = await bring('MANY', MANY)
    const few = await take('FEW')
    let many = await take('MANY')
    // What is kept for good, as the code of a first time, grows once; memory that follows the rows always does.
    for (const again of ['AGAIN', 'THRICE']) {
      if (manyIn - fewIn >= MAY_GROW) manyIn = Math.min(manyIn, await bring(again, MANY))
      if (many.most - few.most >= MAY_GROW) many = await take('MANY')
    }
    const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    await annotate(
      `${FEW} and ${MANY} rows: in ${mb(fewIn)}, ${mb(manyIn)}; ` +
        `out ${mb(few.most)}, ${mb(many.most)}; the file ${mb(many.bytes)}`,
    )
    expect([few.rows, many.rows]).toEqual([FEW, MANY])
    expect(many.bytes).toBeLessThan(MANY * 100)
    expect(manyIn - fewIn).toBeLessThan(MAY_GROW)
    expect(many.most - few.most).toBeLessThan(MAY_GROW)
  },
)

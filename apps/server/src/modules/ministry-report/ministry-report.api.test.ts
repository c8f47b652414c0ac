import { ministryReportCalls as calls } from '@portal/contract/ministry-report/ministry-report'
import type { Layout, Tab } from '@portal/contract/ministry-report/layout'
import type { IssueCode } from '@portal/contract/ministry-report/issue'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { fillStock, makeMinistry, plantDevice, type Ministry } from '../../testing/ministry.ts'
import { csv, workbook } from '../../testing/sheets.ts'
import { plantUses } from '../../testing/uses.ts'
import { inject } from '../../testing/walk.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { draw, unnoted } from './row.store.ts'

// A year from its opening to its second version; thirty-three planted errors; and access.

let world: World
let office: Person
let head: Person
let otherHead: Person
let ministry: Ministry
let cl = 0
let hx = 0
const one = async (text: string, values: unknown[]) =>
  (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
const findHead = async (name: string, deptId: number) => {
  const p = await world.person(name, { deptId })
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [p.id],
  )
  return p
}

const lab = (number: string): Cells => ({
  number,
  name: `实验室 ${number}`,
  category: '1',
  foundedYear: '1999',
  area: '120.50',
  kind: '1',
  subject: '0805',
  teacherAwards: '0',
  teacherPatents: '1',
  studentAwards: '2',
  papers: '3',
  researchProjects: '4',
  serviceProjects: '0',
  teachingStudies: '1',
  graduates: '20',
  openInsideItems: '1',
  openInsidePeople: '30',
  openInsideHours: '300',
  openOutsideItems: '0',
  openOutsidePeople: '0',
  openOutsideHours: '0',
  partTimers: '2',
  runFund: '10.00',
  materialFund: '4.00',
})
const experiment = (number: string): Cells => ({
  number,
  name: `实验 ${number}`,
  category: '1',
  kind: '2',
  subject: '0805',
  requirement: '必修',
  experimenters: '本科生',
  people: '60',
  groupSize: '2',
  hours: '4',
  labNumber: 'LABA',
  labName: '实验室 LABA',
})
const member = (number: string): Cells => ({
  number,
  labNumber: 'LABA',
  labName: '实验室 LABA',
  name: '李四',
  gender: '男',
  bornOn: '198005',
  subject: '0805',
  post: '工程师',
  education: '硕士',
  homeDegree: '0',
  homeOther: '1',
  abroadDegree: '0',
  abroadOther: '0',
})
const fund: Cells = {
  fund: '100.00',
  purchaseFund: '60.00',
  purchaseTeaching: '20.00',
  maintainFund: '10.00',
  maintainTeaching: '5.00',
  runFund: '20.00',
  materialFund: '8.00',
  buildFund: '5.00',
  reformFund: '3.00',
  otherFund: '2.00',
}
async function fillTyped(year: number, mark: string) {
  for (const n of ['LABA', 'LABB', 'LABC', 'LABD']) await ministry.add(year, 'SJ6', lab(n))
  for (const n of ['E1', 'E2', 'E3', 'E4']) await ministry.add(year, 'SJ4', experiment(mark + n))
  for (const n of ['M1', 'M2', 'M3']) await ministry.add(year, 'SJ5', member(mark + n))
  const [school] = await ministry.table(year, 'SJ7')
  await world.ok(office, calls.changeRow, {
    params: { id: school?.id ?? 0 },
    body: { cells: { ...fund, otherFund: '2' } },
  })
}

beforeAll(async () => {
  world = await createWorld()
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  ministry = makeMinistry(world, office)
  cl = await one('insert into dept (code, name) values ($1, $2)', ['CL01', '材料学院'])
  hx = await one('insert into dept (code, name) values ($1, $2)', ['HX01', '化学学院'])
  head = await findHead('材料院长', cl)
  otherHead = await findHead('化学院长', hx)
  let labId = 0
  for (const n of ['LABA', 'LABB', 'LABC', 'LABD'])
    labId = await one('insert into lab (serial_id, name, dept_id) values ($1, $1, $2)', [n, cl])
  for (let i = 1; i <= 14; i++)
    await plantDevice(world, {
      number: `1000${String(i).padStart(4, '0')}`,
      labId,
      deptId: cl,
      priceYuan: 5_000,
      boughtOn: '2020-05-01',
    })
  for (let i = 1; i <= 6; i++)
    await plantDevice(world, {
      number: `2000000${i}`,
      labId,
      deptId: cl,
      priceYuan: 500_000,
      boughtOn: '2020-05-01',
      keeperId: office.id,
    })
  // Added in the second year, so that no table equals last year's.
  await plantDevice(world, {
    number: '30000001',
    labId,
    deptId: cl,
    priceYuan: 2_000,
    boughtOn: '2025-10-01',
  })
}, 60_000)
afterAll(() => world.close())

test('a year is opened with a layout that says where it is from, drawn, filled in, checked and frozen for good', async () => {
  await ministry.open(2024)
  expect(
    await world.send(office, calls.open, {
      body: { year: 2024, schoolCode: '10001', schoolKind: 'undergraduate' },
    }),
  ).toMatchObject({
    status: 409,
    code: 'YEAR_OPEN',
  })
  expect(
    await world.send(office, calls.open, {
      body: { year: 2090, schoolCode: '10001', schoolKind: 'undergraduate' },
    }),
  ).toMatchObject({
    code: 'YEAR_FUTURE',
  })
  const opened = await world.ok(office, calls.year, { params: { year: 2024 } })
  expect(opened).toMatchObject({
    state: 'opened',
    verified: false,
    basis: expect.stringContaining('须按当年填报说明核对'),
  })
  await world.ok(office, calls.verifyLayout, {
    params: { year: 2024 },
    body: { basis: '2024 年填报说明\n附件 3' },
  })
  const { rows } = await ministry.draw(2024)
  expect(rows).toEqual({ SJ1: 20, SJ3: 6 })
  // Without an earlier year the opening stock is unknown: the check asks for it, nothing is invented.
  expect((await ministry.issues(2024)).filter((i) => i.tab === 'SJ2').map((i) => i.code)).toEqual(
    Array(12).fill('REQUIRED'),
  )
  expect(await world.send(office, calls.freeze, { params: { year: 2024 }, body: {} })).toMatchObject({
    code: 'ISSUES_LEFT',
  })
  await fillStock(ministry, 2024)
  await fillTyped(2024, 'A')
  await ministry.check(2024)
  expect([...new Set((await ministry.issues(2024)).map((i) => i.code))]).toEqual(['HOURS_FEW'])
  await ministry.explainAll(2024)
  // The explanation holds while the issue is the same; another check does not remove it.
  await ministry.check(2024)
  expect((await ministry.issues(2024)).every((i) => i.words === '情况属实')).toBe(true)
  expect(await ministry.freeze(2024)).toBe(1)
  expect(await world.ok(office, calls.year, { params: { year: 2024 } })).toMatchObject({
    state: 'frozen',
    versions: 1,
    verified: true,
  })
  for (const table of ['ministry_version', 'ministry_version_row', 'ministry_correction']) {
    await expect(world.sql(`delete from ${table}`)).rejects.toThrow('append-only')
    const column =
      table === 'ministry_version_row' ? 'place' : table === 'ministry_version' ? 'number' : 'field'
    await expect(world.sql(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only')
  }
  await expect(
    world.sql(
      `insert into ministry_version_row (version_id, tab, place, cells, drawn) select id, 'SJ1', 9999, '{}', '{}' from ministry_version`,
    ),
  ).rejects.toThrow('append-only')
})

test('a later correction is the next version; what is else in it is shown', async () => {
  expect(
    await world.send(office, calls.freeze, { params: { year: 2024 }, body: { why: '更正' } }),
  ).toMatchObject({ code: 'SAME_AS_VERSION' })
  const [first] = await ministry.table(2024, 'SJ1')
  await ministry.correct(first?.id ?? 0, 'name', '更名仪器')
  expect(await world.ok(office, calls.year, { params: { year: 2024 } })).toMatchObject({
    state: 'changed',
    stale: true,
  })
  const detail = await world.ok(office, calls.row, { params: { id: first?.id ?? 0 } })
  expect(detail).toMatchObject({
    cells: { name: '更名仪器' },
    drawn: { name: '普通仪器' },
    corrections: [
      { field: 'name', drawn: '普通仪器', value: '更名仪器', reason: '按原始凭证更正', who: '设备处' },
    ],
  })
  // The correction survives the next drawing, and another correction withdraws it.
  await ministry.draw(2024)
  expect((await ministry.table(2024, 'SJ1'))[0]).toMatchObject({
    cells: { name: '更名仪器' },
    drawn: { name: '普通仪器' },
  })
  expect(await world.send(office, calls.freeze, { params: { year: 2024 }, body: {} })).toMatchObject({
    reasons: [{ field: 'why' }],
  })
  expect(await ministry.freeze(2024, '更名')).toBe(2)
  const query = { year: 2024, version: 2, withYear: 2024, withVersion: 1, tab: 'SJ1' as const }
  expect(await world.ok(office, calls.differences, { query })).toEqual({
    items: [
      expect.objectContaining({
        kind: 'changed',
        fields: [{ title: '仪器名称', before: '普通仪器', after: '更名仪器' }],
      }),
    ],
    total: 1,
  })
  const old = await world.ok(office, calls.rows, { query: { year: 2024, tab: 'SJ1', version: '1', size: 5 } })
  expect(old.items[0]?.cells['name']).toBe('普通仪器')
  await ministry.correct(first?.id ?? 0, 'name', null)
  expect((await ministry.table(2024, 'SJ1'))[0]?.cells['name']).toBe('普通仪器')
})

test('the next year starts where this one ended; thirty-three planted errors are each reported once, at their row', async () => {
  const [used] = await world.sql<{ id: number; labId: number }>(
    `select id, lab_id as "labId" from device where serial_id = '20000001'`,
  )
  const who = { userId: office.id, payerId: office.id }
  await plantUses(world, [
    {
      ...who,
      deviceId: used?.id ?? 0,
      labId: used?.labId ?? 0,
      begunAt: new Date('2026-03-01T02:00:00Z'),
      minutes: 60,
      nature: 'research',
    },
  ])
  await ministry.open(2025)
  await ministry.draw(2025)
  await fillTyped(2025, 'B')
  await ministry.check(2025)
  const before = await ministry.issues(2025)
  // The hours of six instruments, and the tables of laboratories and funds, which equal last year's.
  expect(before.map((i) => i.code).toSorted()).toEqual(
    [...Array(6).fill('HOURS_FEW'), 'IDENTICAL', 'IDENTICAL'].toSorted(),
  )
  const stock = await ministry.table(2025, 'SJ2')
  expect(stock.map((l) => [l.cells['count'], l.cells['amount']])).toEqual([
    ['20', '307.00'],
    ['1', '0.20'],
    ['0', '0.00'],
    ['21', '307.20'],
  ])

  const tables = new Map<Tab, Awaited<ReturnType<Ministry['table']>>>()
  for (const tab of ['SJ1', 'SJ2', 'SJ3', 'SJ4', 'SJ5', 'SJ6', 'SJ7'] as const)
    tables.set(tab, await ministry.table(2025, tab))
  const findId = (tab: Tab, at: number) => tables.get(tab)?.[at]?.id ?? 0
  const planted: [Tab, number | null, string | null, IssueCode][] = []
  // Written directly into the database, as a mistake in a file or an older program version would leave it.
  const plant = async (tab: Tab, at: number, cells: Cells, field: string | null, code: IssueCode) => {
    await world.sql('update ministry_row set typed = typed || $2::jsonb where id = $1', [
      findId(tab, at),
      JSON.stringify(cells),
    ])
    planted.push([tab, findId(tab, at), field, code])
  }
  await plant('SJ1', 0, { classCode: '' }, 'classCode', 'REQUIRED')
  await plant('SJ1', 1, { name: '一台名字长到三十个字节里放不下的仪器' }, 'name', 'LENGTH')
  await plant('SJ1', 2, { origin: '7' }, 'origin', 'CODE')
  await plant('SJ1', 3, { price: 'abc' }, 'price', 'FORMAT')
  await plant('SJ1', 4, { boughtOn: '2025-9' }, 'boughtOn', 'FORMAT')
  await plant('SJ1', 6, { number: '10000006' }, 'number', 'DUPLICATE')
  await plant('SJ1', 7, { price: '500.00' }, null, 'SCOPE')
  await plant('SJ1', 8, { boughtOn: '202609' }, 'boughtOn', 'BOUGHT_LATE')
  await plant('SJ1', 9, { deptCode: 'NOPE' }, 'deptCode', 'REFERS')
  await plant('SJ1', 10, { status: '5' }, 'status', 'CODE')
  await plant('SJ1', 11, { name: '显微镜😀' }, 'name', 'ENCODING')
  await plant('SJ1', 12, { purpose: '' }, 'purpose', 'REQUIRED')
  await plant('SJ1', 13, { country: 'ABCD' }, 'country', 'LENGTH')
  await plant('SJ3', 0, { teachingHours: '900', openHours: '5000' }, 'openHours', 'HOURS_OPEN')
  await plant('SJ3', 1, { teachingHours: '9000' }, null, 'HOURS_MANY')
  await plant('SJ3', 2, { name: '别的名字' }, 'name', 'UNLIKE_SJ1')
  await plant('SJ3', 3, { number: 'X999' }, 'number', 'NOT_IN_SJ1')
  planted.push(['SJ3', null, null, 'MISSING_IN_SJ3'])
  await plant('SJ3', 4, { samples: '若干' }, 'samples', 'FORMAT')
  await plant('SJ3', 5, { price: '100.00' }, null, 'SCOPE')
  planted.push(['SJ3', findId('SJ3', 5), 'price', 'UNLIKE_SJ1'])
  // Each line of the stock is wrong by itself while the four still balance, except in the last case.
  await plant('SJ2', 0, { count: '21' }, 'count', 'STOCK_START')
  await plant('SJ2', 3, { amount: '308.20' }, 'amount', 'STOCK_END')
  await world.sql(
    `update ministry_row set typed = '{"count": "0", "amount": "2.65", "largeAmount": "1.00"}' where id = $1`,
    [findId('SJ2', 1)],
  )
  planted.push(['SJ2', findId('SJ2', 1), 'largeAmount', 'STOCK_BALANCE'])
  await plant('SJ4', 0, { category: '9' }, 'category', 'CODE')
  await plant('SJ4', 1, { labNumber: 'LABZ' }, 'labNumber', 'REFERS')
  await plant('SJ4', 2, { people: '3.5' }, 'people', 'FORMAT')
  await plant('SJ5', 0, { bornOn: '19991' }, 'bornOn', 'FORMAT')
  await plant('SJ5', 1, { labNumber: 'LABY' }, 'labNumber', 'REFERS')
  await plant('SJ5', 2, { name: '' }, 'name', 'REQUIRED')
  await plant('SJ6', 1, { number: 'LABQ' }, 'number', 'REFERS')
  await plant('SJ6', 2, { materialFund: '11.00' }, 'materialFund', 'PART')
  await plant('SJ7', 0, { fund: '101.00', purchaseTeaching: '61.00', labs: '9' }, 'fund', 'TOTAL')
  planted.push(
    ['SJ7', findId('SJ7', 0), 'purchaseTeaching', 'PART'],
    ['SJ7', findId('SJ7', 0), 'labs', 'SUMS'],
  )
  expect(planted.length).toBeGreaterThanOrEqual(33)

  await ministry.check(2025)
  const known = new Set(before.map((i) => `${i.tab} ${i.rowId} ${i.field} ${i.code}`))
  const found = (await ministry.issues(2025)).map((i) => `${i.tab} ${i.rowId} ${i.field} ${i.code}`)
  expect(found.filter((i) => !known.has(i)).toSorted()).toEqual(
    planted.map((p) => p.map(String).join(' ')).toSorted(),
  )
  expect(new Set(found).size).toBe(found.length)
  // Once corrected, the issues are gone.
  await world.sql(
    `update ministry_row set typed = '{}' where year = 2025 and source is not null and tab in ('SJ1', 'SJ2', 'SJ3')`,
  )
  await ministry.check(2025)
  expect(
    (await ministry.issues(2025)).filter((i) => ['SJ1', 'SJ2', 'SJ3'].includes(i.tab)).map((i) => i.code),
  ).toEqual(Array(6).fill('HOURS_FEW'))
})

test('what is the same as last year’s is refused, and no word helps', async () => {
  for (const tab of ['SJ4', 'SJ5', 'SJ6'] as const)
    for (const r of await ministry.table(2025, tab))
      await world.ok(office, calls.removeRow, { params: { id: r.id } })
  await world.sql(`update ministry_row set typed = '{}' where year = 2025 and tab = 'SJ7'`)
  await fillTyped(2025, 'B')
  await ministry.check(2025)
  const identical = (await world.ok(office, calls.issues, { query: { year: 2025, code: 'IDENTICAL' } })).items
  expect(identical).toMatchObject([
    { tab: 'SJ6', rowId: null, can: [] },
    { tab: 'SJ7', rowId: null, can: [] },
  ])
  const [same] = identical
  expect(
    await world.send(office, calls.explain, { params: { id: same?.id ?? 0 }, body: { words: '确实相同' } }),
  ).toMatchObject({
    code: 'NOT_EXPLAINABLE',
  })
  await ministry.explainAll(2025)
  expect(await world.send(office, calls.freeze, { params: { year: 2025 }, body: {} })).toMatchObject({
    code: 'ISSUES_LEFT',
    reasons: expect.arrayContaining([{ code: 'ISSUES_LEFT', message: expect.stringContaining('SJ6') }]),
  })
  const [row] = await ministry.table(2025, 'SJ6')
  await world.ok(office, calls.changeRow, {
    params: { id: row?.id ?? 0 },
    body: { cells: { graduates: '21' } },
  })
  const [school] = await ministry.table(2025, 'SJ7')
  await world.ok(office, calls.changeRow, {
    params: { id: school?.id ?? 0 },
    body: { cells: { fund: '101.00', otherFund: '3.00' } },
  })
  await ministry.check(2025)
  await ministry.explainAll(2025)
  expect(await ministry.freeze(2025)).toBe(1)
  const across = { year: 2025, version: 1, withYear: 2024, withVersion: 2, tab: 'SJ1' as const }
  const { items } = await world.ok(office, calls.differences, { query: across })
  expect(items.map((d) => [d.kind, d.fields.map((f) => f.title)])).toEqual([
    ['changed', ['仪器名称']],
    ['added', []],
  ])
})

test('typed cells are right or refused at their field; files are taken whole or refused by row and column', async () => {
  const add = (cells: Cells, tab: Tab = 'SJ4') =>
    world.send(office, calls.addRow, { body: { year: 2025, tab, cells } })
  expect(await add({ ...experiment('E9'), people: '很多', category: '8', nowhere: '1' })).toMatchObject({
    reasons: [
      { field: 'cells.category', message: '实验类别“8”不在代码表中' },
      { field: 'cells.people', message: '实验者人数应为数字' },
      { field: 'cells.nowhere', message: '当年版式没有这个字段' },
    ],
  })
  expect(await add({}, 'SJ1')).toMatchObject({ code: 'NOT_TYPED' })
  expect(await add({}, 'SJ7')).toMatchObject({ code: 'ONE_ROW' })
  expect(await add({}, 'SZ2')).toMatchObject({ code: 'NO_TABLE' })
  const send = (content: Buffer, tab: Tab = 'SJ5', more = {}) =>
    world.send(office, calls.importRows, {
      body: { year: 2025, tab, ...more },
      files: [{ name: '人员.xlsx', content }],
    })
  for (const content of ['PK\u0003\u0004 nothing', 'PK\u0003\u0004'])
    expect(await send(Buffer.from(content, 'latin1'))).toMatchObject({ status: 415, code: 'BROKEN_SHEET' })
  const template = await inject(
    world.app,
    calls.template,
    { query: { year: 2025, tab: 'SJ5' } },
    office.token,
  )
  const [header = []] = (await readXlsx(template.rawPayload)).sheets[0]?.rows ?? []
  const line = (number: string, born: string) =>
    header.map((h) => {
      const words: Record<string, string> = {
        人员编号: number,
        出生年月: born,
        实验室编号: 'LABA',
        实验室名称: '甲',
        姓名: '王五',
        性别: '女',
        所属学科: '0805',
        专业技术职务: '讲师',
        文化程度: '博士',
      }
      return words[String(h).replace('*', '')] ?? (String(h).startsWith('专家') ? '' : '0')
    })
  const bad = await send(
    await workbook([
      header.map(String),
      line('P1', '1990-05'),
      line('P2', '十月'),
      line('', '199001'),
      line('#N/A', '199001'),
    ]),
  )
  expect(bad).toMatchObject({ code: 'BAD_ROWS' })
  expect(bad.reasons?.map((r) => r.message)).toEqual([
    '第 3 行“出生年月”：出生年月应为六位年月，如 202509',
    '第 4 行“人员编号”：缺少人员编号',
    '第 5 行“人员编号”：单元格中是公式错误 #N/A，请改正',
  ])
  expect(await send(csv([['人员编号', '没有的列']]))).toMatchObject({ code: 'BAD_ROWS' })
  const good = await workbook([header.map(String), line('P1', '1990-05'), line('P2', '1991/12')])
  expect((await send(good)).data).toEqual({ added: 2, replaced: 0 })
  expect((await send(good, 'SJ5', { replace: 'true' })).data).toEqual({ added: 2, replaced: 5 })
  const rows = await ministry.table(2025, 'SJ5')
  expect(rows.map((r) => [r.cells['number'], r.cells['bornOn'], r.cells['schoolCode']])).toEqual([
    ['P1', '199005', '10001'],
    ['P2', '199112', '10001'],
  ])
}, 90_000)

test('a layout is data: taken out, changed, brought in; what is wrong with it is said by its place', async () => {
  const file = await inject(world.app, calls.layoutFile, { params: { year: 2025 } }, office.token)
  const layout = JSON.parse(file.body) as Layout
  const set = (text: string) =>
    world.send(office, calls.setLayout, { params: { year: 2025 }, body: { text, basis: '2025 年填报说明' } })
  expect(await set('{"fixed": ')).toMatchObject({
    code: 'BAD_LAYOUT',
    reasons: [{ message: expect.stringContaining('不是正确的 JSON') }],
  })
  const spoilt = structuredClone(layout) as unknown as {
    tables: { fields: Record<string, unknown>[]; key: string[] }[]
    extra?: number
  }
  const [first] = spoilt.tables
  Object.assign(first?.fields[1] ?? {}, { width: 0, type: 'number' })
  first?.key.push('nowhere')
  const refused = await set(JSON.stringify(spoilt))
  expect(refused.code).toBe('BAD_LAYOUT')
  expect(refused.reasons?.map((r) => r.message)).toEqual([
    'tables 第 1 项 SJ1 → fields 第 2 项 number → type：字段类型应为 text、integer、decimal 或 month',
    'tables 第 1 项 SJ1 → fields 第 2 项 number → width：宽度不能小于 1',
  ])
  first?.fields.splice(1, 1, { ...layout.tables[0]?.fields[1] })
  expect((await set(JSON.stringify(spoilt))).reasons?.[0]?.message).toBe(
    'tables 第 1 项 SJ1 → key 第 2 项：SJ1 没有字段 nowhere',
  )
  first?.key.pop()
  Object.assign(first?.fields[3] ?? {}, { cut: '20' })
  expect((await set(JSON.stringify(spoilt))).reasons?.[0]?.message).toBe(
    'tables 第 1 项 SJ1 → fields 第 4 项 name → cut：只有 SJ1 中取自资产编号的字段可以省去开头',
  )
  // A width of twelve instead of eight, and one more code.
  const wider = structuredClone(layout)
  const number = wider.tables[0]?.fields.find((f) => f.name === 'number')
  if (number) number.width = 12
  expect(await set(JSON.stringify(wider))).toMatchObject({ status: 200 })
  expect(await world.ok(office, calls.year, { params: { year: 2025 } })).toMatchObject({
    verified: false,
    basis: '2025 年填报说明',
    stale: true,
  })
  expect(
    (await world.ok(office, calls.layout, { params: { year: 2025 } })).tables[0]?.fields.find(
      (f) => f.name === 'number',
    )?.width,
  ).toBe(12)
  expect(await world.ok(office, calls.copyLayout, { params: { year: 2025 } })).toEqual({ from: 2024 })
  expect(await world.send(office, calls.copyLayout, { params: { year: 2024 } })).toMatchObject({
    code: 'NO_LAYOUT',
  })
})

test('a head keeps the rows of his college and sees no others; whoever is neither sees nothing', async () => {
  const mine = await world.ok(head, calls.addRow, {
    body: { year: 2025, tab: 'SJ4', cells: experiment('H1') },
  })
  expect(
    await world.send(head, calls.addRow, {
      body: { year: 2025, tab: 'SJ4', deptId: hx, cells: experiment('H2') },
    }),
  ).toMatchObject({
    status: 403,
  })
  const seen = await world.ok(head, calls.rows, { query: { year: 2025, tab: 'SJ4' } })
  expect(seen.items.map((r) => [r.id, r.dept?.id, r.can])).toEqual([[mine.id, cl, ['edit', 'remove']]])
  expect((await world.ok(otherHead, calls.rows, { query: { year: 2025, tab: 'SJ4' } })).total).toBe(0)
  await world.ok(head, calls.changeRow, { params: { id: mine.id }, body: { cells: { people: '61' } } })
  for (const call of [calls.row, calls.changeRow, calls.removeRow])
    expect(
      (
        await world.send(otherHead, call as typeof calls.changeRow, {
          params: { id: mine.id },
          body: { cells: {} },
        })
      ).status,
    ).toBe(403)
  const year = await world.ok(head, calls.year, { params: { year: 2025 } })
  expect(year.tables.map((t) => t.tab)).toEqual(['SJ4', 'SJ5', 'SJ6'])
  expect(year.can).toEqual(['check'])
  // The office's row has the same fault, with which the head has nothing to do.
  const theirs = await ministry.add(2025, 'SJ4', experiment('H9'))
  await world.sql(`update ministry_row set typed = typed || '{"category": "9"}' where id = any($1)`, [
    [mine.id, theirs],
  ])
  expect((await world.ok(head, calls.check, { params: { year: 2025 } })).open).toBe(1)
  for (const [who, open] of [
    [head, 1],
    [otherHead, 0],
  ] as const) {
    const { items } = await world.ok(who, calls.years)
    expect(items.find((y) => y.year === 2025)?.open).toBe(open)
    expect((await world.ok(who, calls.year, { params: { year: 2025 } })).open).toBe(open)
  }
  const found = await world.ok(head, calls.issues, { query: { year: 2025 } })
  expect(found.items.map((i) => [i.rowId, i.code])).toEqual([[mine.id, 'CODE']])
  expect((await world.ok(otherHead, calls.issues, { query: { year: 2025 } })).total).toBe(0)
  const issue = { params: { id: found.items[0]?.id ?? 0 }, body: { words: '新类别' } }
  expect((await world.send(otherHead, calls.explain, issue)).status).toBe(403)
  await world.ok(head, calls.explain, issue)
  for (const tab of ['SJ1', 'SJ3', 'SJ7', 'SZ1'] as const)
    expect((await world.send(head, calls.rows, { query: { year: 2025, tab } })).status).toBe(403)
  for (const call of [calls.draw, calls.freeze])
    expect((await world.send(head, call, { params: { year: 2025 }, body: {} })).status).toBe(403)
  expect(
    (await world.send(head, calls.rows, { query: { year: 2025, tab: 'SJ4', version: '1' } })).status,
  ).toBe(403)
  const nobody = await world.person('教师', { deptId: cl })
  expect((await world.send(nobody, calls.years)).status).toBe(403)
  expect((await world.send(nobody, calls.rows, { query: { year: 2025, tab: 'SJ4' } })).status).toBe(403)
  expect((await world.send(nobody, calls.row, { params: { id: mine.id } })).status).toBe(403)
  expect((await world.send(null, calls.years)).status).toBe(401)
})

test('who saves a row that an import takes away meanwhile is told that it is gone', async () => {
  const id = await ministry.add(2024, 'SJ5', member('GONE'))
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from ministry_year where year = 2024 for update')
    const saving = world.send(office, calls.changeRow, {
      params: { id },
      body: { cells: { name: '王五' } },
    })
    await expect.poll(() => countBlocked(world)).toBe(1)
    await holder.query('delete from ministry_row where id = $1', [id])
    await holder.query('commit')
    expect(await saving).toMatchObject({ status: 404 })
  } finally {
    holder.release()
  }
})

test('a frozen version is of the school that it was, whatever kind the year is set to later', async () => {
  const file = { params: { year: 2024 }, query: { version: 1 } }
  const listSheets = async () =>
    (await readXlsx((await inject(world.app, calls.workbook, file, office.token)).rawPayload)).sheets.map(
      (sheet) => sheet.name,
    )
  const before = await listSheets()
  const setKind = (schoolKind: 'undergraduate' | 'vocational') =>
    world.ok(office, calls.set, { params: { year: 2024 }, body: { schoolCode: '10001', schoolKind } })
  await setKind('vocational')
  expect(await listSheets()).toEqual(before)
  const year = await world.ok(office, calls.year, { params: { year: 2024 } })
  expect(year.tables.map((t) => t.tab)).not.toContain('SJ4')
  expect(year.frozen.find((v) => v.number === 1)?.schoolKind).toBe('undergraduate')
  await setKind('undergraduate')
})

test('instruments are drawn again at once where the table was analysed while it was empty', async () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => ({
    source: `device:${i}`,
    drawn: { number: `${i}` },
  }))
  const drawAll = (all: typeof rows) =>
    world.asSystem(({ db, now }) =>
      unnoted(db, () => draw({ db, now, me: { id: office.id } }, 2025, 'SJ1', all)),
    )
  const count = () =>
    world.sql(`select count(*)::int as n from ministry_row where year = 2025 and tab = 'SJ1'`)
  for (const table of ['ministry_issue', 'ministry_row']) await world.sql(`delete from ${table}`)
  await world.sql('analyze ministry_row')
  await drawAll(rows)
  expect(await count()).toEqual([{ n: rows.length }])
  await drawAll(rows.slice(1))
  expect(await count()).toEqual([{ n: rows.length - 1 }])
})

interface Plan {
  'Sort Space Type'?: string
  Plans?: Plan[]
}
const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
interface Statement {
  text?: string
  values?: unknown[]
}
test('a page of a table reads the cells of its own rows, not those of forty thousand', async () => {
  await ministry.open(2022)
  await world.sql(
    `insert into ministry_row (year, tab, source, drawn, changed_at)
      select 2022, 'SJ1', 'device:' || n,
        jsonb_build_object('number', n::text, 'name', repeat('仪', 200)), now()
      from generate_series(1, 40000) n`,
  )
  await world.sql('analyze ministry_row')
  const query = { year: 2022, tab: 'SJ1' as const, page: 2, size: 20 }
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const third = await world.ok(office, calls.rows, { query })
  const statements = sent.mock.calls.map(([statement]) => statement as Statement)
  sent.mockRestore()
  expect(third.total).toBe(40_000)
  expect(third.items.map((r) => [r.place, r.cells['number']])).toEqual(
    Array.from({ length: 20 }, (_, i) => [41 + i, String(41 + i)]),
  )
  expect(await world.ok(office, calls.rows, { query: { ...query, page: 2000 } })).toEqual({
    items: [],
    total: 40_000,
  })

  const { text = '', values } =
    statements.find((s) => s.text?.includes('ministry_row') && s.text.includes('offset')) ?? {}
  const { rows } = await world.database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap((p) => listNodes(p.Plan)))
  expect(nodes.map((node) => node['Sort Space Type'])).toContain('Memory')
  expect(nodes.map((node) => node['Sort Space Type'])).not.toContain('Disk')
})

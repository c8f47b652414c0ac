import { readFileSync } from 'node:fs'
import { ministryReportCalls as calls } from '@portal/contract/ministry-report/ministry-report'
import { findTable, type Tab } from '@portal/contract/ministry-report/layout'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillStock, makeMinistry, plantDevice, type Ministry } from '../../testing/ministry.ts'
import { plantUses } from '../../testing/uses.ts'
import { inject } from '../../testing/walk.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A small campus and its SJ1, SJ2 and SJ3 of 2025–2026,
// compared cell by cell with files written by hand (golden/).

let world: World
let office: Person
let ministry: Ministry
let sem = 0
const golden = (name: string) => new URL(`golden/${name}`, import.meta.url)
const goldenRows = (tab: string) => {
  const [header = [], ...rows] = readFileSync(golden(`${tab}.csv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(header.map((h, i) => [h, cells[i] ?? ''])))
}
const one = async (text: string, values: unknown[]) =>
  (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0

beforeAll(async () => {
  world = await createWorld()
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const keeper = await world.person('张三')
  ministry = makeMinistry(world, office)
  const cl = await one('insert into dept (code, name) values ($1, $2)', ['CL01', '材料学院'])
  const hx = await one('insert into dept (code, name) values ($1, $2)', ['HX01', '化学学院'])
  const lab = (number: string, deptId: number) =>
    one('insert into lab (serial_id, name, dept_id) values ($1, $1, $2)', [number, deptId])
  const [a, b] = [await lab('LABA', cl), await lab('LABB', hx)]
  const inA = { labId: a, deptId: cl, keeperId: keeper.id }
  const inB = { labId: b, deptId: hx, keeperId: keeper.id }
  const device = (d: Parameters<typeof plantDevice>[1]) => plantDevice(world, d)
  sem = await device({
    ...inA,
    number: '20250001',
    name: '场发射扫描电镜',
    model: 'SU8010',
    spec: '1.0 nm',
    country: '日本',
    priceYuan: 3_250_000,
    boughtOn: '2021-03-15',
  })
  const nmr = await device({
    ...inB,
    number: '20250002',
    class: '03040506',
    name: '核磁共振谱仪',
    model: 'AVANCE 600',
    origin: 'donated',
    country: '德国',
    priceYuan: 600_000.5,
    boughtOn: '2020-11-02',
    status: 'broken',
    purpose: 'teaching',
  })
  await device({
    ...inA,
    number: '20250003',
    class: '04010101',
    name: '数控车床',
    origin: 'built',
    priceYuan: 120_000,
    boughtOn: '2022-06-30',
    status: 'maintenance',
    purpose: 'teaching',
  })
  // Bought on the last day of the year, and used for both purposes, for which the ministry has no code.
  await device({
    ...inA,
    number: '20250004',
    class: '03010101',
    name: '电子天平',
    model: 'XS205',
    spec: '0.01 mg',
    origin: 'transferred',
    country: '瑞士',
    priceYuan: 9_800.1,
    boughtOn: '2026-08-31',
    purpose: 'both',
  })
  await device({ ...inA, number: '20250005', priceYuan: 799.99, boughtOn: '2022-01-01' })
  await device({ ...inA, number: '20250006', class: '16000000', priceYuan: 50_000, boughtOn: '2022-01-01' })
  await device({ ...inA, number: '20250007', priceYuan: 50_000, boughtOn: '2026-09-01' })
  await device({
    ...inA,
    number: '20250008',
    priceYuan: 100_000,
    boughtOn: '2012-01-01',
    goneOn: '2026-08-31',
  })
  await device({
    ...inB,
    number: '20250009',
    class: '03050607',
    name: '旧光谱仪',
    priceYuan: 150_000,
    boughtOn: '2010-01-20',
    goneOn: '2026-09-01',
  })

  const use = { deviceId: sem, labId: a, userId: keeper.id, payerId: keeper.id }
  const at = (iso: string) => new Date(iso)
  await plantUses(world, [
    // One minute before the year's first midnight in the campus's time zone, and exactly at it.
    { ...use, begunAt: at('2025-08-31T15:59:00Z'), minutes: 60, nature: 'research', samples: 9 },
    {
      ...use,
      begunAt: at('2025-08-31T16:00:00Z'),
      minutes: 90,
      preparationMinutes: 30,
      nature: 'teaching',
      tier: 'dept',
      samples: 2,
    },
    {
      ...use,
      begunAt: at('2026-02-10T02:00:00Z'),
      minutes: 600,
      preparationMinutes: 30,
      cleanupMinutes: 30,
      nature: 'research',
      tier: 'campus',
      samples: 5,
      trainedStudents: 3,
      projectNumber: 'P1',
    },
    { ...use, begunAt: at('2026-02-12T02:00:00Z'), minutes: 60, nature: null, tier: 'campus' },
  ])
  // Moved on 1 March: its hours stay with the old laboratory, and SJ3 has all of them.
  await world.sql('update device set lab_id = $2, dept_id = $3 where id = $1', [sem, b, hx])
  await plantUses(world, [
    {
      ...use,
      labId: b,
      begunAt: at('2026-03-05T02:00:00Z'),
      minutes: 240,
      nature: 'research',
      tier: 'school',
      projectNumber: 'P2',
    },
    {
      ...use,
      labId: b,
      begunAt: at('2026-03-06T02:00:00Z'),
      minutes: 60,
      nature: 'research',
      tier: 'school',
      projectNumber: 'P1',
    },
    {
      ...use,
      labId: b,
      begunAt: at('2026-08-31T15:59:00Z'),
      minutes: 60,
      nature: 'social_service',
      tier: 'company',
    },
    {
      ...use,
      labId: b,
      begunAt: at('2026-08-31T16:00:00Z'),
      minutes: 60,
      nature: 'social_service',
      tier: 'company',
      samples: 9,
    },
  ])
  await world.sql(
    `insert into device_teaching (device_id, kind, title, teacher, held_on, minutes, mastery, students, teachers)
      values ($1, 'course', '电镜课', '张三', '2026-05-01', 60, 'shown', 20, 1), ($1, 'course', '电镜课', '张三', '2025-08-31', 60, 'shown', 50, 0)`,
    [sem],
  )
  const result = (kind: string, level: string, day: string, state: 'confirmed' | 'awaiting' = 'confirmed') =>
    world.sql(
      `with r as (insert into device_achievement (kind, level, title, people, achieved_on) values ($1, $2, '成果', '张三', $3) returning id)
        insert into achievement_device (achievement_id, device_id, state, judged_at)
        select id, $4, $5, case when $5 = 'confirmed' then now() end from r`,
      [kind, level, day, sem, state],
    )
  await result('paper', 'indexed', '2025-09-01')
  await result('paper', 'indexed', '2026-08-31')
  await result('paper', 'indexed', '2026-09-01')
  await result('paper', 'core', '2026-01-01', 'awaiting')
  await result('patent', 'teacher', '2026-01-01')
  expect(nmr).toBeGreaterThan(0)

  await ministry.open(2024)
  await ministry.draw(2024)
  await fillStock(ministry, 2024)
  await ministry.check(2024)
  await ministry.explainAll(2024)
  await ministry.freeze(2024)
  await ministry.open(2025)
  await ministry.draw(2025)
}, 60_000)
afterAll(() => world.close())

test.each(['SJ1', 'SJ2', 'SJ3'] as const)('%s is the golden file, cell by cell', async (tab) => {
  const rows = await ministry.table(2025, tab)
  expect(rows.map((r) => r.cells)).toEqual(goldenRows(tab))
})

test('as text of fixed widths SJ1 is the golden file, byte by byte; without widths there is none', async () => {
  const text = async (tab: Tab) =>
    inject(world.app, calls.fixedText, { params: { year: 2025 }, query: { tab } }, office.token)
  expect(Buffer.compare((await text('SJ1')).rawPayload, readFileSync(golden('SJ1.txt')))).toBe(0)
  expect((await text('SJ3')).json()).toMatchObject({ code: 'NO_WIDTHS' })
})

test('as Excel there is one sheet a table, with the same cells; numbers are numbers', async () => {
  const answer = await inject(world.app, calls.workbook, { params: { year: 2025 }, query: {} }, office.token)
  const { sheets } = await readXlsx(answer.rawPayload)
  expect(sheets.map((s) => s.name)).toEqual(['SJ1', 'SJ2', 'SJ3', 'SJ4', 'SJ5', 'SJ6', 'SJ7', 'SZ1'])
  const layout = await world.ok(office, calls.layout, { params: { year: 2025 } })
  for (const tab of ['SJ1', 'SJ2', 'SJ3'] as const) {
    const fields = findTable(layout, tab)?.fields ?? []
    const [header, ...rows] = sheets.find((s) => s.name === tab)?.rows ?? []
    expect(header).toEqual(fields.map((f) => f.title))
    const expected = goldenRows(tab).map((cells) =>
      fields.map((f) => (f.type === 'text' || f.type === 'month' ? cells[f.name] : Number(cells[f.name]))),
    )
    expect(rows.map((r) => fields.map((_, i) => r[i] ?? ''))).toEqual(expected)
  }
})

test('hours of an instrument that was moved stand where they were, and are one row of SJ3', async () => {
  const [row] = await ministry.table(2025, 'SJ3')
  const detail = await world.ok(office, calls.row, { params: { id: row?.id ?? 0 } })
  expect(detail.hours).toEqual([
    { lab: 'LABA', dept: '材料学院', minutes: 120 + 660 + 60, unstated: 60 },
    { lab: 'LABB', dept: '化学学院', minutes: 240 + 60 + 60, unstated: 0 },
  ])
  const found = await ministry.issues(2025)
  expect(found.filter((i) => i.rowId === row?.id).map((i) => i.code)).toEqual(['HOURS_UNSTATED', 'HOURS_FEW'])
  expect(found.filter((i) => i.tab === 'SJ1').map((i) => [i.code, i.field])).toEqual([
    ['REQUIRED', 'purpose'],
  ])
})

test('tables of one row are sums of the others', async () => {
  const [row] = await ministry.table(2025, 'SZ1')
  expect(row?.cells).toMatchObject({
    schoolCode: '10001',
    devices: '5',
    deviceAmount: '4129800.60',
    largeDevices: '4',
    largeAmount: '412.00',
    preciousDevices: '2',
    teachingHours: '2',
    researchHours: '16',
    serviceHours: '1',
    samples: '7',
    experiments: '0',
  })
})

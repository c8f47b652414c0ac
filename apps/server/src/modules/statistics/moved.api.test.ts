import { financeReportCalls } from '@portal/contract/finance-report/finance-report'
import type { Call } from '@portal/contract/kernel/call'
import { boardCalls } from '@portal/contract/statistics/board'
import { pivotCalls } from '@portal/contract/statistics/pivot'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { dropAge } from '../../testing/sheets.ts'
import { plantUses } from '../../testing/uses.ts'
import { inject } from '../../testing/walk.ts'
import type { Person } from '../../testing/world.ts'

// An instrument moves to another laboratory of another department on 1 March: earlier uses stay with the old
// one, later uses belong to the new one, on every page and in every file.

const { world, s } = await sceneWorld()
const WHOLE = { from: '2026-01-01', to: '2026-03-31' } as const
/** The old laboratory has 100 minutes and 1,000 fen, the new one 30 and 50. */
const [OLD, NEW] = [
  { minutes: 100, fen: 1_000, uses: 2 },
  { minutes: 30, fen: 50, uses: 1 },
]
let office: Person
let newLab: { id: number; deptId: number }
let oldDept = 0

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-20T04:00:00Z') })
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const [other] = await world.sql<{ id: number }>('select id from lab where id <> $1', [s.labId])
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('NEW', '物理学院') returning id`,
  )
  newLab = { id: other?.id ?? 0, deptId: dept?.id ?? 0 }
  await world.sql('update lab set dept_id = $2 where id = $1', [newLab.id, newLab.deptId])
  oldDept =
    (await world.sql<{ id: number }>('select dept_id as id from lab where id = $1', [s.labId]))[0]?.id ?? 0
  const use = (at: string, labId: number, minutes: number, incomeFen: number) => ({
    deviceId: s.deviceId,
    labId,
    userId: s.booker.id,
    payerId: s.payer.id,
    begunAt: new Date(at),
    minutes,
    incomeFen,
  })
  // The second use runs over midnight of the move; it began in the old laboratory and counts there.
  await plantUses(world, [
    use('2026-02-10T10:00:00+08:00', s.labId, 40, 400),
    use('2026-02-28T23:30:00+08:00', s.labId, 60, 600),
  ])
  await world.sql('update device set lab_id = $2, dept_id = $3 where id = $1', [
    s.deviceId,
    newLab.id,
    newLab.deptId,
  ])
  await plantUses(world, [use('2026-03-01T00:00:00+08:00', newLab.id, 30, 50)])
})
afterAll(() => void vi.useRealTimers())

const sheet = async (call: Call, query: object, who: Person) => {
  const file = await inject(world.app, call, { query }, who.token)
  expect(file.statusCode, call.path).toBe(200)
  const [headers = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  return dropAge(rows).map((r) =>
    Object.fromEntries(headers.map((h, i) => [String(h).replace(/（.*/, ''), r[i]])),
  )
}
const sides = () =>
  [
    [OLD, s.director, s.labId, oldDept, '电镜中心'],
    [NEW, s.outsider, newLab.id, newLab.deptId, '核磁中心'],
  ] as const

test('overview, months, tables and their files', async () => {
  for (const [side, director, labId, deptId, name] of sides()) {
    const figures = { uses: side.uses, workingMinutes: side.minutes, incomeFen: side.fen }
    const overview = await world.ok(director, statisticsCalls.overview, { query: { ...WHOLE, scope: 'lab' } })
    expect(overview.now, name).toMatchObject(figures)
    expect(overview.months.map((m) => m.month)).toEqual([side === OLD ? '2026-02-01' : '2026-03-01'])
    for (const filter of [{ labId: String(labId) }, { deptId: String(deptId) }] as const)
      expect(
        (await world.ok(office, statisticsCalls.overview, { query: { ...WHOLE, ...filter } })).now,
        name,
      ).toMatchObject(figures)
    for (const [by, key] of [
      ['lab', labId],
      ['dept', deptId],
    ] as const) {
      const { items } = await world.ok(office, statisticsCalls.table, { query: { ...WHOLE, by } })
      expect(
        items.find((r) => r.key === String(key)),
        `${name} ${by}`,
      ).toMatchObject(figures)
      const rows = await sheet(statisticsCalls.exportTable, { ...WHOLE, by }, office)
      expect(rows.map((r) => [r.使用次数, r.收入]).toSorted(), by).toEqual(
        [OLD, NEW].map((x) => [x.uses, x.fen / 100]).toSorted(),
      )
    }
    // The instrument is one row, of which each director sees the part of their laboratory.
    const [device] = (
      await world.ok(director, statisticsCalls.table, {
        query: { ...WHOLE, by: 'device', scope: 'lab' },
      })
    ).items
    expect(device, name).toMatchObject(figures)
    const [filed] = await sheet(
      statisticsCalls.exportTable,
      { ...WHOLE, by: 'device', scope: 'lab' },
      director,
    )
    expect(filed, name).toMatchObject({ 使用次数: side.uses, 收入: side.fen / 100 })
  }
})

test('the uses behind them, the pivot, and their files', async () => {
  const [booker] = await world.sql<{ username: string }>('select username from user_account where id = $1', [
    s.booker.id,
  ])
  const pivot = await world.ok(office, pivotCalls.pivot, {
    query: { ...WHOLE, row: 'device', column: 'lab', measures: 'uses,workingMinutes,incomeFen' },
  })
  for (const [side, director, labId, , name] of sides()) {
    const uses = await world.ok(director, statisticsCalls.uses, { query: { ...WHOLE, scope: 'lab' } })
    expect(
      uses.items.map((u) => u.lab.name),
      name,
    ).toEqual(Array.from({ length: side.uses }, () => name))
    const rows = await sheet(statisticsCalls.exportUses, { ...WHOLE, scope: 'lab' }, director)
    expect(
      rows.map((r) => r.实验室),
      name,
    ).toEqual(uses.items.map((u) => u.lab.name))
    expect(new Set(rows.map((r) => r.使用人学工号))).toEqual(new Set([booker?.username]))
    const column = pivot.columns.findIndex((c) => c.key === String(labId))
    expect(pivot.rows[0]?.cells[column], name).toEqual([side.uses, side.minutes, side.fen])
    const only = `lab:${labId}`
    expect((await world.ok(office, pivotCalls.pivotUses, { query: { ...WHOLE, only } })).total).toBe(
      side.uses,
    )
    expect(await sheet(pivotCalls.exportPivotUses, { ...WHOLE, only }, office)).toHaveLength(side.uses)
  }
  const [row] = await sheet(
    pivotCalls.exportPivot,
    { ...WHOLE, row: 'lab', measures: 'uses', only: `lab:${newLab.id}` },
    office,
  )
  expect(row).toMatchObject({ 实验室: '核磁中心', 使用次数: 1 })
})

test('what leaders and visitors see', async () => {
  expect((await world.ok(s.director, boardCalls.board))?.now.workingMinutes).toBe(0)
  expect((await world.ok(s.director, boardCalls.board))?.before.workingMinutes).toBe(40)
  expect((await world.ok(s.outsider, boardCalls.board))?.now.workingMinutes).toBe(NEW.minutes)
  await world.sql('update hall_setting set enabled = true')
  expect((await world.ok(null, boardCalls.hall))?.depts.map((d) => [d.name, d.minutes]).toSorted()).toEqual([
    [expect.stringContaining('材料学院'), OLD.minutes],
    ['物理学院', NEW.minutes],
  ])
})

test('finance: billed, paid, divided and outstanding', async () => {
  // Everything was confirmed today by the database's clock, whenever it was used.
  const [{ today } = { today: '' }] = await world.sql<{ today: string }>(
    `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`,
  )
  const query = { from: addDays(today, -1), to: addDays(today, 1) }
  for (const [side, director, labId, deptId, name] of sides()) {
    const { sums } = await world.ok(director, financeReportCalls.summary, {
      query: { ...query, scope: 'lab' },
    })
    expect(sums.billedFen, name).toBe(side.fen)
    for (const [by, key] of [
      ['lab', labId],
      ['dept', deptId],
    ] as const) {
      const { items } = await world.ok(s.finance, financeReportCalls.table, { query: { ...query, by } })
      expect(items.find((r) => r.key === String(key))?.billedFen, `${name} ${by}`).toBe(side.fen)
    }
    const [device] = (
      await world.ok(director, financeReportCalls.table, {
        query: { ...query, by: 'device', scope: 'lab' },
      })
    ).items
    expect(device?.billedFen, name).toBe(side.fen)
    const entries = await sheet(financeReportCalls.exportEntries, { ...query, labId }, s.finance)
    expect(
      entries.map((e) => e.实验室),
      name,
    ).toEqual(Array.from({ length: side.uses }, () => name))
    const unpaid = await sheet(financeReportCalls.exportUnpaid, { ...query, scope: 'lab' }, director)
    expect(
      unpaid.map((e) => e.实验室),
      name,
    ).toEqual(Array.from({ length: side.uses }, () => name))
    expect(
      (await world.ok(director, financeReportCalls.outstanding, { query: { ...query, scope: 'lab' } })).sum
        .totalFen,
      name,
    ).toBe(side.fen)
  }
})

test('an instrument that was used and has left counts among all of the period, on each page alike', async () => {
  const [gone] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id) select 'GONE', '报废的', dept_id, id
      from lab where id = $1 returning id`,
    [newLab.id],
  )
  await plantUses(world, [
    {
      deviceId: gone?.id ?? 0,
      labId: newLab.id,
      userId: s.booker.id,
      payerId: s.payer.id,
      begunAt: new Date('2026-02-20T10:00:00+08:00'),
      minutes: 10,
    },
  ])
  await world.sql(`update device set status = 'scrapped' where id = $1`, [gone?.id])
  const asked = [
    [s.director, { scope: 'lab' }],
    [s.outsider, { scope: 'lab' }],
    [office, {}],
    [office, { deptId: String(oldDept) }],
    [office, { deptId: String(newLab.deptId) }],
    [office, { nature: 'unstated' }],
  ] as const
  // Whole months, and days at the edges of months.
  for (const days of [WHOLE, { from: '2026-02-05', to: '2026-03-10' }])
    for (const [who, more] of asked) {
      const query = { ...days, ...more }
      const { devices, devicesUsed } = await world.ok(who, statisticsCalls.overview, { query })
      const { items, total } = await world.ok(who, statisticsCalls.table, {
        query: { ...query, by: 'device', size: 1000 },
      })
      const used = items.filter((r) => r.uses > 0)
      expect(used.length).toBeGreaterThan(0)
      expect([devices, devicesUsed], JSON.stringify(query)).toEqual([total, used.length])
    }
})

import {
  dimensions,
  pivotCalls,
  readKept,
  writeKept,
  type Dimension,
  type Pivot,
} from '@portal/contract/statistics/pivot'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { findLocal } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { dropAge } from '../../testing/sheets.ts'
import { plantUses, type PlantedUse } from '../../testing/uses.ts'
import { inject } from '../../testing/walk.ts'
import type { Person } from '../../testing/world.ts'
import { sumsFor } from './pivot.store.ts'

// Any cut of random uses is compared with a recount in the
// test; also the uses behind each cell, the file, and access.

const { world, s } = await sceneWorld()
const ZONE = 'Asia/Shanghai'
const WHOLE = { from: '2025-01-01', to: '2026-12-31' }

let seed = 66
const random = (n: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // never called with an empty list

interface Use extends Required<
  Omit<PlantedUse, 'projectNumber' | 'preparationMinutes' | 'cleanupMinutes' | 'trainedStudents'>
> {
  dept: number
}
const uses: Use[] = []
let office: Person
let otherLab = 0
beforeAll(async () => {
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const [category] = await world.sql<{ id: number }>(
    `insert into device_category (code, name) values ('1', '显微镜') returning id`,
  )
  const labs = await world.sql<{ id: number; dept: number }>(
    'select id, dept_id as dept from lab order by id',
  )
  otherLab = labs.find((l) => l.id !== s.labId)?.id ?? 0
  const devices = []
  for (const { id, dept } of labs)
    for (const n of [1, 2]) {
      const [d] = await world.sql<{ id: number }>(
        `insert into device (serial_id, name, dept_id, lab_id, shared, category_id) values ($1, $2, $3, $4, true, $5) returning id`,
        [`PV${id}-${n}`, `仪器 ${id}-${n}`, dept, id, n === 1 ? category?.id : null],
      )
      devices.push({ id: d?.id ?? 0, labId: id, dept })
    }
  for (let i = 0; i < 80; i++) {
    const { id: deviceId, labId, dept } = pick(devices)
    const userId = pick([s.booker.id, s.payer.id, s.reviewer.id])
    uses.push({
      deviceId,
      labId,
      dept,
      userId,
      payerId: pick([s.payer.id, userId]),
      begunAt: new Date(Date.UTC(2025, 6, 1) + random(24 * 400) * 3_600_000),
      minutes: 30 * (1 + random(10)),
      samples: random(5),
      incomeFen: random(3) * 5_000,
      tier: pick(['dept', 'campus', 'school', 'company']),
      nature: pick(['teaching', 'research', null]),
      fundingSource: pick(['nsfc', null]),
      disciplines: pick([['430', '150'], ['150'], []]),
    })
  }
  await plantUses(world, uses)
})

const localKey = (u: Use) => findLocal(u.begunAt, ZONE)
const keyOf: Record<Dimension, (u: Use) => string> = {
  dept: (u) => String(u.dept),
  lab: (u) => String(u.labId),
  device: (u) => String(u.deviceId),
  category: () => '*',
  userDept: () => '',
  group: (u) => String(u.payerId),
  person: (u) => String(u.userId),
  tier: (u) => u.tier,
  nature: (u) => u.nature ?? 'unstated',
  kind: () => 'self_operated',
  fundingSource: (u) => u.fundingSource ?? '',
  serviceMode: () => '',
  discipline: (u) => u.disciplines[0] ?? '',
  year: (u) => localKey(u).day.slice(0, 4),
  month: (u) => localKey(u).day.slice(0, 7),
  weekday: (u) => String(localKey(u).weekday),
  hour: (u) => String(Math.floor(localKey(u).minute / 60)),
}
const measures = ['uses', 'users', 'workingMinutes', 'incomeFen'] as const
const recount = (of: readonly Use[]) => [
  of.length,
  new Set(of.map((u) => u.userId)).size,
  of.reduce((sum, u) => sum + u.minutes, 0),
  of.reduce((sum, u) => sum + u.incomeFen, 0),
]
const ask = (who: Person, query: object): Promise<Pivot> =>
  world.ok(who, pivotCalls.pivot, { query: { ...WHOLE, measures: measures.join(), ...query } as never })

test('every cell and sum is what a recount by hand says, of any dimensions and anybody', async () => {
  const seen: [Person, string, (u: Use) => boolean][] = [
    [office, 'all', () => true],
    [s.director, 'lab', (u) => u.labId === s.labId],
    [s.payer, 'group', (u) => u.payerId === s.payer.id],
    [s.booker, 'own', (u) => u.userId === s.booker.id],
  ]
  const known = dimensions.filter((d) => d !== 'category')
  for (let i = 0; i < 30; i++) {
    const [who, scope, which] = pick(seen)
    const [row, row2, column] = known.toSorted(() => random(3) - 1) as [Dimension, Dimension, Dimension]
    if ([row, row2, column].includes(scope === 'own' ? 'person' : scope === 'group' ? 'group' : 'category'))
      continue
    const span =
      i % 3 === 0
        ? WHOLE
        : i % 3 === 1
          ? { from: '2025-08-17', to: '2026-03-09' }
          : { from: '2025-09-01', to: '2026-01-31' }
    const twice = i % 2 === 0
    const label = `${scope} ${row} ${twice ? row2 : ''} × ${column} ${span.from}`
    const mine = uses.filter((u) => which(u) && localKey(u).day >= span.from && localKey(u).day <= span.to)
    const table = await ask(who, { ...span, scope, row, column, ...(twice && { row2 }) })
    expect(table.sum, label).toEqual(recount(mine))
    for (const r of table.rows) {
      const of = mine.filter(
        (u) => keyOf[row](u) === r.at[0]?.key && (!twice || keyOf[row2](u) === r.at[1]?.key),
      )
      expect(r.sum, label).toEqual(recount(of))
      table.columns.forEach((c, n) => {
        const cell = of.filter((u) => keyOf[column](u) === c.key)
        expect(r.cells[n], label).toEqual(cell.length > 0 ? recount(cell) : null)
      })
    }
    table.columns.forEach((c, n) =>
      expect(table.columnSums[n], label).toEqual(recount(mine.filter((u) => keyOf[column](u) === c.key))),
    )
    expect(
      table.rows.reduce((n, r) => n + (r.sum[0] ?? 0), 0),
      label,
    ).toBe(mine.length)
    // The uses behind one cell.
    const r = pick(table.rows)
    const n = r?.cells.findIndex((c) => c !== null) ?? -1
    if (!r || n < 0) continue
    const only = writeKept([
      { dimension: row, key: r.at[0]?.key ?? '' },
      ...(twice ? [{ dimension: row2, key: r.at[1]?.key ?? '' }] : []),
      { dimension: column, key: table.columns[n]?.key ?? '' },
    ])
    const { items, total } = await world.ok(who, pivotCalls.pivotUses, {
      query: { ...span, scope: scope as 'all', only, size: 1000 },
    })
    expect([total, items.reduce((sum, u) => sum + u.workingMinutes, 0)], label).toEqual([
      r.cells[n]?.[0],
      r.cells[n]?.[2],
    ])
    // Filtered to that cell, the whole table equals the cell.
    expect((await ask(who, { ...span, scope, row, only })).sum, label).toEqual(r.cells[n])
  }
})

test('sums of months serve where they know all that is asked, rows where not', () => {
  const nobody = { labIds: null, deptIds: null, userId: null, payerId: null, deviceId: null, nature: null }
  const by = (...all: Dimension[]) => sumsFor(nobody, { by: all, only: [] })
  expect(by('lab', 'month', 'nature')).toBe('use_lab_month')
  expect(by('category', 'month')).toBe('use_month')
  expect(by('person', 'month')).toBe('use_person_month')
  expect(by('person', 'device')).toBe(null)
  expect(by('lab', 'hour')).toBe(null)
  expect(sumsFor({ ...nobody, userId: 1 }, { by: ['nature'], only: [] })).toBe(null)
})

test('a choice that says nothing, or too much, is refused at its field', async () => {
  const refused = async (who: Person, query: object) =>
    world.send(who, pivotCalls.pivot, { query: { ...WHOLE, ...query } as never })
  expect(await refused(office, { row: 'lab', column: 'lab' })).toMatchObject({
    status: 422,
    reasons: [{ field: 'column', message: '“实验室”已经选过，请换一个维度' }],
  })
  expect(await refused(s.booker, { row: 'person' })).toMatchObject({ status: 422 })
  for (const query of [
    { row: 'lab', measures: 'uses,uses' },
    { row: 'lab', measures: 'secret' },
    { row: 'lab', only: 'lab:x' },
    { row: 'lab', only: 'month:2026-13' },
    { row: 'lab', only: 'lab:1,nothing' },
    { row: 'nobody' },
  ])
    expect(await refused(office, query), JSON.stringify(query)).toMatchObject({ status: 400 })
  // Too many columns are refused, with advice.
  await world.sql(`insert into device (serial_id, name, dept_id, lab_id) select 'MANY' || n, '台 ' || n, dept_id, lab_id
    from generate_series(1, 61) n, device where id = ${uses[0]?.deviceId}`)
  const many = await world.sql<{ id: number; labId: number }>(
    `select id, lab_id as "labId" from device where serial_id like 'MANY%'`,
  )
  const first = uses[0]
  if (!first) throw new Error('there are uses')
  await plantUses(
    world,
    many.map(({ id, labId }) => ({
      ...first,
      deviceId: id,
      labId,
      begunAt: new Date('2026-11-02T02:00:00Z'),
    })),
  )
  expect(
    await refused(office, { from: '2026-11-01', to: '2026-11-30', row: 'month', column: 'device' }),
  ).toMatchObject({
    status: 422,
    reasons: [{ field: 'column', message: expect.stringContaining('最多 60 个') }],
  })
})

test('nobody sees beyond what is his: no row, no name, whatever the address says', async () => {
  const foreign = uses.find((u) => u.labId === otherLab && u.userId === s.reviewer.id)
  expect(foreign).toBeDefined()
  for (const scope of ['all', 'dept', 'lab', 'group'])
    for (const call of [
      pivotCalls.pivot,
      pivotCalls.pivotUses,
      pivotCalls.exportPivot,
      pivotCalls.exportPivotUses,
    ])
      expect(
        await world.send(s.booker, call, { query: { ...WHOLE, row: 'person', scope } as never }),
        call.path,
      ).toMatchObject({ status: 403 })
  // A director who filters by another laboratory finds nothing of it.
  const other = await ask(s.director, { row: 'person', only: `lab:${otherLab}` })
  expect([other.rows, other.sum]).toEqual([[], [0, 0, 0, 0]])
  expect(
    (await world.ok(s.director, pivotCalls.pivotUses, { query: { ...WHOLE, only: `lab:${otherLab}` } }))
      .total,
  ).toBe(0)
  // A person without uses in the director's scope is not named either.
  const stranger = await world.person('无关之人')
  const { only, rows } = await ask(s.booker, { row: 'lab', only: `person:${stranger.id}` })
  expect([only[0]?.name, rows]).toEqual(['范围以外的人员', []])
  expect((await ask(office, { row: 'lab', only: `person:${s.booker.id}` })).only[0]?.name).toBe('预约人')
  expect(JSON.stringify(await ask(s.booker, { row: 'group' }))).not.toContain('审核员')
})

test('the file holds the table: as Excel and, for other programs, as CSV', async () => {
  const query = {
    ...WHOLE,
    to: '2026-10-31',
    row: 'lab',
    column: 'year',
    measures: 'uses,workingMinutes,incomeFen',
  }
  const table = await world.ok(office, pivotCalls.pivot, { query: query as never })
  const file = async (format?: string) =>
    inject(
      world.app,
      pivotCalls.exportPivot,
      { query: { ...query, ...(format && { format }) } },
      office.token,
    )
  const sheet = dropAge((await readXlsx((await file()).rawPayload)).sheets[0]?.rows ?? [])
  expect(sheet).toHaveLength(table.rows.length + 2)
  expect(sheet[0]?.[0]).toBe('实验室')
  expect(sheet.at(-1)?.slice(-3)).toEqual([
    table.sum[0],
    Math.round((table.sum[1] ?? 0) / 6) / 10,
    (table.sum[2] ?? 0) / 100,
  ])
  const csv = await file('csv')
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(
    /交叉分析-\d{4}-\d\d-\d\d\.csv$/,
  )
  const text = csv.rawPayload.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  // Other programs would read the line with the age of the data as a row, so a CSV has none.
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines.map((l) => l.split(','))).toEqual(
    sheet.map((r) => r.map((c) => (c === null ? '' : String(c)))),
  )
})

test('what an address keeps a table to is read as it was written', () => {
  const kept = [
    { dimension: 'lab', key: '3' },
    { dimension: 'fundingSource', key: 'a,b:c' },
    { dimension: 'person', key: '' },
  ] as const
  expect(readKept(writeKept(kept))).toEqual(kept)
  expect(readKept('%')).toBeUndefined()
})

import { boardCalls } from '@portal/contract/statistics/board'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { TREND_MONTHS, trendCalls } from '@portal/contract/statistics/trend'
import { beforeAll, expect, test } from 'vitest'
import { findLocal } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { plantUses } from '../../testing/uses.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'
import { fillMonths, listMonths, twelveMonthsTo } from './board.rules.ts'

// The figures beside a row of a list equal those on the pages of statistics, month by month, except that they
// leave maintenance out.

const { world, s } = await sceneWorld()
const [{ deptId }] = (await world.sql<{ deptId: number }>(
  'select dept_id as "deptId" from lab where id = $1',
  [s.labId],
)) as [{ deptId: number }]
const head = await world.person('院长', { deptId })
await world.sql(`insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`, [
  head.id,
])
const today = findLocal(new Date(), 'Asia/Shanghai').day
const days = twelveMonthsTo(today)
let hidden = 0

beforeAll(async () => {
  const [d] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, shared) select 'OWN', '自用的', dept_id, id, false
      from lab where id = $1 returning id`,
    [s.labId],
  )
  hidden = d?.id ?? 0
  const use = { labId: s.labId, userId: s.booker.id, payerId: s.payer.id, incomeFen: 0 }
  const at = (day: string) => new Date(`${day}T03:00:00+08:00`)
  await plantUses(world, [
    { ...use, deviceId: s.deviceId, minutes: 60, begunAt: at(days.from) },
    { ...use, deviceId: s.deviceId, minutes: 30, begunAt: at(`${today.slice(0, 7)}-01`) },
    { ...use, deviceId: hidden, minutes: 15, begunAt: at(`${today.slice(0, 7)}-01`) },
  ])
})

const ask = (who: typeof s.booker) =>
  world.ok(who, trendCalls.deviceTrends, { query: { deviceIds: `${s.deviceId},${hidden}` } })
const first = (n: number, last: number) => [n, ...Array<number>(TREND_MONTHS - 2).fill(0), last]

test('instruments of a page, each by month; what is not shared only for those who look after it', async () => {
  const { months, devices } = await ask(s.booker)
  expect([months.length, months[0], months.at(-1)]).toEqual([
    TREND_MONTHS,
    days.from.slice(0, 7),
    today.slice(0, 7),
  ])
  expect(devices).toMatchObject([{ deviceId: s.deviceId, minutes: first(60, 30) }])
  const director = await ask(s.director)
  expect(director.devices.find((d) => d.deviceId === hidden)?.minutes).toEqual(first(0, 15))
  const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  expect((await ask(office)).devices).toHaveLength(2)
  expect((await world.send(null, trendCalls.deviceTrends, { query: { deviceIds: '1' } })).status).toBe(401)
})

test('a laboratory, and what its director sees first, come to what the overview says', async () => {
  const { minutes, uses } = await world.ok(s.booker, trendCalls.labTrend, { query: { labId: s.labId } })
  expect(minutes).toEqual(first(60, 45))
  const board = await world.ok(s.director, boardCalls.board)
  expect(board?.months.map((m) => m.minutes)).toEqual(minutes)
  const { now } = await world.ok(s.director, statisticsCalls.overview, { query: { scope: 'lab', ...days } })
  expect(now.workingMinutes).toBe(minutes.reduce((sum, n) => sum + n, 0))
  expect(now.uses).toBe(uses)
})

test('months over the turn of a year, with none left out', () => {
  const months = listMonths({ from: '2025-12-01', to: '2026-02-28' })
  expect(months).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(fillMonths(months, [{ month: '2026-01', minutes: 7 }])).toEqual([0, 7, 0])
  expect(fillMonths(months, [{ month: null, minutes: null }])).toEqual([0, 0, 0])
})

test('the share of the hours in which instruments were open, each place for itself; nothing where none was', async () => {
  const of = async () => {
    const { devices } = await ask(s.director)
    const lab = await world.ok(s.booker, trendCalls.labTrend, { query: { labId: s.labId } })
    return {
      open: devices.find((d) => d.deviceId === s.deviceId)?.utilisation,
      hidden: devices.find((d) => d.deviceId === hidden)?.utilisation,
      lab: lab.utilisation,
      board: (await world.ok(s.director, boardCalls.board))?.utilisation,
    }
  }
  await world.sql('delete from opening_window where device_id = $1', [s.deviceId])
  await world.sql('delete from opening_exception')
  expect(await of()).toEqual({ open: null, hidden: null, lab: null, board: null })
  // Every Monday two hours, two places; a holiday of the campus takes one Monday away.
  await world.sql(
    `insert into opening (device_id, capacity) values ($1, 2)
      on conflict (device_id) do update set enabled = true, capacity = 2`,
    [s.deviceId],
  )
  await world.sql(
    `insert into opening_window (device_id, weekday, from_minute, to_minute) values ($1, 1, 540, 660)`,
    [s.deviceId],
  )
  const [counted] = await world.sql<{ mondays: number; first: string }>(
    `select count(*)::int as mondays, min(d)::date::text as first
      from generate_series($1::date, $2::date, interval '1 day') d where extract(isodow from d) = 1`,
    [days.from, today],
  )
  const openMinutes = (counted?.mondays ?? 0) * 120 * 2
  const used = { usedMinutes: 90, openMinutes }
  // A head sees the utilisation of the department's laboratories,
  // here one; that of the whole campus is not computed.
  expect(await world.ok(head, boardCalls.board)).toMatchObject({ scope: 'dept', utilisation: used })
  const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  expect(await world.ok(office, boardCalls.board)).toMatchObject({ scope: 'all', utilisation: null })
  // An instrument without opening counts in no utilisation, neither its hours nor its uses.
  expect(await of()).toEqual({ open: used, hidden: null, lab: used, board: used })
  await world.sql(
    `insert into opening_exception (device_id, first_day, last_day, open, reason) values (null, $1, $1, false, '假')`,
    [counted?.first],
  )
  const less = { usedMinutes: 90, openMinutes: openMinutes - 240 }
  expect(await of()).toEqual({ open: less, hidden: null, lab: less, board: less })
})

test('hours of maintenance are no hours of use, neither in the bars nor in the share', async () => {
  const read = async () => {
    const devices = (await ask(s.director)).devices.toSorted((a, b) => a.deviceId - b.deviceId)
    const { asOf: _, ...lab } = await world.ok(s.booker, trendCalls.labTrend, {
      query: { labId: s.labId },
    })
    const board = await world.ok(s.director, boardCalls.board)
    return { devices, lab, utilisation: board?.utilisation }
  }
  const before = await read()
  await world.sql(
    `insert into use_entry (device_id, lab_id, dept_id, kind, outside_name, tier, work, samples,
      preparation_minutes, cleanup_minutes, trained_students, trained_teachers, trained_others, reason,
      overlap_reason, entered_by, entered_at)
    select id, lab_id, dept_id, 'maintenance', '厂家工程师', 'company',
      tstzmultirange(tstzrange(now() - interval '3 hours', now() - interval '1 hour')), 0, 0, 0, 0, 0, 0,
      '年度保养', '同时检修', $2, now() from device where id = $1`,
    [s.deviceId, s.director.id],
  )
  await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
  const kinds = await world.ok(s.director, statisticsCalls.table, {
    query: { scope: 'lab', ...days, by: 'kind' },
  })
  expect(kinds.items.find((r) => r.key === 'maintenance')?.workingMinutes).toBe(120)
  expect(await read()).toEqual(before)
})

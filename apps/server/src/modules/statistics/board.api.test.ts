import { boardCalls } from '@portal/contract/statistics/board'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { expect, test } from 'vitest'
import { addDays, addMinutes, findInstant, findLocal } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { plantUses } from '../../testing/uses.ts'
import { sameDaysBefore, findSchoolYear, twelveMonthsTo } from './board.rules.ts'
import { countNow, listShared } from './board.store.ts'

// The board shows what the pages of statistics show; the public
// hall display names nobody, and only exists when enabled.

const { world, s } = await sceneWorld()
const today = findLocal(new Date(), 'Asia/Shanghai').day

test('a director sees his laboratory, an office all, nobody else anything', async () => {
  const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const add = async (serial: string, name: string, more = '') => {
    const [d] = await world.sql<{ id: number }>(
      `insert into device (serial_id, name, dept_id, lab_id, shared, status)
        select $1, $2, dept_id, id, true, coalesce(nullif($4, ''), 'normal') from lab where id = $3 returning id`,
      [serial, name, s.labId, more],
    )
    return d?.id ?? 0
  }
  await add('IDLE', '闲置的')
  await add('BROKEN', '坏了的', 'broken')
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id, shared, status) select 'FAR', '别处坏了的', dept_id, id, true, 'broken'
      from lab where id <> $1 limit 1`,
    [s.labId],
  )
  const use = {
    deviceId: s.deviceId,
    labId: s.labId,
    userId: s.booker.id,
    payerId: s.payer.id,
    minutes: 60,
    incomeFen: 500,
  }
  await plantUses(world, [
    { ...use, begunAt: new Date(`${today.slice(0, 7)}-01T03:00:00+08:00`) },
    { ...use, begunAt: new Date(`${sameDaysBefore(today).from}T03:00:00+08:00`) },
  ])
  const mine = await world.ok(s.director, boardCalls.board)
  expect(mine).toMatchObject({
    scope: 'lab',
    now: { uses: 1, incomeFen: 500 },
    before: { uses: 1 },
    idle: { total: 1, devices: [{ name: '闲置的' }] },
    failing: { total: 1, devices: [{ name: '坏了的' }] },
  })
  // The total equals the number on the start page.
  const all = await world.ok(s.director, statisticsCalls.table, {
    query: {
      by: 'device',
      scope: 'lab',
      from: mine?.idleFrom ?? '',
      to: mine?.to ?? '',
      idle: 'true',
      shared: 'true',
    },
  })
  expect(all).toMatchObject({ total: 1, items: [{ name: '闲置的', uses: 0 }] })
  const page = await world.ok(s.director, statisticsCalls.overview, {
    query: { scope: 'lab', from: mine?.from ?? '', to: mine?.to ?? '' },
  })
  expect(mine?.now).toEqual(page.now)
  expect(await world.ok(office, boardCalls.board)).toMatchObject({ scope: 'all', failing: { total: 2 } })
  expect((await world.ok(s.outsider, boardCalls.board))?.now.uses).toBe(0)
  for (const who of [s.booker, s.payer, s.reviewer]) expect(await world.ok(who, boardCalls.board)).toBeNull()
  expect((await world.send(null, boardCalls.board)).status).toBe(401)
})

test('a hall’s screen is off until it is switched on, and tells of nobody', async () => {
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  expect(await world.ok(null, boardCalls.hall)).toBeNull()
  const change = (who: typeof admin | null, enabled: boolean) =>
    world.send(who, boardCalls.changeHall, { body: { enabled, title: '共享大屏' } })
  expect((await change(null, true)).status).toBe(401)
  expect((await change(s.director, true)).status).toBe(403)
  expect((await change(admin, true)).status).toBe(200)
  const shown = await world.ok(null, boardCalls.hall)
  expect(shown).toMatchObject({ title: '共享大屏', uses: expect.any(Number) })
  // Months without uses too: a screen of twelve months has twelve bars.
  expect(shown?.months).toHaveLength(12)
  expect(shown?.months.some((m) => m.uses > 0)).toBe(true)
  expect(shown?.busiest[0]).toMatchObject({ name: '场发射扫描电镜', lab: '电镜中心' })
  for (const { name } of [s.booker, s.payer, s.director]) expect(JSON.stringify(shown)).not.toContain(name)
  expect((await change(admin, false)).status).toBe(200)
  await expect.poll(() => world.ok(null, boardCalls.hall)).toBeNull()
})

test('instruments of a closed laboratory are not among the shared ones', async () => {
  const count = async () => (await countNow(world.db, new Date(), new Date())).devices
  const before = await count()
  const [lab] = await world.sql<{ id: number }>(
    `insert into lab (serial_id, name, dept_id) select 'LAB-SHUT', '将停用的', dept_id from lab where id = $1
      returning id`,
    [s.labId],
  )
  const [device] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, shared) select 'SHUT', '显微镜', dept_id, id, true
      from lab where id = $1 returning id`,
    [lab?.id],
  )
  const ids = [device?.id ?? 0]
  expect([await count(), await listShared(world.db, ids)]).toEqual([before + 1, ids])
  await world.sql('update lab set enabled = false where id = $1', [lab?.id])
  expect([await count(), await listShared(world.db, ids)]).toEqual([before, []])
})

test('a day has the bookings that touch it, however long they are', async () => {
  const from = findInstant(today, 0, 'Asia/Shanghai')
  const until = addMinutes(from, 1440)
  const hour = (n: number) => addMinutes(from, n * 60)
  const before = (await countNow(world.db, from, until)).today
  const spans = [
    [-30, -26],
    [-26, 1],
    [-2, 0],
    [-240, 240],
    [-25, 0],
    [3, 5],
    [23, 40],
    [24, 25],
  ] as const
  for (const state of ['done', 'cancelled'])
    for (const [a, b] of spans)
      await world.sql(
        `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
            purpose, pay_mode, quote, estimate_fen)
          values ($1, $2, 'self_operated', $3, tstzrange($4, $5), $6, $6, $7, '试验', 'post', '{}', 0)
          returning id`,
        [s.deviceId, s.labId, state, hour(a), hour(b), s.booker.id, s.payer.id],
      )
  expect((await countNow(world.db, from, until)).today - before).toBe(4)
})

test('days that are compared, whatever day it is', () => {
  expect(sameDaysBefore('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(sameDaysBefore('2027-01-05')).toEqual({ from: '2026-12-01', to: '2026-12-05' })
  expect(findSchoolYear('2026-08-31').from).toBe('2025-09-01')
  expect(findSchoolYear('2026-09-01').from).toBe('2026-09-01')
  expect(twelveMonthsTo('2026-11-23').from).toBe('2025-12-01')
  expect(twelveMonthsTo('2027-12-01').from).toBe(addDays('2026-12-31', 1))
})

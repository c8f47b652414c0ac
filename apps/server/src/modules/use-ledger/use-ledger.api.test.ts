import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { run } from '../../kernel/db.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { makeQuote } from '../price-plan/quote.rules.ts'
import * as store from './ledger.store.ts'
import { catchUpInParts, check, makeParts } from './writing.action.ts'

// What the ledger records of a use, from its end to a corrected price; that it is append-only; and that it
// can be rebuilt.

const SUMS = [
  'use_month',
  'use_lab_month',
  'use_person_month',
  'use_campus_month',
  'use_lab_total',
  'use_payer_total',
  'use_user_total',
  'use_home_total',
  'use_month_user',
  'use_month_device',
  'use_device_month',
  'use_device_quarter',
  'use_device_year',
]

const { world, s } = await sceneWorld()

const parts = () => makeParts(world.app.deps, 'test', new Date())
const write = () => catchUpInParts(parts())
const checkAll = () => check(parts())
interface Said {
  seq: number
  reverses: number | null
  labId: number
  uses: number
  workingMinutes: number
  billedMinutes: number
  samples: number
  incomeFen: number
  fees: Record<string, number>
}
const SAID = `select seq, reverses, lab_id as "labId", uses, working_minutes as "workingMinutes",
    billed_minutes as "billedMinutes", samples, income_fen as "incomeFen", fees
  from use_record where source = 'booking' and source_id = $1 order by seq`
const said = (bookingId: number) => world.sql<Said>(SAID, [bookingId])
const findBooking = async (orderId: number) =>
  (await world.sql<{ id: number }>('select booking_id as id from test_order where id = $1', [orderId]))[0]
    ?.id ?? 0

test('a use is said when it ends, its price when that is confirmed, and nothing twice', async () => {
  const orderId = await s.draft({ samples: 3 })
  const bookingId = await findBooking(orderId)
  await write()
  expect(await said(bookingId)).toMatchObject([
    { seq: 1, uses: 1, workingMinutes: 60, samples: 3, incomeFen: 0, fees: {} },
  ])
  // Data that is filled in but not agreed on does not count yet.
  const form = { startAt: '2026-01-05T02:00:00Z', endAt: '2026-01-05T04:30:00Z', sampleCount: 2 }
  await world.ok(s.reviewer, testOrderCalls.save, { params: { id: orderId }, body: form })
  await write()
  expect(await said(bookingId)).toHaveLength(1)
  await world.sql(`update test_order set state = 'confirmed', confirmed_at = now() where id = $1`, [orderId])
  await write()
  const rows = await said(bookingId)
  expect(rows).toMatchObject([
    { seq: 1, uses: 1, workingMinutes: 60, samples: 3, incomeFen: 0 },
    { seq: 2, uses: -1, workingMinutes: -60, samples: -3, incomeFen: 0 },
    { seq: 3, uses: 1, workingMinutes: 150, samples: 2, incomeFen: 24_000, fees: { sample: 24_000 } },
  ])
  expect(await write()).toBe(0)
  expect(await checkAll()).toBe(0)
})

test('a corrected price: what was confirmed holds until the next is', async () => {
  const orderId = await s.confirmed({ samples: 2 })
  const bookingId = await findBooking(orderId)
  await write()
  await world.ok(s.reviewer, testOrderCalls.correct, {
    params: { id: orderId },
    body: { reason: '样品数填错' },
  })
  await write()
  expect((await said(bookingId)).at(-1)).toMatchObject({ samples: 2, incomeFen: 24_000 })
  expect(await checkAll()).toBe(0)
})

test('written off: the use stays, the income goes', async () => {
  const orderId = await s.confirmed({ samples: 2 })
  await write()
  await world.sql(`update test_order set state = 'written_off' where id = $1`, [orderId])
  await write()
  expect((await said(await findBooking(orderId))).at(-1)).toMatchObject({
    uses: 1,
    samples: 2,
    incomeFen: 0,
    fees: {},
  })
})

test('a fee for what was booked in vain is income and no use', async () => {
  const orderId = await s.cancelled({ feeFen: 5_000 })
  await write()
  expect(await said(await findBooking(orderId))).toMatchObject([
    { uses: 0, workingMinutes: 0, samples: 0, incomeFen: 5_000, fees: { cancel_fee: 5_000 } },
  ])
})

test('what a fault cut short counts by the minute, as it is billed', async () => {
  const orderId = await s.draft()
  const bookingId = await findBooking(orderId)
  const rate = { unitFen: 10_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
  const quote = makeQuote({ id: 1, version: 1, basis: 'per_time', rates: { campus: rate } }, 'campus', {
    minutes: 240,
    samples: 0,
  })
  await world.sql(`update booking set quote = $2, end_kind = 'fault' where id = $1`, [
    bookingId,
    JSON.stringify(quote),
  ])
  const form = { startAt: '2026-01-06T02:00:00Z', endAt: '2026-01-06T04:30:00Z', sampleCount: 0 }
  await world.ok(s.reviewer, testOrderCalls.save, { params: { id: orderId }, body: form })
  await world.sql(`update test_order set state = 'confirmed', confirmed_at = now() where id = $1`, [orderId])
  await write()
  expect((await said(bookingId)).at(-1)).toMatchObject({
    workingMinutes: 150,
    billedMinutes: 150,
    incomeFen: 25_000,
  })
  expect(await checkAll()).toBe(0)
})

test('an instrument that moves leaves its hours where they were earned', async () => {
  const orderId = await s.confirmed()
  await write()
  const [other] = await world.sql<{ id: number }>(`select id from lab where id <> $1 limit 1`, [s.labId])
  await world.sql('update device set lab_id = $2 where id = $1', [s.deviceId, other?.id])
  expect(await checkAll()).toBe(0)
  expect((await said(await findBooking(orderId))).map((r) => r.labId)).toEqual([s.labId])
  await world.sql('update device set lab_id = $2 where id = $1', [s.deviceId, s.labId])
})

test('a check waits for whoever writes the ledger, and leaves nothing out', async () => {
  const orderId = await s.draft()
  await write()
  await world.sql(`update booking set project = '电镜开放课题' where id = $1`, [await findBooking(orderId)])
  // Simulates a lost change.
  await world.sql('delete from use_due')
  const writing = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const minute = world.asSystem(async ({ db, now }) => {
    expect(await store.lock({ db, now, zone: 'Asia/Shanghai' })).toBe(true)
    writing.resolve()
    await over.promise
  })
  await writing.promise
  const checked = checkAll()
  await Promise.race([checked, setTimeout(300)])
  over.resolve()
  await minute
  expect(await checked).toBe(2)
  expect(await checkAll()).toBe(0)
})

test('no row is ever changed, and a ledger that was lost is built again as it was', async () => {
  await expect(world.sql('update use_record set samples = 0')).rejects.toThrow('append-only')
  await expect(world.sql('delete from use_record')).rejects.toThrow('append-only')
  const columns = (
    await world.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'use_record'
        and column_name not in ('id', 'recorded_at', 'seq', 'reverses') order by ordinal_position`,
    )
  ).map((c) => c.name)
  const standing = () =>
    world.sql(
      `select ${columns.join(', ')} from use_record where id in (select record_id from use_current) order by source, source_id`,
    )
  const sums = async () => {
    const all: Record<string, unknown[]> = {}
    for (const table of SUMS)
      all[table] = await world.sql(
        table.startsWith('use_month_')
          ? `select * from ${table} t where bit_count(bits) > 0 order by t`
          : `select * from ${table} t where (uses, income_fen, working_minutes) <> (0, 0, 0) order by t`,
      )
    return all
  }
  const [before, summed] = [await standing(), await sums()]
  expect(before.length).toBeGreaterThan(3)
  await world.asSystem(async ({ db }) => {
    await run(db, 'alter table use_record disable trigger user', [])
    for (const table of ['use_current', 'use_record', ...SUMS]) await run(db, `delete from ${table}`, [])
    await run(db, 'alter table use_record enable trigger user', [])
  })
  expect(await checkAll()).toBe(before.length)
  expect(await standing()).toEqual(before)
  expect(await sums()).toEqual(summed)
})

import { bookingCalls } from '@portal/contract/booking/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheFigures } from '../../../kernel/cache.ts'
import { countBlocked } from '../../../testing/blocked.ts'
import { at, openLab, rates, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type World } from '../../../testing/world.ts'

// The rules of an instrument are cached, and nothing is decided by outdated rules (decision 108).

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const week = (deviceId: number) =>
  world.ok(lab.booker, bookingCalls.week, { query: { deviceId, from: at(0, 0), to: at(7, 0) } })
const hits = () => cacheFigures(world.app.deps.live).find(({ name }) => name === 'device-rules')?.hits ?? 0
/** Waits until the rules come from the cache. */
async function known(deviceId: number): Promise<void> {
  const fromMemory = async () => {
    const before = hits()
    await week(deviceId)
    return hits() - before
  }
  await expect.poll(fromMemory, { interval: 5, timeout: 15_000 }).toBe(1)
}

/**
 * Commits `change` between judging and writing: the booking waits for its quota lock, which the test holds.
 */
async function bookWhile(deviceId: number, change: () => Promise<unknown>) {
  const key = `booking quota ${deviceId} ${lab.booker.id}`
  const holder = await world.database.pool.connect()
  try {
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    const answer = world.send(lab.booker, bookingCalls.create, {
      body: { deviceId, kind: 'self_operated', startAt: at(2, 10), endAt: at(2, 12), purpose: '观察' },
    })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await change()
    await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
    return await answer
  } finally {
    holder.release()
  }
}
const countBookings = async (deviceId: number) =>
  (await world.sql('select from booking where device_id = $1', [deviceId])).length

type Change = [name: string, sql: string]
const changes: Change[] = [
  ['a window is closed', 'delete from opening_window where device_id = $1'],
  [
    'the campus is closed for some days',
    `insert into opening_exception (device_id, first_day, last_day, open, from_minute, to_minute, reason)
      select null, current_date, current_date + 9, false, 0, 1440, '放假' where $1::int8 is not null`,
  ],
  ['the opening ends', 'update opening set enabled = false where device_id = $1'],
  ['the device breaks', `update device set status = 'broken' where id = $1`],
  [
    'its laboratory is closed',
    'update lab set enabled = false where id = (select lab_id from device where id = $1)',
  ],
]
test.for(changes)('%s between judging and writing: refused, and nothing is left', async ([, sql]) => {
  const deviceId = await lab.device({ quota_day_minutes: 1440 })
  await known(deviceId)
  const answer = await bookWhile(deviceId, () => world.sql(sql, [deviceId]))
  expect(answer.status).toBe(422)
  expect(answer.reasons?.length).toBeGreaterThan(0)
  expect(await countBookings(deviceId)).toBe(0)
  // The next booking is judged by the new rules, as the calendar shows them.
  await world.sql('delete from opening_exception where device_id is null')
  await world.sql('update lab set enabled = true where id = $1', [lab.labId])
})

test('a price is raised between judging and writing: what is booked costs the new one', async () => {
  const deviceId = await lab.device({ quota_day_minutes: 1440 })
  await known(deviceId)
  const dear = { ...rates, campus: { ...rates.campus, unitFen: 90_000 } }
  const answer = await bookWhile(deviceId, async () => {
    await world.sql(
      `update price_plan set effective = daterange(lower(effective), current_date) where device_id = $1`,
      [deviceId],
    )
    await world.sql(
      `insert into price_plan (device_id, basis, version, effective, rates)
        values ($1, 'per_time', 2, daterange(current_date, null), $2)`,
      [deviceId, JSON.stringify(dear)],
    )
  })
  expect(answer.status).toBe(200)
  expect(answer.data.estimateFen).toBe(180_000)
  expect(await countBookings(deviceId)).toBe(1)
})

test('the calendar shows a change with the very next request', async () => {
  const deviceId = await lab.device()
  await known(deviceId)
  expect((await week(deviceId)).stretches.some((s) => s.open)).toBe(true)
  await world.sql('delete from opening_window where device_id = $1', [deviceId])
  expect((await week(deviceId)).stretches.some((s) => s.open)).toBe(false)
})

test('what leaves with the commit is all written', async () => {
  const deviceId = await lab.device({ quota_day_minutes: 1440 })
  await known(deviceId)
  expect(await lab.book({ deviceId })).toMatchObject({ seat: 1 })
  expect(
    await world.sql(`select 1 as one from operation_log where call = 'POST /api/v2/booking'
      and target = 'booking ' || (select id from booking where device_id = ${deviceId})`),
  ).toHaveLength(1)
})

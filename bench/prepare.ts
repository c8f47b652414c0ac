import type pg from 'pg'
import { listGrams } from '../apps/server/src/kernel/search.rules.ts'

// What works need beyond the demo campus: a session for everybody, and instruments that are open around the
// clock, so that every request finds its own free time. Every rule is set on them, so that judging a booking
// skips none.

/** The number of instruments of each use; they follow the demo's, in this order. */
export const benchDevices = { spread: 1000, one: 60, race: 3 } as const
export const BENCH_DEVICES = Object.values(benchDevices).reduce((sum, n) => sum + n, 0)
export type Use = keyof typeof benchDevices

export const makeToken = (userId: number): string => `bench-${userId}`

export async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update user_account set suspended_until = null, suspended_reason = null
      where suspended_until is not null`,
  )
  await client.query(
    `insert into session (token_hash, user_id, kind, expires_at)
      select sha256(convert_to('bench-' || id, 'UTF8')), id, 'session', now() + interval '60 days'
      from user_account`,
  )
  await client.query(`create table bench_device (id bigint primary key, use text not null)`)
  const { rows: labs } = await client.query<{ id: number; dept: number }>(
    'select id, dept_id as dept from lab order by id',
  )
  const uses = Object.entries(benchDevices).flatMap(([use, count]) =>
    Array.from({ length: count }, () => use),
  )
  const devices = uses.map((use, i) => {
    const lab = labs[use === 'race' ? 0 : i % labs.length]
    const name = `基准测试仪 ${i + 1} 号`
    return {
      serial_id: `BENCH${i + 1}`,
      name,
      dept_id: lab?.dept,
      lab_id: lab?.id,
      ...listGrams([name]),
      use,
    }
  })
  await client.query(
    `with given as (select * from json_to_recordset($1) as g (serial_id text, name text, dept_id int8,
      lab_id int8, text text, grams text[], use text)),
     added as (
       insert into device (serial_id, name, dept_id, lab_id, shared, search_text, search_grams)
         select serial_id, name, dept_id, lab_id, true, text, grams from given returning id, serial_id
     )
     insert into bench_device select id, use from added join given using (serial_id)`,
    [JSON.stringify(devices)],
  )
  await client.query(
    `insert into opening (device_id, sample_delivery, grid_minutes, min_minutes, max_minutes, horizon_days,
      quota_day_minutes, quota_week_minutes, quota_running)
     select id, true, 5, 5, 480, 366, 1440, 10080, 100000 from bench_device`,
  )
  await client.query(
    `insert into opening_window (device_id, weekday, from_minute, to_minute) select id, day, 0, 1440
      from bench_device, generate_series(1, 7) day`,
  )
  await client.query(
    `insert into price_plan (device_id, basis, version, effective, rates) select id, 'per_time', 1,
      '[2020-01-01,)', $1 from bench_device`,
    [JSON.stringify(rates)],
  )
  // Works book consecutive times for months ahead, which a holiday would refuse.
  await client.query('delete from opening_exception where device_id is null')
  // Instruments for the race need no approval, except the one for samples: its reviewer assigns the times.
  await client.query(
    `insert into approval_policy (business, step, device_id, required)
     select 'booking', step, id, step = 'reviewer' and id = (select max(id) from bench_device)
     from bench_device, unnest(array['reviewer', 'director']) step where use = 'race'`,
  )
  await client.query('vacuum analyze session, device, device_token, device_use_year, opening')
}

const hourly = (yuan: number) => ({
  unitFen: yuan * 100,
  unitMinutes: 60,
  startFen: 0,
  minUnits: 0,
  bands: [],
})
const rates = { campus: hourly(100), school: hourly(200), company: hourly(400) }

import { run, runOne, type Db } from '../../kernel/db.ts'

// Readings of meters and sensors: the last one on the unit's row, all of them in partitions by month, and
// their aggregates by minute, hour and day.

/** `at` in milliseconds. */
export interface NewReading {
  gatewayId: number
  unit: number
  at: number
  amps?: number | undefined
  watts?: number | undefined
  kwh?: number | undefined
  celsius?: number | undefined
  humidity?: number | undefined
}
// As a rule they are there: `makeParts` makes them ahead, but not for readings that come months late, nor for
// the first of a new portal.
const PARTS = `select iot_part_of('iot_reading', m) from unnest($1::timestamptz[]) m`
/**
 * Merges in the last value of each figure; a reading older than the stored one changes nothing. A device of
 * another maker sends one figure at a time.
 */
const LAST = `update iot_sub_device s set reading = coalesce(s.reading, '{}') || u.reading, reading_at = u.at
  from unnest($1::int8[], $2::int[], $3::timestamptz[], $4::jsonb[]) u(gateway, number, at, reading)
  where s.gateway_id = u.gateway and s.number = u.number and s.retired_at is null
    and (s.reading_at is null or s.reading_at <= u.at)`
const KEEP = `insert into iot_reading (sub_device_id, at, amps, watts, kwh, celsius, humidity)
  select s.id, u.at, u.amps, u.watts, u.kwh, u.celsius, u.humidity
  from unnest($1::int8[], $2::int[], $3::timestamptz[], $4::real[], $5::real[], $6::float8[], $7::real[],
    $8::real[]) u(gateway, number, at, amps, watts, kwh, celsius, humidity)
    join iot_sub_device s on s.gateway_id = u.gateway and s.number = u.number and s.retired_at is null`
const LATE = `insert into iot_reading_late (sub_device_id, hour)
  select distinct s.id, date_trunc('hour', u.at)
  from unnest($1::int8[], $2::int[], $3::timestamptz[]) u(gateway, number, at)
    join iot_sub_device s on s.gateway_id = u.gateway and s.number = u.number and s.retired_at is null`
/** Readings older than this may belong to a minute that is already aggregated. */
const LATE_MS = 45_000

export async function noteReadings(db: Db, rows: readonly NewReading[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const months = new Set(rows.map((r) => new Date(r.at).toISOString().slice(0, 7)))
  await run(db, PARTS, [[...months].map((m) => `${m}-15Z`)])
  const figures = (of: 'amps' | 'watts' | 'kwh' | 'celsius' | 'humidity') => rows.map((r) => r[of] ?? null)
  const whose = (of: readonly NewReading[]) => [
    of.map((r) => r.gatewayId),
    of.map((r) => r.unit),
    of.map((r) => new Date(r.at)),
  ]
  const all = [figures('amps'), figures('watts'), figures('kwh'), figures('celsius'), figures('humidity')]
  await run(db, KEEP, [...whose(rows), ...all])
  const last = new Map<string, NewReading>()
  for (const r of rows) {
    const known = last.get(`${r.gatewayId}.${r.unit}`)
    if (!known || known.at <= r.at) last.set(`${r.gatewayId}.${r.unit}`, r)
  }
  // In one order, so that two transactions that write the same rows cannot deadlock.
  const newest = [...last.values()].toSorted((a, b) => a.gatewayId - b.gatewayId || a.unit - b.unit)
  const said = newest.map(({ gatewayId: _g, unit: _u, at: _at, ...values }) => JSON.stringify(values))
  await run(db, LAST, [...whose(newest), said])
  const late = rows.filter((r) => r.at < now.getTime() - LATE_MS)
  if (late.length > 0) await run(db, LATE, whose(late))
}

export type Span = 'minute' | 'hour' | 'day'
/** The table that each is aggregated from; a day is one of the campus's time zone. */
const SOURCES = { minute: 'iot_reading', hour: 'iot_reading_minute', day: 'iot_reading_hour' } as const
const mean = (column: string, ofSums: boolean) =>
  ofSums
    ? `sum(${column} * count) / nullif(sum(count) filter (where ${column} is not null), 0)`
    : `avg(${column})`
const FOLD = (span: Span, again = false) => {
  const sums = span !== 'minute'
  const most = (column: string) => `max(${sums ? `${column}_most` : column})`
  const units = again ? ' and sub_device_id = any($4)' : ''
  return `insert into iot_reading_${span} (sub_device_id, at, count, amps, amps_most, watts, watts_most, kwh,
      celsius, humidity)
    select sub_device_id, date_trunc('${span}', at, $3), ${sums ? 'sum(count)' : 'count(*)'},
      ${mean('amps', sums)}, ${most('amps')}, ${mean('watts', sums)}, ${most('watts')}, max(kwh),
      ${mean('celsius', sums)}, ${mean('humidity', sums)}
    from ${SOURCES[span]} where at >= $1 and at < $2${units} group by 1, 2`
}
const FOLDS = { minute: FOLD('minute'), hour: FOLD('hour'), day: FOLD('day') }
/**
 * Months go by UTC, spans by the campus: the day of the first reading on the 1st may have begun in the month
 * before.
 */
const MONTHS = (span: Span) =>
  `select iot_part_of('iot_reading_${span}', m) from generate_series(date_trunc('month', (select
    date_trunc('${span}', min(at), $3) from ${SOURCES[span]} where at >= $1 and at < $2) at time zone 'UTC')
    at time zone 'UTC', $2, '1 month') m`
const MONTHS_OF = { minute: MONTHS('minute'), hour: MONTHS('hour'), day: MONTHS('day') }
/** Locks the row: a second run waits, then finds nothing left to aggregate. */
const THROUGH = `select through, date_trunc($1, $2::timestamptz, $3) as "end" from iot_reading_fold
  where span = $1 for update`
const DONE = 'update iot_reading_fold set through = $2 where span = $1'
export async function foldSpan(db: Db, span: Span, until: Date, zone: string): Promise<number> {
  const { through, end } = await runOne<{ through: Date; end: Date }>(db, THROUGH, [span, until, zone])
  if (end <= through) return 0
  await run(db, MONTHS_OF[span], [through, end, zone])
  await run(db, FOLDS[span], [through, end, zone])
  await run(db, DONE, [span, end])
  return 1
}

// ── What came late ───────────────────────────────────────────────────────────

const TAKE_LATE = `with taken as (delete from iot_reading_late returning sub_device_id, hour)
  select hour as at, array_agg(distinct sub_device_id) as "unitIds" from taken group by 1 order by 1`
/**
 * The interval that is aggregated again for a late hour, at most up to where the span has been aggregated.
 */
const AGAIN = (span: Span) => `select date_trunc($1, $2::timestamptz, $3) as "from",
    least(date_add(date_trunc($1, $2::timestamptz, $3), ('1 ' || $1)::interval, $3), through) as "to"
  from iot_reading_fold where span = '${span}' for update`
const AGAIN_OF = { minute: AGAIN('minute'), hour: AGAIN('hour'), day: AGAIN('day') }
const FORGET = (span: Span) =>
  `delete from iot_reading_${span} where sub_device_id = any($1) and at >= $2 and at < $3`
const FORGETS = { minute: FORGET('minute'), hour: FORGET('hour'), day: FORGET('day') }
const FOLDS_AGAIN = { minute: FOLD('minute', true), hour: FOLD('hour', true), day: FOLD('day', true) }

/** Aggregates hours with late readings again, and their days. Returns the number of such hours. */
export async function foldLate(db: Db, zone: string): Promise<number> {
  const late = await run<{ unitIds: number[]; at: Date }>(db, TAKE_LATE, [])
  for (const { unitIds, at } of late) {
    for (const span of ['minute', 'hour', 'day'] as const) {
      const unitOf = span === 'minute' ? 'hour' : span
      const { from, to } = await runOne<{ from: Date; to: Date }>(db, AGAIN_OF[span], [unitOf, at, zone])
      if (to <= from) continue
      await run(db, 'select iot_part_of($1, $2)', [`iot_reading_${span}`, from])
      await run(db, FORGETS[span], [unitIds, from, to])
      await run(db, FOLDS_AGAIN[span], [from, to, zone, unitIds])
    }
  }
  return late.length
}

// ── Months ───────────────────────────────────────────────────────────────────

const AHEAD = `select iot_part_of($1, m)
  from unnest(array[$2::timestamptz, $2::timestamptz + interval '1 month']) m`
/** Makes the partitions of this month and the next; those that are there stay. */
export const makeParts = (db: Db, of: string, now: Date) => run(db, AHEAD, [of, now])
const DROP = 'select iot_drop_parts($1, $2) as dropped'
export const dropParts = async (db: Db, of: string, before: Date) =>
  (await runOne<{ dropped: number }>(db, DROP, [of, before])).dropped

// ── Curves ───────────────────────────────────────────────────────────────────

export interface Point {
  at: Date
  amps: number | null
  watts: number | null
  kwh: number | null
  celsius: number | null
  humidity: number | null
}
const CURVE = (of: Span, step: string) => `select date_bin('${step}', at, '2000-01-01Z') as at,
    avg(amps)::float4 as amps, avg(watts)::float4 as watts, max(kwh) as kwh, avg(celsius)::float4 as celsius,
    avg(humidity)::float4 as humidity
  from iot_reading_${of} where sub_device_id = $1 and at >= $2 and at < $3 group by 1 order by 1`
const CURVES = {
  day: CURVE('minute', '10 minutes'),
  week: CURVE('hour', '1 hour'),
  month: CURVE('hour', '2 hours'),
  year: `select at, amps, watts, kwh, celsius, humidity from iot_reading_day
    where sub_device_id = $1 and at >= $2 and at < $3 order by at`,
}
export const readCurve = (db: Db, span: keyof typeof CURVES, unitId: number, from: Date, to: Date) =>
  run<Point>(db, CURVES[span], [unitId, from, to])

import { run, runOne, type Db } from '../../kernel/db.ts'

// What meters and sensors said: the last word of each on its row, all of them in partitions by month, and
// what they came to by minute, hour and day.

const PART = 'select iot_part_of($1, $2)'
const LAST = `update iot_sub_device s set reading = u.value, reading_at = $3
  from jsonb_each($2::jsonb) u where s.gateway_id = $1 and s.retired_at is null and s.number = u.key::int`
const KEEP = `insert into iot_reading (sub_device_id, at, amps, watts, kwh, celsius, humidity)
  select s.id, $3, (v->>'amps')::real, (v->>'watts')::real, (v->>'kwh')::float8, (v->>'celsius')::real,
    (v->>'humidity')::real
  from jsonb_each($2::jsonb) u(key, v) join iot_sub_device s
    on s.gateway_id = $1 and s.retired_at is null and s.number = u.key::int`
export async function noteReadings(db: Db, gatewayId: number, readings: object, now: Date): Promise<void> {
  const said = [gatewayId, JSON.stringify(readings), now]
  await run(db, PART, ['iot_reading', now])
  await run(db, LAST, said)
  await run(db, KEEP, said)
}

export type Span = 'minute' | 'hour' | 'day'
/** What each is reckoned from; a day is one of the campus. */
const SOURCES = { minute: 'iot_reading', hour: 'iot_reading_minute', day: 'iot_reading_hour' } as const
const mean = (column: string, ofSums: boolean) =>
  ofSums
    ? `sum(${column} * count) / nullif(sum(count) filter (where ${column} is not null), 0)`
    : `avg(${column})`
const FOLD = (span: Span) => {
  const sums = span !== 'minute'
  const most = (column: string) => `max(${sums ? `${column}_most` : column})`
  return `insert into iot_reading_${span} (sub_device_id, at, count, amps, amps_most, watts, watts_most, kwh,
      celsius, humidity)
    select sub_device_id, date_trunc('${span}', at, $3), ${sums ? 'sum(count)' : 'count(*)'},
      ${mean('amps', sums)}, ${most('amps')}, ${mean('watts', sums)}, ${most('watts')}, max(kwh),
      ${mean('celsius', sums)}, ${mean('humidity', sums)}
    from ${SOURCES[span]} where at >= $1 and at < $2 group by 1, 2`
}
const FOLDS = { minute: FOLD('minute'), hour: FOLD('hour'), day: FOLD('day') }
const MONTHS = (span: Span) =>
  `select iot_part_of('iot_reading_${span}', m) from generate_series(date_trunc('month', (select min(at)
    from ${SOURCES[span]} where at >= $1 and at < $2) at time zone 'UTC') at time zone 'UTC', $2,
    '1 month') m`
const MONTHS_OF = { minute: MONTHS('minute'), hour: MONTHS('hour'), day: MONTHS('day') }
/** One that is reckoned already is not reckoned again: who comes second waits, and finds nothing left. */
const THROUGH = `select through, date_trunc($1, $2::timestamptz, $3) as "end" from iot_reading_fold
  where span = $1 for update`
const DONE = 'update iot_reading_fold set through = $2 where span = $1'
export async function foldSpan(db: Db, span: Span, until: Date, zone: string): Promise<number> {
  const { through, end } = await runOne<{ through: Date; end: Date }>(db, THROUGH, [span, until, zone])
  if (end <= through) return 0
  await run(db, MONTHS_OF[span], [through, end])
  await run(db, FOLDS[span], [through, end, zone])
  await run(db, DONE, [span, end])
  return 1
}

const DROP = 'select iot_drop_parts($1, $2) as dropped'
export const dropParts = async (db: Db, of: string, before: Date) =>
  (await runOne<{ dropped: number }>(db, DROP, [of, before])).dropped

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

import type pg from 'pg'
import { castDevices } from '../cast.ts'

// Gateways at instruments of the cast, with a month of events and readings of their doors, switches and
// meters: people who had booked came and had power. The simulated gateways start with the server
// (demo/gates.ts).

export const DEMO_HARDWARE = 'DEMO'
/** Cards of the cast; the simulated gateways present them to their readers. */
export const demoCards = [
  ['04A1B2C301', 'booker'],
  ['04A1B2C302', 'payer'],
  ['04A1B2C303', 'labadmin'],
  ['04A1B2C304', 'director'],
  ['04A1B2C305', 'reviewer'],
] as const

const GATEWAYS = `
  insert into iot_gateway (name, room_id, remark, created_by, created_at, hardware, firmware)
  select g.name, (select coalesce(d.room_id, l.room_id) from device d join lab l on l.id = d.lab_id
      where d.serial_id = g.serial), g.remark, (select id from user_account where username = 'equipoffice'),
    $1::timestamptz - interval '200 days', g.hardware, g.firmware
  from (values
    (1, '扫描电镜室网关', $2, '设备柜上方，PoE 供电', '${DEMO_HARDWARE}-2026-001', 'sim-1.0'),
    (2, '双束系统室网关', $3, '门口弱电箱', '${DEMO_HARDWARE}-2026-002', 'sim-1.0'),
    (3, '共聚焦室网关', $4, '已到货，待布线安装', null, null)
  ) g (n, name, serial, remark, hardware, firmware) order by g.n`

const UNITS = `
  insert into iot_sub_device (gateway_id, number, kind, name, model, room_id, lab_id, device_id, lead_minutes,
    grace_minutes, warn_minutes, stage, fail_safe, remark, created_at)
  select g.id, u.number, u.kind, u.name, u.model, null, case when u.tie = 'lab' then d.lab_id end,
    case when u.tie = 'device' then d.id end, u.lead, u.grace, 10, u.stage, u.fail_safe, u.remark, g.created_at
  from (values
    ('扫描电镜室网关', $1, 1, 'door', '扫描电镜室门', '单门控制器 MJ-100', 'device', 10, 15, 0, 'off', null),
    ('扫描电镜室网关', $1, 2, 'air_switch', '扫描电镜主机电源', '智能空开 DZ-63', 'device', 10, 15, 1, 'stay', '断电前须先退出高压'),
    ('扫描电镜室网关', $1, 3, 'meter', '扫描电镜电表', '单相电表 DDS-60', 'device', 10, 15, 0, 'off', null),
    ('扫描电镜室网关', $1, 4, 'climate', '电镜平台温湿度', 'TH-20', 'lab', 10, 15, 0, 'off', null),
    ('双束系统室网关', $2, 1, 'door', '双束系统室门', '单门控制器 MJ-100', 'device', 15, 15, 0, 'off', null),
    ('双束系统室网关', $2, 2, 'air_switch', '双束系统电源', '智能空开 DZ-63', 'device', 15, 15, 0, 'off', null),
    ('双束系统室网关', $2, 3, 'meter', '双束系统电表', '单相电表 DDS-60', 'device', 10, 15, 0, 'off', null)
  ) u (gateway, serial, number, kind, name, model, tie, lead, grace, stage, fail_safe, remark)
    join iot_gateway g on g.name = u.gateway join device d on d.serial_id = u.serial
  order by g.id, u.number`

const CARDS = `
  insert into iot_card (number, user_id, bound_by, bound_at)
  select c.number, u.id, (select id from user_account where username = 'equipoffice'),
    $1::timestamptz - interval '190 days'
  from unnest($2::text[], $3::text[]) with ordinality c (number, username, n)
    join user_account u on u.username = c.username
  order by c.n`

const GRANTS = `
  insert into iot_grant (sub_device_id, kind, user_id, from_at, to_at, weekdays, from_minute, to_minute, reason,
    granted_by, granted_at)
  select s.id, g.kind, u.id, $1::timestamptz - interval '180 days', null, g.weekdays, g.from_minute, g.to_minute,
    g.reason, (select id from user_account where username = 'equipoffice'), $1::timestamptz - interval '180 days'
  from (values
    (1, '扫描电镜室门', 'permanent', 'labadmin', null::int[], null::int, null::int, '实验室管理员，日常管理'),
    (2, '双束系统室门', 'permanent', 'labadmin', null, null, null, '实验室管理员，日常管理'),
    (3, '扫描电镜室门', 'periodic', 'reviewer', '{1,3,5}', 480, 1080, '每周一、三、五巡检')
  ) g (n, door, kind, username, weekdays, from_minute, to_minute, reason)
    join iot_sub_device s on s.name = g.door join user_account u on u.username = g.username
  order by g.n`

// Sequence numbers in the order of time, as a gateway counts.
const EVENTS = `
  insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, way, user_id, booking_id,
    note)
  select s.gateway_id, 1, row_number() over (partition by s.gateway_id order by e.at, s.number, e.kind), s.id,
    e.kind, e.at, e.at + interval '1 second', e.way, e.user_id, e.booking_id, e.note
  from iot_sub_device s join (
    select b.device_id, x.unit, x.kind, x.at, x.way, case when x.named then b.experimenter_id end as user_id, b.id
      as booking_id, null as note
    from booking b, lateral (values
      ('door', 'opened', b.started_at - interval '4 minutes', case when b.id % 3 = 0 then 'qr' else 'card' end, true),
      ('door', 'closed', b.started_at - interval '235 seconds', null, false),
      ('air_switch', 'switched_on', b.started_at - interval '4 minutes', 'entry', true),
      ('door', 'opened', b.finished_at + interval '2 minutes', 'button', false),
      ('door', 'closed', b.finished_at + interval '125 seconds', null, false),
      ('air_switch', 'warned', b.finished_at + interval '5 minutes', 'grant', false),
      ('air_switch', 'switched_off', b.finished_at + interval '15 minutes', 'end', false)
    ) x (unit, kind, at, way, named)
    where b.kind = 'self_operated' and b.started_at > $1::timestamptz - interval '30 days'
      and b.finished_at < $1::timestamptz - interval '20 minutes'
    union all
    select d.id, 'door', a.kind, $1::timestamptz - a.ago * interval '1 hour', a.way, null, null, a.note
    from device d, (values
      ('denied', 5.4, 'card', 'unknown_card'), ('denied', 52.7, 'qr', 'bad_qr'), ('held', 77.2, null, null),
      ('denied', 146.5, 'card', 'no_grant')
    ) a (kind, ago, way, note)
    where d.serial_id = $2
  ) e on e.device_id = s.device_id and e.unit = s.kind
  where e.at < $1 order by e.at, s.number, e.kind`
const ALARMS = `insert into iot_alarm (event_id, told, acknowledged_by, acknowledged_at, note)
  select e.id, true, u.id, case when u.id is not null then e.at + interval '40 minutes' end,
    case when u.id is not null then '已到场查看，无异常' end
  from iot_event e left join user_account u on u.username = 'labadmin'
    and e.at < $1::timestamptz - interval '60 hours'
  where e.kind in ('denied', 'forced', 'held') order by e.id`
const COUNTED = `update iot_gateway g set epoch = 1, event_seq = e.seq
  from (select gateway_id, max(seq) as seq from iot_event group by 1) e where e.gateway_id = g.id`

// A switch was on from each switch-on to the next event; the meter measures that load and a constant base
// load.
const POWERED = `
  create temporary table demo_powered on commit drop as select device_id, from_at, to_at from (
    select s.device_id, e.kind, e.at as from_at,
      lead(e.at) over (partition by e.sub_device_id order by e.at, e.seq) as to_at
    from iot_event e join iot_sub_device s on s.id = e.sub_device_id
    where e.kind in ('switched_on', 'switched_off')) x where kind = 'switched_on'`
const READINGS = (span: 'minute' | 'hour' | 'day', ago: string) => `
  insert into iot_reading_${span} (sub_device_id, at, count, amps, amps_most, watts, watts_most, kwh, celsius,
    humidity)
  select s.id, t.at, ${{ minute: 2, hour: 120, day: 2880 }[span]},
    case s.kind when 'air_switch' then p.amps end, case s.kind when 'air_switch' then p.amps end,
    case s.kind when 'meter' then 12 + p.amps * 220 end, case s.kind when 'meter' then 12 + p.amps * 220 end,
    case s.kind when 'meter' then 2000 + extract(epoch from t.at - $1::timestamptz) / 3600.0 * 0.3 end,
    case s.kind when 'climate' then round((22 + 0.8 * sin(extract(epoch from t.at) / 7000))::numeric, 1) end,
    case s.kind when 'climate' then round((45 + 4 * sin(extract(epoch from t.at) / 11000))::numeric, 1) end
  from iot_sub_device s
    cross join generate_series(date_trunc('${span}', $1::timestamptz - interval '${ago}', $2),
      date_trunc('${span}', $1::timestamptz, $2) - interval '1 ${span}', '1 ${span}') t (at)
    cross join lateral (select coalesce(max(case when o.from_at <= t.at and coalesce(o.to_at, $1) > t.at
        then round((4.2 + 0.6 * sin(extract(epoch from t.at) / 900))::numeric, 2) end), 0) as amps
      from demo_powered o where o.device_id = s.device_id) p
  where s.kind in ('air_switch', 'meter', 'climate')`
const LAST = `update iot_sub_device s set reading_at = m.at, reading = jsonb_strip_nulls(jsonb_build_object('amps',
    m.amps, 'watts', m.watts, 'kwh', m.kwh, 'celsius', m.celsius, 'humidity', m.humidity))
  from iot_reading_minute m
  where m.sub_device_id = s.id and m.at = date_trunc('minute', $1::timestamptz) - interval '1 minute'`
// One day more than the readings need: on the campus the first day of a month begins in the previous month by
// UTC.
const PARTS = `select iot_part_of('iot_reading_' || span, m)
  from unnest(array['minute', 'hour', 'day']) span,
    generate_series(date_trunc('month', $1::timestamptz - interval '61 days'), $1, '1 month') m`
const FOLDED = `update iot_reading_fold set through = date_trunc(span, $1::timestamptz, $2)`

export async function fillGates(client: pg.Client, now: Date, zone: string): Promise<void> {
  const { selfOperated, stories, shared } = castDevices
  await client.query(GATEWAYS, [now, selfOperated.serialId, stories.serialId, shared.serialId])
  await client.query(UNITS, [selfOperated.serialId, stories.serialId])
  await client.query(CARDS, [now, demoCards.map(([number]) => number), demoCards.map(([, who]) => who)])
  await client.query(GRANTS, [now])
  await client.query(EVENTS, [now, selfOperated.serialId])
  await client.query(ALARMS, [now])
  await client.query(COUNTED)
  await client.query(POWERED)
  await client.query(PARTS, [now])
  await client.query(READINGS('minute', '1 day'), [now, zone])
  await client.query(LAST, [now])
  await client.query(READINGS('hour', '30 days'), [now, zone])
  await client.query(READINGS('day', '60 days'), [now, zone])
  await client.query(FOLDED, [now, zone])
}

// The queries without the ledger: they compute the figures from bookings, test orders and settlements each
// time. $1 and $2: the first and the last day.

const USED = `from booking b left join test_order o on o.booking_id = b.id and o.confirmed_at is not null
  cross join lateral (select coalesce(o.actual,
    case when b.started_at < b.finished_at then tstzrange(b.started_at, b.finished_at) end, b.period) as time)
      w
  where b.state in ('awaiting_test_order', 'done') and (lower(w.time) at time zone 'Asia/Shanghai')::date
    between $1 and $2`
const FIGURES = `count(*), sum(extract(epoch from upper(w.time) - lower(w.time)) / 60), sum(o.total_fen), count(distinct b.experimenter_id)`

export const usesBy = (...keys: string[]): string =>
  keys.length === 0
    ? `select ${FIGURES} ${USED}`
    : `select ${keys.join(', ')}, ${FIGURES} ${USED} group by ${keys.map((_, i) => i + 1).join(', ')}
      order by 4 desc limit 1000`
export const HOUR = `extract(hour from lower(w.time) at time zone 'Asia/Shanghai')`
export const MONTH = `date_trunc('month', lower(w.time) at time zone 'Asia/Shanghai')`

export const USES = `select b.id, d.name, l.name, u.name, p.name, lower(w.time), o.total_fen, count(*) over ()
  ${USED.replace('where', 'join device d on d.id = b.device_id join lab l on l.id = b.lab_id join user_account u on u.id = b.experimenter_id join user_account p on p.id = b.payer_id where')}
  order by lower(w.time) desc limit 20`

const BILLED = `from test_order o left join settlement s on s.id = o.settlement_id
  and s.settled_at is not null
  where (o.confirmed_at at time zone 'Asia/Shanghai')::date between $1 and $2`
export const moneyBy = (key: string): string =>
  `select ${key}, sum(o.total_fen), sum(o.total_fen) filter (where s.id is not null) ${BILLED} group by 1
    order by 2 desc limit 1000`
export const MONEY_BY_FEE = `select l ->> 'kind', sum((l ->> 'amountFen')::int8) filter (where true),
  count(s.id)
  ${BILLED.replace('where', `cross join lateral jsonb_array_elements(o.bill -> 'lines') l where`)} group by 1`
export const ENTRIES = `select o.id, d.name, l.name, p.name, o.confirmed_at, o.total_fen, count(*) over (),
  sum(o.total_fen) over ()
  ${BILLED.replace('where', 'join device d on d.id = o.device_id join lab l on l.id = o.lab_id join user_account p on p.id = o.payer_id where')}
  order by o.confirmed_at desc limit 20`
export const OWED = `select o.payer_id, count(*), sum(o.total_fen) from test_order o
  where not exists (select from settlement s where s.id = o.settlement_id and s.settled_at is not null)
    and (o.confirmed_at at time zone 'Asia/Shanghai')::date <= $2 and $1::date is not null group by 1
      order by 3 desc`

import type { State } from './gateways.ts'

export type Sql = <Row extends object>(text: string, given?: unknown[]) => Promise<Row[]>

/** Checks for each gateway that every confirmed message is stored, once and in order. */
export async function countBothEnds(sql: Sql, state: State) {
  const ids = state.gateways.map((g) => g.id)
  const read = await sql<{
    id: string
    unit: number
    rows: number
    least: number
    most: number
    kinds: number
    wrong: number
  }>(
    `select gateway_id as id, number as unit, count(*)::int as rows, min(kwh)::int as least,
        max(kwh)::int as most, count(distinct kwh)::int as kinds,
        count(*) filter (where kwh < before)::int as wrong
      from (select s.gateway_id, s.number, r.kwh, lag(r.kwh) over (partition by s.id order by r.at)
          as before
        from iot_reading r join iot_sub_device s on s.id = r.sub_device_id where s.gateway_id = any($1)) x
      group by 1, 2`,
    [ids],
  )
  const events = await sql<{ id: string; rows: number; most: number; wrong: number }>(
    `select gateway_id as id, count(*)::int as rows, max(seq)::int as most,
        count(*) filter (where seq <> coalesce(before, 0) + 1)::int as wrong
      from (select gateway_id, seq, lag(seq) over (partition by gateway_id order by id) as before
        from iot_event where gateway_id = any($1)) x group by 1`,
    [ids],
  )
  const found = {
    readings: 0,
    missing: 0,
    twice: 0,
    disordered: 0,
    events: 0,
    eventsMissing: 0,
    eventsWrong: 0,
  }
  for (const g of state.gateways) {
    for (const unit of [2, 3, 4, 5]) {
      const r = read.find((x) => Number(x.id) === g.id && x.unit === unit)
      found.readings += r?.rows ?? 0
      // Readings sent after the count do not count as surplus.
      found.missing += Math.max(0, g.confirmed - (r?.kinds ?? 0))
      found.twice += (r?.rows ?? 0) - (r?.kinds ?? 0)
      found.disordered += r?.wrong ?? 0
    }
    const e = events.find((x) => Number(x.id) === g.id)
    found.events += e?.rows ?? 0
    found.eventsMissing += Math.max(0, g.told - (e?.rows ?? 0))
    found.eventsWrong += e?.wrong ?? 0
  }
  return found
}

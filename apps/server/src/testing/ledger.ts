import { settlementStates } from '@portal/contract/settlement/settlement'
import { flowOf } from '../modules/settlement/settlement.flow.ts'
import { testOrderFlow } from '../modules/test-order/test-order.flow.ts'

type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

// Rules that must hold between any two transactions; each is a query for rows that break it.
const broken: Record<string, string> = {
  'balance = sum of its entries': `select c.id from fund_card c left join ledger_entry e on e.card_id = c.id
    group by c.id having c.balance_fen <> coalesce(sum(e.balance_delta_fen), 0)
      or c.frozen_fen <> coalesce(sum(e.frozen_delta_fen), 0)`,
  'nothing below zero': `select id from fund_card where frozen_fen < 0
    or balance_fen - frozen_fen + credit_fen < 0`,
  'sums after an entry = sums after the one before + its own': `select id
    from (select id, balance_after_fen - balance_delta_fen as b, frozen_after_fen - frozen_delta_fen as f,
      lag(balance_after_fen, 1, 0::int8) over w as pb, lag(frozen_after_fen, 1, 0::int8) over w as pf
      from ledger_entry window w as (partition by card_id order by id)) x where b <> pb or f <> pf`,
  'frozen = what open bookings, settlements and stock-ins hold': `select c.id from fund_card c where c.frozen_fen <>
      (select coalesce(sum(h.amount_fen), 0) from settlement_share h
        join settlement s on s.id = h.settlement_id
        where h.card_id = c.id and s.state in ('awaiting_card_owner', 'awaiting_finance'))
      + (select coalesce(sum(b.held_fen), 0) from booking b where b.fund_card_id = c.id)
      + (select coalesce(sum(p.amount_fen), 0) from purchase_source p
        join stock_in t on t.purchase_id = p.purchase_id and t.payment = 'card'
        where p.fund_card_id = c.id and t.state in ('awaiting_card_owner', 'awaiting_finance'))`,
  'deducted once, and only what is settled': `select s.id from settlement s
    join settlement_share h on h.settlement_id = s.id
    left join lateral (select count(*) filter (where kind = 'deduct') as d,
      count(*) filter (where kind = 'reverse') as r, coalesce(sum(balance_delta_fen), 0) as fen
      from ledger_entry e where e.business = 'settlement' and e.row_id = s.id and e.card_id = h.card_id) e on
        true
    where case when s.state in ('settled', 'awaiting_reversal') then e.d <> 1 or e.r <> 0
      or e.fen <> -h.amount_fen
      when s.state = 'reversed' then e.d <> 1 or e.r <> 1 or e.fen <> 0 else e.d + e.r <> 0 end`,
  'shares add up to the total, and so do the items': `select s.id from settlement s
    where s.total_fen <> (select sum(amount_fen) from settlement_item i where i.settlement_id = s.id)
    or s.way = 'fund_card' and s.total_fen <> (select sum(amount_fen) from settlement_share h
      where h.settlement_id = s.id)`,
  'settled at a version that was confirmed': `select i.settlement_id as id from settlement_item i
    join test_order t on t.id = i.test_order_id
    left join test_order_version v on v.test_order_id = i.test_order_id and v.version = i.version
    where case when v.version is null then i.version <> t.version or i.amount_fen <> t.total_fen
      or t.state not in ('confirmed', 'in_settlement', 'settled') else i.amount_fen <> v.total_fen end`,
  'test orders stand where their settlement does': `select t.id from test_order t
    left join settlement s on s.id = t.settlement_id where case t.state
      when 'in_settlement' then s.state is null
        or s.state not in ('awaiting_card_owner', 'awaiting_remittance', 'awaiting_finance')
      when 'settled' then t.total_fen > 0
      and (s.state is null or s.state not in ('settled', 'awaiting_reversal'))
        else t.settlement_id is not null end`,
  'an authorisation counts what is spent in its name': `select u.card_id as id from fund_card_user u
    where u.used_fen <> (select coalesce(sum(e.frozen_delta_fen - e.balance_delta_fen), 0)
    from ledger_entry e where e.card_id = u.card_id and e.user_id = u.user_id and e.business <> 'movement')`,
}

/** All rows that break a rule of the money; an empty list if none does. */
export async function brokenRules(sql: Sql): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(broken)) {
    const rows = await sql<{ id: number }>(query)
    if (rows.length)
      found.push(
        `${rule}: ${rows
          .slice(0, 10)
          .map((r) => r.id)
          .join(', ')}`,
      )
  }
  return [...found, ...(await brokenLogs(sql))]
}

/**
 * Every change of state has exactly one entry in the flow log: the entries are a chain that ends
 * in the state of the row.
 */
async function brokenLogs(sql: Sql): Promise<string[]> {
  const settled = await sql<{ id: number; way: keyof typeof flowOf; state: string }>(
    'select id, way, state from settlement',
  )
  const entries = await sql<{ rowId: number; event: string; from: string | null; to: string }>(
    `select row_id as "rowId", event, from_state as "from", to_state as "to" from flow_log
      where business = 'settlement' order by id`,
  )
  const byRow = Map.groupBy(entries, (e) => e.rowId)
  return settled.flatMap(({ id, way, state }) => {
    const log = byRow.get(id) ?? []
    const chained = log.every(
      (e, i) =>
        e.from === (log[i - 1]?.to ?? null) &&
        flowOf[way].steps.some((s) => s.from === e.from && s.on === e.event && s.to === e.to),
    )
    return chained && log.at(-1)?.to === state && (settlementStates as readonly string[]).includes(state)
      ? []
      : [`log of settlement ${id}`]
  })
}

/** The same for test orders that the portal created (those that a test inserted have no log). */
export async function brokenOrderLogs(sql: Sql): Promise<string[]> {
  const entries = await sql<{ rowId: number; event: string; from: string | null; to: string }>(
    `select row_id as "rowId", event, from_state as "from", to_state as "to" from flow_log
      where business = 'test_order' order by id`,
  )
  return entries
    .filter((e) => !testOrderFlow.steps.some((s) => s.from === e.from && s.on === e.event && s.to === e.to))
    .map((e) => `log of test order ${e.rowId}: ${e.event}`)
}

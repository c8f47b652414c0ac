import type { LedgerKind, LedgerSums } from '@portal/contract/fund-card/fund-card'
import { run, type Db } from '../../kernel/db.ts'
import { type Entry, ENTRY } from './ledger.store.ts'

// The ledger as people read it.

export interface LedgerFilters {
  cardId: number
  kind: LedgerKind | null
  from: Date | null
  until: Date | null
  /** Only entries of this person. */
  userId: number | null
}
export interface LedgerQuery extends LedgerFilters {
  before: number | null
  size: number
}
export interface Use {
  people: { id: number; name: string }[]
  devices: { id: number; name: string }[]
}
export type NamedEntry = Entry & { userName: string | null; use: Use | null }
const PAGE = `
  select e.*, u.name as "userName", case when w.people is not null then json_build_object('people', w.people,
    'devices', w.devices) end as use from (
    select ${ENTRY} from ledger_entry
    where card_id = $1 and ($2::int8 is null or id < $2) and ($4::text is null or kind = $4)
      and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
      and ($7::int8 is null or user_id = $7)
    order by id desc limit $3) e
  left join user_account u on u.id = e."userId"
  left join lateral (
    select jsonb_agg(distinct jsonb_build_object('id', p.id, 'name', p.name)) as people,
      jsonb_agg(distinct jsonb_build_object('id', d.id, 'name', d.name)) as devices
    from (
      select device_id, booker_id, experimenter_id from booking
      where e.business = 'booking' and id = e."rowId"
      union all
      select b.device_id, b.booker_id, b.experimenter_id from settlement_item i
        join test_order t on t.id = i.test_order_id join booking b on b.id = t.booking_id
        where e.business = 'settlement' and i.settlement_id = e."rowId") b
    join device d on d.id = b.device_id
    join user_account p on p.id in (b.booker_id, b.experimenter_id)) w
    on e.business in ('booking', 'settlement')
  order by e.id desc`
export const listPage = (db: Db, q: LedgerQuery) =>
  run<NamedEntry>(db, PAGE, [q.cardId, q.before, q.size, q.kind, q.from, q.until, q.userId])

const SUMS = `
  select coalesce(sum(balance_delta_fen) filter (where balance_delta_fen > 0), 0)::int8 as "inFen",
    coalesce(-sum(balance_delta_fen) filter (where balance_delta_fen < 0), 0)::int8 as "outFen",
    coalesce(sum(frozen_delta_fen), 0)::int8 as "frozenFen"
  from ledger_entry
  where card_id = $1 and ($2::text is null or kind = $2) and ($3::timestamptz is null or at >= $3)
    and ($4::timestamptz is null or at < $4) and ($5::int8 is null or user_id = $5)`
export async function readSums(db: Db, q: LedgerFilters): Promise<LedgerSums> {
  const [row] = await run<LedgerSums>(db, SUMS, [q.cardId, q.kind, q.from, q.until, q.userId])
  return row ?? { inFen: 0, outFen: 0, frozenFen: 0 }
}

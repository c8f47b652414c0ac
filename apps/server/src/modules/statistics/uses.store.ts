import type { PriceTier } from '@portal/contract/price-plan/price-plan'
import type { LedgerKind, LedgerNature } from '@portal/contract/use-ledger/use-ledger'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { joinConditions, walkChunks, type Condition } from '../../kernel/list.store.ts'
import type { Days } from '../../kernel/span.rules.ts'
import { namedSql, type NamedPerson } from '../people/people.service.ts'
import { matchUses, type Wanted } from './sums.store.ts'

// The ledger rows that still count and that the figures are made of, the latest first.

export interface UseRow {
  id: number
  day: string
  bookingId: number | null
  begunAt: Date
  deviceId: number
  deviceName: string
  serialId: string
  labId: number
  labName: string
  userId: number | null
  userName: string | null
  payerId: number | null
  payerName: string | null
  /** For files. */
  userNamed: NamedPerson | null
  payerNamed: NamedPerson | null
  kind: LedgerKind
  nature: LedgerNature
  tier: PriceTier
  project: string | null
  reservedMinutes: number
  workingMinutes: number
  billedMinutes: number
  samples: number
  incomeFen: number
}

const holding = ([from, until]: Days, w: Wanted, more: readonly Condition[]): Condition =>
  sql`day >= ${from}::date and day < ${until}::date and ${joinConditions([...matchUses(w), ...more])}
    and exists (select from use_current c where c.record_id = r.id)`

/** Names are joined for the rows that are shown, not for all rows that are sorted. */
async function read(db: Db, where: Condition, size: number, offset = 0): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with cut as (select * from use_record r where ${where} order by day desc, id desc
      limit ${size} offset ${offset})
    select s.id, s.day, case when s.source = 'booking' then s.source_id end as "bookingId",
      s.begun_at as "begunAt", s.device_id as "deviceId", d.name as "deviceName", d.serial_id as "serialId",
      s.lab_id as "labId", l.name as "labName", s.user_id as "userId", u.name as "userName",
      s.payer_id as "payerId", p.name as "payerName", ${sql.raw(namedSql('u'))} as "userNamed",
      ${sql.raw(namedSql('p'))} as "payerNamed", s.kind, s.nature, s.tier, s.project,
      s.reserved_minutes as "reservedMinutes", s.working_minutes as "workingMinutes",
      s.billed_minutes as "billedMinutes", s.samples, s.income_fen as "incomeFen"
    from cut s join device d on d.id = s.device_id join lab l on l.id = s.lab_id
    left join user_account u on u.id = s.user_id left join user_account p on p.id = s.payer_id
    order by s.day desc, s.id desc`.execute(db)
  return rows
}

export const page = (
  db: Db,
  days: Days,
  w: Wanted,
  { page: at, size }: { page: number; size: number },
  more: readonly Condition[],
): Promise<UseRow[]> => read(db, holding(days, w, more), size, at * size)

/**
 * Number of uses that still count: a reversed use has two
 * rows that differ only in the sign, so they cancel out.
 */
export async function count(
  db: Db,
  [from, until]: Days,
  w: Wanted,
  more: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select coalesce(sum(case when reverses is null then 1 else -1 end), 0)::int as n
    from use_record r where day >= ${from}::date and day < ${until}::date
      and ${joinConditions([...matchUses(w), ...more])}`.execute(db)
  return rows[0]?.n ?? 0
}

/** All of them, paged by key, so that the millionth row costs as much as the first. */
export const walkUses = (db: Db, days: Days, w: Wanted, more: readonly Condition[]) =>
  walkChunks<UseRow>(
    (last, size) => {
      const after = last ? [sql`(day, id) < (${last.day}::date, ${last.id}::int8)`] : []
      return read(db, holding(days, w, [...more, ...after]), size)
    },
    { size: 1000 },
  )

import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Period } from './period.rules.ts'

// The database folds the sums of the journal and of card movements, and checks them against the journal
// (decision 089).

/** Ids up to which entries can be folded; null: another transaction was posting at that moment. */
export interface Last {
  entries: number | null
  moves: number | null
}
const LAST = 'select entries, moves from finance_last()'
/** Ids up to which no entry will be added any more. Blocks all postings until its transaction ends. */
export const readLast = (db: Db) => runOne<Last>(db, LAST, [])

const FOLD = 'select finance_fold($1, $2, $3) as n'
export const fold = async (db: Db, { entries, moves }: Last, zone: string): Promise<number> =>
  entries === null ? 0 : (await runOne<{ n: number }>(db, FOLD, [entries, moves, zone])).n

const CHECK = 'select finance_fold_check() as n'
export const check = async (db: Db): Promise<number> => (await runOne<{ n: number }>(db, CHECK, [])).n

const VERSION = `select
  coalesce(max(concat_ws(' ', f.zone, f.entries_upto, f.moves_upto, f.folded_at)), '') as folded,
  (select count(*)::int from finance_entry where id > coalesce(max(f.entries_upto), 0)) as entries,
  (select count(*)::int from ledger_entry where id > coalesce(max(f.moves_upto), 0)) as moves
  from finance_fold f`
/** A version that changes whenever the journal or the card ledger gets an entry. */
export const readVersion = async (db: Db): Promise<string> => {
  const { folded, entries, moves } = await runOne<{ folded: string; entries: number; moves: number }>(
    db,
    VERSION,
    [],
  )
  return `${folded} ${entries} ${moves}`
}

// Ordered by id, like the tail of the sums: otherwise PostgreSQL reads all entries of the period.
const MONTHS = `with fold as (select entries_upto, made_at from finance_fold where zone = $1),
  tail as materialized (select at from finance_entry where id > coalesce((select entries_upto from fold), 0)
    and at >= ($2::date)::timestamp at time zone $1
    and at < ($3::date + 1)::timestamp at time zone $1 order by id)
  select to_char(x.month, 'YYYY-MM') as month, concat_ws(' ', sum(x.n), (select made_at from fold)) as state
  from (
    select month, entries as n from finance_whole_sum where exists (select from fold)
      and month between date_trunc('month', $2::date) and $3::date
    union all
    select date_trunc('month', at at time zone $1)::date, 1 from tail) x
  group by x.month having sum(x.n) > 0`
/**
 * The months of a period that have entries, each with a version. The version changes when the month gets an
 * entry or the sums are rebuilt: entries are only ever added, so an equal number means the same entries.
 */
export const readMonthStates = async (
  db: Db,
  { days: { from, to }, zone }: Period,
): Promise<Map<string, string>> =>
  new Map(
    (await run<{ month: string; state: string }>(db, MONTHS, [zone, from, to])).map((m) => [
      m.month,
      m.state,
    ]),
  )

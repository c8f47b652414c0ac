import { runOne, type Db } from '../../kernel/db.ts'

// The sums of finance's journal and of what moved on cards are folded and held against it by the database
// (decision 089).

/** Up to which entries; null: somebody was posting just then. */
export interface Last {
  entries: number | null
  moves: number | null
}
const LAST = 'select entries, moves from finance_last()'
/** Numbers below which nothing will be added any more. Holds everybody up until its transaction ends. */
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
/** The same as long as the journal, and what moved on cards, have no other entry. */
export const readVersion = async (db: Db): Promise<string> => {
  const { folded, entries, moves } = await runOne<{ folded: string; entries: number; moves: number }>(
    db,
    VERSION,
    [],
  )
  return `${folded} ${entries} ${moves}`
}

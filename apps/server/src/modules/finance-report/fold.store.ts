import { run, runOne, type Db } from '../../kernel/db.ts'

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

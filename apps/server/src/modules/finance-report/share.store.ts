import type { Parts } from '@portal/contract/finance-report/finance-report'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { selected, type Within } from './journal.store.ts'
import type { Period } from './period.rules.ts'
import type { Trees } from './share.rules.ts'
import { incomeByClass } from './sums.store.ts'

const BP = `s.central_bp as central, s.college_bp as college, s.lab_bp as lab, s.operator_bp as operator`
interface Row extends Parts {
  id: number
  year: number
  deptId: number | null
  dept: string | null
  categoryId: number | null
  category: string | null
}
const LIST = `select s.id, s.year, s.dept_id as "deptId", d.name as dept, s.category_id as "categoryId",
  c.name as category, ${BP}
  from finance_share s left join dept d on d.id = s.dept_id
    left join device_category c on c.id = s.category_id
  where $1::int is null or s.year = $1
  order by s.year desc, s.dept_id nulls first, s.category_id nulls first`
/** The shares of a year, or of all years; the general ones of a year come first. */
export const list = async (db: Db, year: number | null) =>
  (await run<Row>(db, LIST, [year])).map(({ central, college, lab, operator, ...row }) => ({
    ...row,
    parts: { central, college, lab, operator },
  }))

const ADD = `insert into finance_share (year, dept_id, category_id, central_bp, college_bp, lab_bp,
  operator_bp)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`
export const add = (
  ctx: Ctx,
  s: { year: number; deptId: number | null; categoryId: number | null; parts: Parts },
) => {
  const { central, college, lab, operator } = s.parts
  return runOne<{ id: number }>(ctx.db, ADD, [
    s.year,
    s.deptId,
    s.categoryId,
    central,
    college,
    lab,
    operator,
  ])
}
const CHANGE = `update finance_share set central_bp = $2, college_bp = $3, lab_bp = $4, operator_bp = $5
  where id = $1
  returning id`
export const change = async (
  ctx: Ctx,
  id: number,
  { central, college, lab, operator }: Parts,
): Promise<boolean> => (await run(ctx.db, CHANGE, [id, central, college, lab, operator])).length === 1
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from finance_share where id = $1 returning id', [id])).length === 1

const DEPTS = 'select id, parent_id as above from dept'
const CATEGORIES = 'select id, parent_id as above from device_category'
interface Place {
  id: number
  above: number | null
}
const makeTree = (places: readonly Place[]) => new Map(places.map((p) => [p.id, p.above]))
export const trees = async (db: Db): Promise<Trees> => ({
  depts: makeTree(await run<Place>(db, DEPTS, [])),
  categories: makeTree(await run<Place>(db, CATEGORIES, [])),
})
const KEPT = `select year, tree, place_id as id, above_id as above from finance_place`
/** The trees kept when months were closed, by year. */
export async function keptTrees(db: Db): Promise<Map<number, Trees>> {
  const rows = await run<Place & { year: number; tree: 'dept' | 'category' }>(db, KEPT, [])
  const years = Map.groupBy(rows, (r) => r.year)
  return new Map(
    Array.from(years, ([year, places]) => {
      const pick = (tree: string) => makeTree(places.filter((p) => p.tree === tree))
      return [year, { depts: pick('dept'), categories: pick('category') }]
    }),
  )
}

// Kept places change only when a month is closed, so the last closed month covers them in the stamp.
const STAMP = `select md5(concat_ws('|',
  (select max(month) from finance_month),
  (select string_agg(s::text, ',' order by s.id) from finance_share s),
  (select string_agg(concat_ws(' ', id, parent_id, name), ',' order by id) from dept),
  (select string_agg(concat_ws(' ', id, parent_id, name), ',' order by id) from device_category),
  (select string_agg(concat_ws(' ', id, name), ',' order by id) from lab))) as stamp`
/** A stamp that changes with everything, except the journal, that a division is made from. */
export const readStamp = async (db: Db): Promise<string> =>
  (await runOne<{ stamp: string }>(db, STAMP, [])).stamp

export interface Source {
  month: string
  year: number
  labId: number
  lab: string
  deptId: number
  dept: string
  categoryId: number | null
  category: string | null
  amountFen: number
}
/** Net income by month, laboratory, class and the year whose shares apply. */
export async function sources(db: Db, period: Period, w: Within): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with ${incomeByClass(period, selected(w, {}))}
    select s.month, s.year, s.lab_id as "labId", l.name as lab, s.dept_id as "deptId", d.name as dept,
      s.category_id as "categoryId", c.name as category, s.fen as "amountFen"
    from s join lab l on l.id = s.lab_id join dept d on d.id = s.dept_id
      left join device_category c on c.id = s.category_id
    order by s.month desc, s.dept_id, s.lab_id, s.category_id nulls first, s.year`.execute(db)
  return rows
}

const ACCOUNTS = `select entry, debit, credit from finance_account where year = $1`
export const accounts = (db: Db, year: number) =>
  run<{ entry: 'fund_card' | 'offline' | 'refund'; debit: string; credit: string }>(db, ACCOUNTS, [year])
const SET_ACCOUNT = `insert into finance_account (year, entry, debit, credit) values ($1, $2, $3, $4)
  on conflict (year, entry) do update set debit = excluded.debit, credit = excluded.credit`
export const setAccount = (ctx: Ctx, year: number, a: { entry: string; debit: string; credit: string }) =>
  run(ctx.db, SET_ACCOUNT, [year, a.entry, a.debit, a.credit])

import type { IssueCode } from '@portal/contract/ministry-report/issue'
import type { Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { sql } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import type { Issue } from './row.rules.ts'
import type { Writer } from './year.store.ts'

// `not in` over a subquery is hashed: a campus may have thousands of
// issues, and comparing each with each would take millions of steps.
const GONE = `delete from ministry_issue i where i.year = $1
  and (i.tab, coalesce(i.row_id, 0), coalesce(i.field, ''), i.code) not in (
    select x.tab, coalesce(x.row_id, 0), coalesce(x.field, ''), x.code
    from unnest($2::text[], $3::int8[], $4::text[], $5::text[]) x(tab, row_id, field, code))`
// An explanation belongs to the message of that time; if the message changes, a new explanation is needed.
const KEEP = `insert into ministry_issue as i (year, tab, row_id, field, code, message)
  select $1, x.tab, x.row_id, x.field, x.code, x.message
  from unnest($2::text[], $3::int8[], $4::text[], $5::text[], $6::text[]) with ordinality
    x(tab, row_id, field, code, message, n)
  order by x.n
  on conflict on constraint ministry_issue_once do update set message = excluded.message, words = null,
    explained_by = null, explained_at = null where i.message <> excluded.message`
/** Replaces the issues of a year by these. */
export async function keep(ctx: Writer, year: number, issues: readonly Issue[]): Promise<void> {
  const columns = [
    issues.map((i) => i.tab),
    issues.map((i) => i.rowId),
    issues.map((i) => i.field),
    issues.map((i) => i.code),
  ]
  await run(ctx.db, GONE, [year, ...columns])
  await run(ctx.db, KEEP, [year, ...columns, issues.map((i) => i.message)])
}

export interface IssueRecord {
  id: number
  year: number
  tab: Tab
  rowId: number | null
  deptId: number | null
  cells: Cells | null
  field: string | null
  code: IssueCode
  message: string
  words: string | null
  explainedBy: string | null
  explainedAt: Date | null
}
const COLUMNS = `i.id, i.year, i.tab, i.row_id as "rowId", r.dept_id as "deptId", r.drawn || r.typed as cells,
  i.field, i.code, i.message, i.words, u.name as "explainedBy", i.explained_at as "explainedAt"`
const FROM = `ministry_issue i left join ministry_row r on r.id = i.row_id
  left join user_account u on u.id = i.explained_by`
const FIND = `select ${COLUMNS} from ${FROM} where i.id = $1`
export const find = async (db: Db, id: number): Promise<IssueRecord | undefined> =>
  (await run<IssueRecord>(db, FIND, [id]))[0]
const ALL = `select ${COLUMNS} from ${FROM} where i.year = $1 order by i.tab, i.row_id nulls first, i.id`
export const all = (db: Db, year: number) => run<IssueRecord>(db, ALL, [year])

export interface Wanted {
  year: number
  tab?: Tab | undefined
  rowId?: number | undefined
  code?: IssueCode | undefined
  explained?: boolean | undefined
  deptIds: readonly number[] | null
}
export async function page(db: Db, w: Wanted, at: { page: number; size: number }) {
  const where: Condition[] = [sql`i.year = ${w.year}`]
  if (w.tab) where.push(sql`i.tab = ${w.tab}`)
  if (w.rowId !== undefined) where.push(sql`i.row_id = ${w.rowId}`)
  if (w.code) where.push(sql`i.code = ${w.code}`)
  if (w.explained !== undefined) where.push(sql`(i.words is not null) = ${w.explained}`)
  if (w.deptIds) where.push(sql`r.dept_id = any(${w.deptIds})`)
  const all = joinConditions(where)
  const { rows } = await sql<IssueRecord>`select ${sql.raw(COLUMNS)} from ${sql.raw(FROM)} where ${all}
    order by i.tab, i.row_id nulls first, i.id limit ${at.size} offset ${at.page * at.size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ${sql.raw(FROM)} where ${all}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
const EXPLAIN = `update ministry_issue set words = $2, explained_by = $3, explained_at = $4 where id = $1`
export const explain = (ctx: Writer, id: number, words: string) =>
  run(ctx.db, EXPLAIN, [id, words, ctx.me.id, ctx.now])
const EXPLAIN_ALL = `update ministry_issue set words = $2, explained_by = $3, explained_at = $4
  where year = $1 and code = any ($5::text[])`
export const explainAll = (ctx: Writer, year: number, codes: readonly IssueCode[], words: string) =>
  run(ctx.db, EXPLAIN_ALL, [year, words, ctx.me.id, ctx.now, codes])

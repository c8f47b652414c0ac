import { collegeTabs, type Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { sql } from 'kysely'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'
import { joinConditions, readCarried, type At, type Condition } from '../../kernel/list.store.ts'
import type { Writer } from './year.store.ts'

export interface RowRecord {
  id: number
  year: number
  tab: Tab
  source: string | null
  deptId: number | null
  dept: string | null
  drawn: Cells
  typed: Cells
}
const COLUMNS = `r.id, r.year, r.tab, r.source, r.dept_id as "deptId", d.name as dept, r.drawn, r.typed`
const FROM = `ministry_row r left join dept d on d.id = r.dept_id`
/** The lines of SJ2 in their order; 0 for a row of any other table. */
const LINE = `case r.source when 'stock:start' then 1 when 'stock:increase' then 2
  when 'stock:decrease' then 3
  when 'stock:end' then 4 else 0 end`
/** Order of rows: instruments by id, the lines of SJ2 in their order, typed rows as they were added. */
const ORDER = `r.tab, ${LINE}, r.id`

const ALL = `select ${COLUMNS} from ${FROM} where r.year = $1 and ($2::text is null or r.tab = $2)
  order by ${ORDER}`
/** All rows of a year or of one of its tables: about ten thousand at most. */
export const all = (db: Db, year: number, tab: Tab | null = null) => run<RowRecord>(db, ALL, [year, tab])
const FIND = `select ${COLUMNS} from ${FROM} where r.id = $1`
export const find = async (db: Db, id: number): Promise<RowRecord | undefined> =>
  (await run<RowRecord>(db, FIND, [id]))[0]

export interface Wanted {
  year: number
  tab: Tab
  /** Only rows of these departments; null: all rows. */
  deptIds: readonly number[] | null
  keyword: string | undefined
  faulty: boolean | undefined
  corrected: boolean | undefined
}
const FAULTY = sql`exists (select from ministry_issue i where i.row_id = r.id)`
function conditions(w: Wanted): Condition {
  const where: Condition[] = [sql`r.year = ${w.year} and r.tab = ${w.tab}`]
  if (w.deptIds) where.push(sql`r.dept_id = any(${w.deptIds})`)
  if (w.keyword)
    where.push(sql`exists (select from jsonb_each_text(r.drawn || r.typed) c
      where position(lower(${w.keyword}) in lower(c.value)) > 0)`)
  if (w.faulty !== undefined) where.push(w.faulty ? FAULTY : sql`not ${FAULTY}`)
  if (w.corrected !== undefined) where.push(sql`(r.source is not null and r.typed <> '{}') = ${w.corrected}`)
  return joinConditions(where)
}
export type Shown = RowRecord & { issues: number; place: number }
/**
 * A page of a table. The ids of all its rows are counted and sorted; cells are read of the page's rows only,
 * because SJ1 has a row for each instrument of the campus, and a sort that carries their cells goes to disk.
 */
export async function page(db: Db, w: Wanted, at: At): Promise<{ rows: Shown[]; total: number }> {
  // Without the source of a row, the index by year, table and id answers for the whole of a table.
  const line = w.tab === 'SJ2' ? sql.raw(LINE) : sql`0`
  const read = async ({ page: number, size }: At) =>
    (
      await sql<Shown & { total: number }>`
    with matched as materialized (select r.id, ${line} as line from ministry_row r where ${conditions(w)}),
      found as (select id from matched order by line, id limit ${size} offset ${number * size})
    select ${sql.raw(COLUMNS)},
      ${number * size}::int + row_number() over (order by r.line, r.id)::int as place,
      (select count(*)::int from matched) as total,
      (select count(*)::int from ministry_issue i where i.row_id = r.id) as issues
    from (select r.*, ${line} as line from ministry_row r where r.id = any(array(select id from found))) r
      left join dept d on d.id = r.dept_id
    order by r.line, r.id`.execute(db)
    ).rows
  return readCarried(at, read, (r) => r.total)
}

export interface Counted {
  tab: Tab
  rows: number
  issues: number
  explained: number
}
const COUNTS = `
  with own as (select id, tab from ministry_row where year = $1
    and ($2::int8[] is null or dept_id = any ($2))),
    found as (select i.tab, i.words from ministry_issue i where i.year = $1
      and ($2::int8[] is null or i.row_id in (select id from own)))
  select t.tab, (select count(*)::int from own where own.tab = t.tab) as rows,
    (select count(*)::int from found f where f.tab = t.tab) as issues,
    (select count(*)::int from found f where f.tab = t.tab and f.words is not null) as explained
  from unnest($3::text[]) t(tab)`
export const counts = (db: Db, year: number, deptIds: readonly number[] | null, tabs: readonly Tab[]) =>
  run<Counted>(db, COUNTS, [year, deptIds, tabs])

// Only the colleges' tables have rows of departments. Without their names the issues of all instruments
// would be joined to their rows, in every year.
const OPEN = `select i.year, count(*)::int as open
  from ministry_issue i join ministry_row r on r.id = i.row_id
  where i.tab in (${literals(collegeTabs)}) and r.dept_id = any ($1::int8[]) and i.words is null
  group by i.year`
/** Issues of these departments' rows that are neither corrected nor explained, by year. */
export const countOpen = async (db: Db, deptIds: readonly number[]): Promise<Map<number, number>> =>
  new Map((await run<{ year: number; open: number }>(db, OPEN, [deptIds])).map((y) => [y.year, y.open]))

// ── Rows that are typed ──────────────────────────────────────────────────────

const ADD = `insert into ministry_row (year, tab, dept_id, typed, changed_by, changed_at)
  select $1, $2, $3, x.cells, $5, $6 from unnest($4::jsonb[]) with ordinality x(cells, n) order by x.n
    returning id`
export const add = async (
  ctx: Writer,
  r: { year: number; tab: Tab; deptId: number | null; cells: readonly Cells[] },
): Promise<number[]> => {
  const cells = r.cells.map((c) => JSON.stringify(c))
  const made = await run<{ id: number }>(ctx.db, ADD, [r.year, r.tab, r.deptId, cells, ctx.me.id, ctx.now])
  return made.map((m) => m.id)
}
const TYPE = `update ministry_row set typed = $2, changed_by = $3, changed_at = $4 where id = $1`
export const type = (ctx: Writer, id: number, typed: Cells) =>
  run(ctx.db, TYPE, [id, JSON.stringify(typed), ctx.me.id, ctx.now])
export const remove = (ctx: Writer, id: number) => run(ctx.db, 'delete from ministry_row where id = $1', [id])
const REMOVE_ALL = `delete from ministry_row where year = $1 and tab = $2 and source is null
  and ($3::int8[] is null or dept_id = any ($3)) returning id`
/** Removes the typed rows of a table, or those of these departments; returns how many. */
export const removeAll = async (ctx: Writer, year: number, tab: Tab, deptIds: readonly number[] | null) =>
  (await run(ctx.db, REMOVE_ALL, [year, tab, deptIds])).length

const SET_CODE = `update ministry_row set typed = typed || jsonb_build_object($3::text, $4::text)
  where year = $1 and tab = $2 and source is null and typed ->> $3 is distinct from $4`
/** Writes the school's code into every typed row. */
export const setCode = (ctx: Writer, year: number, tab: Tab, field: string, code: string) =>
  run(ctx.db, SET_CODE, [year, tab, field, code])

// ── Rows that are drawn ──────────────────────────────────────────────────────

export interface DrawnRow {
  source: string
  drawn: Cells
}
const QUIET = `select set_config('portal.noting', 'off', true)`
const LOUD = `select set_config('portal.noting', $1, true)`
const NOTING = `select coalesce(current_setting('portal.noting', true), '') as noting`
/**
 * Runs `work` without the change log: drawing is logged once,
 * not for tens of thousands of rows that can be drawn again.
 */
export async function unnoted<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { noting } = await runOne<{ noting: string }>(db, NOTING, [])
  await run(db, QUIET, [])
  const result = await work()
  await run(db, LOUD, [noting])
  return result
}

// `not in` over a subquery is hashed. PostgreSQL joins by a loop where it takes the table for empty, and a
// campus with 50,000 instruments would compare each with each.
const GONE = `delete from ministry_row r where r.year = $1 and r.tab = $2 and r.source is not null
  and r.source not in (select s.source from unnest($3::text[]) s(source))`
const DRAW = `insert into ministry_row as r (year, tab, source, drawn, typed, changed_by, changed_at)
  select $1, $2, x.source, x.drawn, coalesce((select jsonb_object_agg(c.field, c.value) from (
      select distinct on (field) field, value from ministry_correction
      where year = $1 and tab = $2 and source = x.source order by field, id desc) c
        where c.value is not null), '{}'), $5, $6
  from unnest($3::text[], $4::jsonb[]) with ordinality x(source, drawn, n) order by x.n
  on conflict (year, tab, source) do update set drawn = excluded.drawn, changed_by = excluded.changed_by,
    changed_at = excluded.changed_at where r.drawn <> excluded.drawn`
/**
 * Replaces the drawn rows of a table by these. Values typed
 * over a source stay, even if the source was gone in between.
 */
export async function draw(ctx: Writer, year: number, tab: Tab, rows: readonly DrawnRow[]): Promise<void> {
  const sources = rows.map((r) => r.source)
  await run(ctx.db, GONE, [year, tab, sources])
  const drawn = rows.map((r) => JSON.stringify(r.drawn))
  await run(ctx.db, DRAW, [year, tab, sources, drawn, ctx.me.id, ctx.now])
}

export interface CorrectionRecord {
  field: string
  drawn: string
  value: string | null
  reason: string
  who: string | null
  at: Date
}
const CORRECTIONS = `select c.field, c.drawn, c.value, c.reason, u.name as who, c.corrected_at as at
  from ministry_correction c left join user_account u on u.id = c.corrected_by
  where c.year = $1 and c.tab = $2 and c.source = $3 order by c.id desc`
export const corrections = (db: Db, r: Pick<RowRecord, 'year' | 'tab' | 'source'>) =>
  run<CorrectionRecord>(db, CORRECTIONS, [r.year, r.tab, r.source])
const CORRECT = `insert into ministry_correction (year, tab, source, field, drawn, value, reason,
  corrected_by, corrected_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
export const correct = (
  ctx: Writer,
  r: Pick<RowRecord, 'year' | 'tab' | 'source'>,
  c: { field: string; drawn: string; value: string | null; reason: string },
) => run(ctx.db, CORRECT, [r.year, r.tab, r.source, c.field, c.drawn, c.value, c.reason, ctx.me.id, ctx.now])

import { layoutSchema, type Layout, type SchoolKind } from '@portal/contract/ministry-report/layout'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

/** Who writes, when, and in which transaction: a request, or the demo that creates a campus's past. */
export type Writer = Pick<Ctx, 'db' | 'now'> & { readonly me: { readonly id: number } }

export interface YearRecord {
  year: number
  schoolCode: string | null
  schoolKind: SchoolKind
  basis: string
  verifiedBy: string | null
  verifiedAt: Date | null
  drawnBy: string | null
  drawnAt: Date | null
  /**
   * Number of changes so far; `checkedChanges` and `frozenChanges`
   * are that number at the last check and the last freeze.
   */
  changes: number
  checkedAt: Date | null
  checkedChanges: number | null
  frozenChanges: number | null
  versions: number
  frozenAt: Date | null
  open: number
}
const COLUMNS = `y.year, y.school_code as "schoolCode", y.school_kind as "schoolKind",
  y.layout_basis as basis, v.name as "verifiedBy", y.verified_at as "verifiedAt", d.name as "drawnBy",
  y.drawn_at as "drawnAt", y.changes, y.checked_at as "checkedAt", y.checked_changes as "checkedChanges",
  (select max(changes) from ministry_version m where m.year = y.year) as "frozenChanges",
  (select count(*)::int from ministry_version m where m.year = y.year) as versions,
  (select max(frozen_at) from ministry_version m where m.year = y.year) as "frozenAt",
  (select count(*)::int from ministry_issue i where i.year = y.year and i.words is null) as open`
const FROM = `ministry_year y left join user_account v on v.id = y.verified_by
  left join user_account d on d.id = y.drawn_by`
const LIST = `select ${COLUMNS} from ${FROM} order by y.year desc`
/** All school years: a few dozen at most. */
export const list = (db: Db) => run<YearRecord>(db, LIST, [])
const FIND = `select ${COLUMNS} from ${FROM} where y.year = $1`
export const find = async (db: Db, year: number): Promise<YearRecord | undefined> =>
  (await run<YearRecord>(db, FIND, [year]))[0]

const LAYOUT = 'select layout from ministry_year where year = $1'
const BEFORE = `select year, layout, layout_basis as basis from ministry_year where year < $1
  order by year desc limit 1`
const STARTER = `select null as year, layout, layout_basis as basis from ministry_starter`
/** Parses a stored layout, which fills in the defaults of later versions of the schema. */
const read = (kept: unknown): Layout => layoutSchema.parse(kept)
export async function findLayout(db: Db, year: number): Promise<Layout | undefined> {
  const [row] = await run<{ layout: unknown }>(db, LAYOUT, [year])
  return row && read(row.layout)
}
export interface Given {
  /** Null: the starter layout for the first year. */
  year: number | null
  layout: Layout
  basis: string
}
/** The layout of the latest earlier year, if there is one. */
export async function layoutBefore(db: Db, year: number): Promise<Given | undefined> {
  const [row] = await run<Given>(db, BEFORE, [year])
  return row && { ...row, layout: read(row.layout) }
}
export async function starter(db: Db): Promise<Given> {
  const row = await runOne<Given>(db, STARTER, [])
  return { ...row, layout: read(row.layout) }
}

const ADD = `insert into ministry_year (year, school_code, school_kind, layout, layout_basis, opened_by,
  opened_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (year) do nothing returning year`
/** False: the year exists already. */
export const add = async (
  ctx: Writer,
  y: { year: number; schoolCode: string; schoolKind: SchoolKind; layout: Layout; basis: string },
): Promise<boolean> =>
  (
    await run(ctx.db, ADD, [
      y.year,
      y.schoolCode,
      y.schoolKind,
      JSON.stringify(y.layout),
      y.basis,
      ctx.me.id,
      ctx.now,
    ])
  ).length === 1

// Every change starts with the year's row, so that other writers wait and no half-finished change is frozen.
const TOUCH = 'update ministry_year set changes = changes + 1 where year = $1 returning year'
/** Locks the year and counts a change; false: there is no such year. */
export const touch = async (ctx: Writer, year: number): Promise<boolean> =>
  (await run(ctx.db, TOUCH, [year])).length === 1
const LOCK = 'select year from ministry_year where year = $1 for update'
/** Locks the year without counting a change; false: there is no such year. */
export const lock = async (ctx: Writer, year: number): Promise<boolean> =>
  (await run(ctx.db, LOCK, [year])).length === 1

const SET = 'update ministry_year set school_code = $2, school_kind = $3 where year = $1'
export const set = (ctx: Writer, year: number, s: { schoolCode: string; schoolKind: SchoolKind }) =>
  run(ctx.db, SET, [year, s.schoolCode, s.schoolKind])
const SET_LAYOUT = `update ministry_year set layout = $2, layout_basis = $3, verified_by = null,
  verified_at = null
  where year = $1`
/** A new layout loses the verification of the old one. */
export const setLayout = (ctx: Writer, year: number, layout: Layout, basis: string) =>
  run(ctx.db, SET_LAYOUT, [year, JSON.stringify(layout), basis])
const VERIFY = `update ministry_year set verified_by = $2, verified_at = $3, layout_basis = $4
  where year = $1`
export const verify = (ctx: Writer, year: number, basis: string) =>
  run(ctx.db, VERIFY, [year, ctx.me.id, ctx.now, basis])
const DRAWN = 'update ministry_year set drawn_by = $2, drawn_at = $3 where year = $1'
export const setDrawn = (ctx: Writer, year: number) => run(ctx.db, DRAWN, [year, ctx.me.id, ctx.now])
const CHECKED = 'update ministry_year set checked_at = $2, checked_changes = changes where year = $1'
export const setChecked = (ctx: Writer, year: number) => run(ctx.db, CHECKED, [year, ctx.now])

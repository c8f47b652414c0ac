import { layoutSchema, type Layout, type SchoolKind, type Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { sql } from 'kysely'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import type { Writer } from './year.store.ts'

export interface VersionRecord {
  id: number
  year: number
  number: number
  layout: Layout
  schoolKind: SchoolKind
}
const COLUMNS = `id, year, number, layout, school_kind as "schoolKind"`
const LATEST = `select ${COLUMNS} from ministry_version where year = $1 and ($2::int is null or number = $2)
  order by number desc limit 1`
/** One of a year's versions; without a number the latest. */
export async function find(
  db: Db,
  year: number,
  number: number | null = null,
): Promise<VersionRecord | undefined> {
  const [found] = await run<VersionRecord>(db, LATEST, [year, number])
  return found && { ...found, layout: layoutSchema.parse(found.layout) }
}

export interface FrozenRow {
  tab: Tab
  source: string | null
  cells: Cells
  drawn: Cells
}
const ROWS = `select tab, source, cells, drawn from ministry_version_row where version_id = $1
  and ($2::text is null or tab = $2) order by tab, place`
export const rows = (db: Db, id: number, tab: Tab | null = null) => run<FrozenRow>(db, ROWS, [id, tab])
export async function page(
  db: Db,
  id: number,
  tab: Tab,
  w: { keyword?: string | undefined; page: number; size: number },
) {
  const where: Condition[] = [sql`version_id = ${id} and tab = ${tab}`]
  if (w.keyword)
    where.push(
      sql`exists (select from jsonb_each_text(cells) c where position(lower(${w.keyword}) in lower(c.value)) >
        0)`,
    )
  const all = joinConditions(where)
  const found = await sql<
    FrozenRow & { place: number }
  >`select tab, source, cells, drawn, place from ministry_version_row
    where ${all} order by place limit ${w.size} offset ${w.page * w.size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ministry_version_row where ${all}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface ListedVersion {
  number: number
  schoolKind: SchoolKind
  why: string | null
  rows: number
  explained: number
  frozenBy: string | null
  frozenAt: Date
}
const LIST = `select v.number, v.school_kind as "schoolKind", v.why,
  (select count(*)::int from ministry_version_row r where r.version_id = v.id) as rows,
  jsonb_array_length(v.issues) as explained, u.name as "frozenBy", v.frozen_at as "frozenAt"
  from ministry_version v left join user_account u on u.id = v.frozen_by where v.year = $1
    order by v.number desc`
export const list = (db: Db, year: number) => run<ListedVersion>(db, LIST, [year])

const ADD = `insert into ministry_version (year, number, why, school_code, school_kind, layout, issues,
  frozen_by, frozen_at, changes)
  select y.year, $2, $3, y.school_code, y.school_kind, y.layout, $4, $5, $6, y.changes from ministry_year y
    where y.year = $1
  returning id`
const ADD_ROWS = `insert into ministry_version_row (version_id, tab, place, source, cells, drawn)
  select $1, x.tab, x.n, x.source, x.cells, x.drawn
  from unnest($2::text[], $3::text[], $4::jsonb[], $5::jsonb[]) with ordinality x(tab, source, cells, drawn,
    n)`
export async function freeze(
  ctx: Writer,
  v: { year: number; number: number; why: string | null; issues: readonly object[] },
  frozen: readonly FrozenRow[],
): Promise<void> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    v.year,
    v.number,
    v.why,
    JSON.stringify(v.issues),
    ctx.me.id,
    ctx.now,
  ])
  await run(ctx.db, ADD_ROWS, [
    id,
    frozen.map((r) => r.tab),
    frozen.map((r) => r.source),
    frozen.map((r) => JSON.stringify(r.cells)),
    frozen.map((r) => JSON.stringify(r.drawn)),
  ])
}

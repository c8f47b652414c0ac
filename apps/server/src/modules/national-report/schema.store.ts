import {
  nationalSchema,
  type NationalKind,
  type NationalSchema,
} from '@portal/contract/national-report/schema'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

const OF_YEAR = 'select kind, document from national_schema where year = $1'
/** A year's schemas by kind. Parsed again, because stored documents do not include defaults. */
export const ofYear = async (db: Db, year: number) =>
  new Map(
    (await run<{ kind: NationalKind; document: unknown }>(db, OF_YEAR, [year])).map((s) => [
      s.kind,
      nationalSchema.parse(s.document),
    ]),
  )

export interface SchemaRecord {
  id: number
  year: number
  kind: NationalKind
  title: string
  note: string
  fields: number
  encoding: string
  importedAt: Date
  importedBy: string | null
  used: boolean
}
const LIST = `select s.id, s.year, s.kind, s.document ->> 'title' as title, s.document ->> 'note' as note,
    jsonb_array_length(s.document -> 'fields') as fields, s.document -> 'file' ->> 'encoding' as encoding,
    s.imported_at as "importedAt", u.name as "importedBy", exists (select from national_row r
      join national_report p on p.id = r.report_id
      where p.year = s.year and r.kind = s.kind and r.sent is not null) as used
  from national_schema s left join user_account u on u.id = s.imported_by
  order by s.year desc, array_position(array['device', 'service', 'customs'], s.kind)`
export const list = (db: Db) => run<SchemaRecord>(db, LIST, [])

const FIND = 'select year, kind, document from national_schema where id = $1'
export const find = async (db: Db, id: number) =>
  (await run<{ year: number; kind: NationalKind; document: NationalSchema }>(db, FIND, [id]))[0]

const PUT = `insert into national_schema (year, kind, document, imported_at, imported_by)
  values ($1, $2, $3, $4, $5) on conflict (year, kind) do update
  set document = excluded.document, imported_at = excluded.imported_at, imported_by = excluded.imported_by
  returning id`
/** Stores a year's schema in place of the earlier one. */
export const put = (ctx: Ctx, year: number, schema: NationalSchema) =>
  runOne<{ id: number }>(ctx.db, PUT, [year, schema.kind, JSON.stringify(schema), ctx.now, ctx.me.id])

const TAKE_OVER = `insert into national_schema (year, kind, document, imported_at)
  select distinct on (kind) $1, kind, document, $2::timestamptz from national_schema where year < $1
  order by kind, year desc on conflict (year, kind) do nothing`
/** A new year takes over the latest earlier schema of each kind, unless one was imported. */
export const takeOver = (db: Db, now: Date, year: number) => run(db, TAKE_OVER, [year, now])

const FIX = `update national_schema s set document = jsonb_set(s.document, '{fields}', (
    select jsonb_agg(case when $2::jsonb ? (f ->> 'code') then f || jsonb_build_object('value',
      $2::jsonb ->> (f ->> 'code'))
      else f end order by n) from jsonb_array_elements(s.document -> 'fields') with ordinality as x(f, n)))
  where s.year = $1`
/** Writes values that are the same for every row of a year into its schemas. */
export const fix = (db: Db, year: number, values: Readonly<Record<string, string>>) =>
  run(db, FIX, [year, JSON.stringify(values)])

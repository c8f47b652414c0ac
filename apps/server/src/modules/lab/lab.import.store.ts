import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import type { Named } from '../bulk/lookup.rules.ts'
import type { LabValues } from './lab.store.ts'

/** The lab columns of a file; the introduction is edited on the lab's page. */
export interface ImportedLab extends Omit<LabValues, 'intro'> {
  /** null: a new lab. */
  id: number | null
  deptBefore: number | null
  /** Set if the lab is new. */
  directorId: number | null
  serialId: string
}
export type KnownLab = Omit<ImportedLab, 'id' | 'deptBefore' | 'directorId'> & {
  id: number
  deptName: string
  roomName: string | null
}
const LABS = `select l.id, l.serial_id as "serialId", l.name, l.dept_id as "deptId", d.name as "deptName",
    l.type, l.grade, l.room_id as "roomId",
    b.name || ' ' || r.name as "roomName", l.area_m2::float8 as "areaM2",
    l.founded_year as "foundedYear", l.phone, l.email, l.enabled
  from lab l join dept d on d.id = l.dept_id left join room r on r.id = l.room_id
  left join building b on b.id = r.building_id where l.serial_id = any ($1)`
export const findLabs = (db: Db, serialIds: readonly string[]) => run<KnownLab>(db, LABS, [serialIds])

export const findDepts = (db: Db, words: readonly string[]) =>
  run<Named>(
    db,
    'select id, code, name, enabled from dept where code = any ($1) or name = any ($1) order by id',
    [words],
  )

const RECORDS = `jsonb_to_recordset($1::jsonb) r ("serialId" text, name text, "deptId" int8, type text,
    grade text, "roomId" int8, "areaM2" numeric, "foundedYear" int,
  phone text, email text, enabled boolean, "directorId" int8, "searchText" text, "searchGrams" text[])`
// A file neither closes nor opens an existing lab, because people may have booked in it.
const KEEP = `with rows as (select * from ${RECORDS}), kept as (
    insert into lab (serial_id, name, dept_id, type, grade, room_id, area_m2, founded_year, phone, email,
      enabled, search_text, search_grams, created_at)
    select "serialId", name, "deptId", type, grade, "roomId", "areaM2", "foundedYear", phone, email, enabled,
      "searchText", "searchGrams", $2 from rows
    on conflict (serial_id) do update set name = excluded.name, dept_id = excluded.dept_id,
      type = excluded.type, grade = excluded.grade, room_id = excluded.room_id,
      area_m2 = excluded.area_m2, founded_year = excluded.founded_year, phone = excluded.phone,
      email = excluded.email,
      search_text = excluded.search_text, search_grams = excluded.search_grams returning id, serial_id)
  insert into lab_member (lab_id, user_id, role, created_at)
    select kept.id, rows."directorId", 'lab_director', $2
  from kept join rows on rows."serialId" = kept.serial_id where rows."directorId" is not null`
export const keepLabs = (ctx: Ctx, labs: readonly (ImportedLab & { search: Searchable })[]) =>
  run(ctx.db, KEEP, [
    JSON.stringify(
      labs.map(({ search, ...l }) => ({ ...l, searchText: search.text, searchGrams: search.grams })),
    ),
    ctx.now,
  ])

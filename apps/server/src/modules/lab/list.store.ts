import { run, type Db } from '../../kernel/db.ts'
import type { Sought } from '../../kernel/search.rules.ts'
import { type LabRow, COLUMNS, JOINS, selectRoles } from './lab.store.ts'

// Lists of laboratories.

export interface LabFilters {
  sought: Sought | undefined
  deptIds: readonly number[] | null
  /** The lab's door or one of its rooms is in this building. */
  buildingId: number | null
  type: string | null
  grade: string | null
  enabled: boolean | null
  /** Only labs that this person leads. */
  ledBy: number | null
}
const SORTS = {
  'serialId asc': 'l.serial_id, l.id',
  'serialId desc': 'l.serial_id desc, l.id desc',
  'name asc': 'l.name collate "zh-x-icu", l.id',
  'name desc': 'l.name collate "zh-x-icu" desc, l.id desc',
}
export type LabSort = keyof typeof SORTS

const WHERE = `($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[])
    and ($3::int8[] is null or l.dept_id = any ($3))
  and ($4::text is null or l.type = $4) and ($5::text is null or l.grade = $5)
    and ($6::boolean is null or l.enabled = $6)
  and ($7::int8 is null or exists (select from lab_member m where m.lab_id = l.id and m.user_id = $7
      and m.role in ('lab_director', 'lab_admin')))
  and ($8::int8 is null or exists (select from room r
      where r.building_id = $8 and (r.id = l.room_id or r.id in (select o.room_id from lab_room o
          where o.lab_id = l.id))))`
const valuesOfFilters = (f: LabFilters) => [
  f.sought?.grams ?? null,
  f.sought?.recheck ?? [],
  f.deptIds,
  f.type,
  f.grade,
  f.enabled,
  f.ledBy,
  f.buildingId,
]

/**
 * Not the shared list helper: each row has the caller's roles in that lab, and the count query must not take
 * that parameter.
 */
export async function list(
  db: Db,
  userId: number,
  f: LabFilters,
  sort: LabSort,
  page: { page: number; size: number },
): Promise<{ items: LabRow[]; total: number }> {
  const values = valuesOfFilters(f)
  const items = await run<LabRow>(
    db,
    `select ${COLUMNS}, ${selectRoles('$9')} from (select l.* from lab l where ${WHERE} order by ${SORTS[sort]}
        limit $10 offset $11) l ${JOINS} order by ${SORTS[sort]}`,
    [...values, userId, page.size, page.page * page.size],
  )
  const [count] = await run<{ total: number }>(
    db,
    `select count(*) as total from lab l where ${WHERE}`,
    values,
  )
  return { items, total: count?.total ?? 0 }
}

const EXPORTED = `select ${COLUMNS}, '{}'::text[] as roles
  from (select l.* from lab l where ${WHERE} and l.serial_id > $9 order by l.serial_id limit $10) l ${JOINS}
  order by l.serial_id`
/** The next `size` labs by serial number after `after`; the last page costs as little as the first. */
export const listAfter = (db: Db, f: LabFilters, after: string, size: number) =>
  run<LabRow>(db, EXPORTED, [...valuesOfFilters(f), after, size])

export interface GradedLab {
  id: number
  name: string
  serialId: string
  grade: string | null
  dept: string
  sharedDevices: number
  imageId: string | null
  /** The number of labs of this grade. */
  total: number
}
// Counts instruments and finds a picture only for the labs shown.
const BY_GRADE = `select l.id, l.name, l.serial_id as "serialId", l.grade, d.name as dept, l.total,
    (select count(*) from device x where x.lab_id = l.id and x.shared) as "sharedDevices",
    (select f.id from file f where f.business = 'lab' and f.row_id = l.id
      order by f.created_at, f.no limit 1) as "imageId"
  from (select l.*, row_number() over (partition by l.grade order by l.serial_id) as n,
    count(*) over (partition by l.grade) as total from lab l where ${WHERE}) l
  join dept d on d.id = l.dept_id where l.n <= $9 order by l.grade nulls last, l.serial_id`
export const listByGrade = (db: Db, f: LabFilters, size: number) =>
  run<GradedLab>(db, BY_GRADE, [...valuesOfFilters(f), size])

const SELECT = `select l.id, l.serial_id as "serialId", l.name from lab l
  where l.enabled and ($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[])
    and ($3::int8 is null or l.dept_id = $3)
  order by l.serial_id limit $4`
export const select = (db: Db, sought: Sought | undefined, deptId: number | null, size: number) =>
  run<{ id: number; serialId: string; name: string }>(db, SELECT, [
    sought?.grams ?? null,
    sought?.recheck ?? [],
    deptId,
    size,
  ])

import { PAPER_WARNING_DAYS, type SupplierFilters } from '@portal/contract/supplier/supplier'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { COUNTED } from '../../kernel/listed.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { LICENCES, ROW, type SupplierRow } from './supplier.store.ts'

type Filters = Pick<SupplierFilters, 'keyword' | 'state' | 'expiring'> & { today: string; beforeId?: number | undefined }

function whereOf(f: Filters): RawBuilder<unknown> {
  const all = [sql`true`]
  if (f.state) all.push(sql`s.state = ${f.state}`)
  if (f.beforeId !== undefined) all.push(sql`s.id < ${f.beforeId}`)
  // No licence that holds for longer.
  if (f.expiring) {
    all.push(sql`s.state = 'approved' and not exists (select from supplier_paper p where p.supplier_id = s.id and p.kind = 'licence'
      and (p.valid_to is null or p.valid_to > ${f.today}::date + ${PAPER_WARNING_DAYS}::int))`)
  }
  const sought = f.keyword ? queryGrams(f.keyword) : undefined
  if (sought) all.push(sql`s.search_grams @> ${sought.grams}::text[] and s.search_text like all(${sought.recheck}::text[])`)
  return sql.join(all, sql` and `)
}

const SORTS: Record<string, RawBuilder<unknown>> = { id: sql`s.id`, name: sql`s.name`, stateAt: sql`s.state_at` }
export const sortable = (field: string): boolean => field in SORTS

export interface Wanted extends Filters {
  page: number
  size: number
  sort: string
  direction: 'asc' | 'desc'
}
const rowsOf = async (db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, size: number, offset: number): Promise<SupplierRow[]> =>
  (await sql<SupplierRow>`select ${sql.raw(ROW)} from (select * from supplier s where ${where} order by ${order} limit ${size} offset ${offset}) s ${sql.raw(LICENCES)} order by ${order}`.execute(db)).rows

export async function list(db: Db, wanted: Wanted): Promise<{ items: SupplierRow[]; total: number }> {
  const where = whereOf(wanted)
  const direction = wanted.direction === 'asc' ? sql`asc` : sql`desc`
  const items = await rowsOf(db, where, sql`${SORTS[wanted.sort] ?? sql`s.id`} ${direction}, s.id ${direction}`, wanted.size, wanted.page * wanted.size)
  const counted = await sql<{ total: number }>`select count(*) as total from (select from supplier s where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items, total: counted.rows[0]?.total ?? 0 }
}

/** The next ones of a walk through all, newest first. */
export const before = (db: Db, f: Filters, size: number): Promise<SupplierRow[]> => rowsOf(db, whereOf(f), sql`s.id desc`, size, 0)

const OPTIONS = `select s.id, s.name, s.credit_code as "creditCode" from supplier s
  where s.state = 'approved' and exists (select from supplier_paper p where p.supplier_id = s.id and p.kind = 'licence' and (p.valid_to is null or p.valid_to >= $1))
    and ($2::text[] is null or (s.search_grams @> $2 and s.search_text like all($3::text[]))) order by s.name, s.id limit 50`
export function options(db: Db, today: string, keyword: string | undefined) {
  const sought = keyword ? queryGrams(keyword) : undefined
  return run<{ id: number; name: string; creditCode: string }>(db, OPTIONS, [today, sought?.grams ?? null, sought?.recheck ?? []])
}

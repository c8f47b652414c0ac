import { PAPER_WARNING_DAYS, type SupplierFilters } from '@portal/contract/supplier/supplier'
import { sql } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import {
  findMeaning,
  readPage,
  sortList,
  walkList,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { LICENCES, ROW, type SupplierRow } from './supplier.store.ts'

const suppliers: List = { table: 'supplier', as: 's', row: ROW, joins: LICENCES, called: true }

type Filters = Pick<SupplierFilters, 'keyword' | 'state' | 'expiring'> & { today: string }

function makeWhere(f: Filters): Restriction[] {
  const all: Restriction[] = []
  if (f.state) all.push(sql`s.state = ${f.state}`)
  // Has no licence that is valid for longer than the warning period.
  if (f.expiring) {
    all.push(sql`s.state = 'approved'
      and not exists (select from supplier_paper p
        where p.supplier_id = s.id and p.kind = 'licence'
          and (p.valid_to is null or p.valid_to > ${f.today}::date + ${PAPER_WARNING_DAYS}::int))`)
  }
  if (f.keyword) all.push(findMeaning(suppliers, f.keyword))
  return all
}

const SORTS = { id: 'id', name: 'name', stateAt: 'state_at' }
export const list = (
  db: Db,
  f: Filters,
  { order_by: orderBy, ...at }: { page: number; size: number; order_by?: string | undefined },
) => readPage<SupplierRow>(db, sortList(suppliers, orderBy, SORTS), makeWhere(f), at)
export const walk = (db: Db, f: Filters) => walkList<SupplierRow>(db, suppliers, makeWhere(f))

const OPTIONS = `select s.id, s.name, s.credit_code as "creditCode" from supplier s
  where s.state = 'approved'
    and exists (select from supplier_paper p
      where p.supplier_id = s.id and p.kind = 'licence' and (p.valid_to is null or p.valid_to >= $1))
    and ($2::text[] is null or (s.search_grams @> $2 and s.search_text like all($3::text[])))
  order by s.name, s.id limit 50`
export function listOptions(db: Db, today: string, keyword: string | undefined) {
  const sought = keyword ? queryGrams(keyword) : undefined
  return run<{ id: number; name: string; creditCode: string }>(db, OPTIONS, [
    today,
    sought?.grams ?? null,
    sought?.recheck ?? [],
  ])
}

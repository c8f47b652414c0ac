import { creditCodeCheck } from '@portal/contract/supplier/credit-code'
import type { SupplierState } from '@portal/contract/supplier/supplier'
import { listGrams } from '../kernel/search.rules.ts'
import type { Person, World } from './world.ts'

export interface Company {
  id: number
  name: string
  creditCode: string
  /** The person who acts for the company. */
  person: Person
}

let made = 0
/** A credit code that is not in use yet. */
export function newCreditCode(): string {
  const first = `91330100MA${String(++made).padStart(7, '0')}`
  return `${first}${creditCodeCheck(first)}`
}

/** A company with one person and a licence, as the portal would create it. */
export async function createCompany(
  world: World,
  name: string,
  { state = 'approved', licenceTo = '2099-12-31' }: { state?: SupplierState; licenceTo?: string | null } = {},
): Promise<Company> {
  const person = await world.person(`${name}业务员`)
  const creditCode = newCreditCode()
  const { text, grams } = listGrams([name, creditCode, person.name])
  const [supplier] = await world.sql<{ id: number }>(
    `insert into supplier (name, credit_code, state, state_at, contact, phone, email, address, legal_person,
        business_scope, invited_at, created_at, search_text, search_grams)
     values ($1, $2, $3, now(), $4, '13800000000', $5, '江州市科技路 1 号', '王强', '科学仪器销售', now(), now(), $6, $7)
       returning id`,
    [name, creditCode, state, person.name, `s${made}@example.com`, text, grams],
  )
  if (!supplier) throw new Error('an insert returns its row')
  await world.sql('insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, now())', [
    person.id,
    supplier.id,
  ])
  await world.sql(
    `with f as (insert into file (name, mime, bytes, sha256, owner_id, visibility, business, row_id)
        values ('营业执照.pdf', 'application/pdf', 1, '\\x00', $2, 'private', 'supplier', $1) returning id)
     insert into supplier_paper (supplier_id, kind, number, file_id, valid_to, created_at)
     select $1, 'licence', 'L1', id, $3, now() from f`,
    [supplier.id, person.id, licenceTo],
  )
  return { id: supplier.id, name, creditCode, person }
}

export interface Bought {
  purchaseId: number
  itemIds: number[]
}
/** A purchase whose contract with the company is signed, with the given number of pieces at each price. */
export async function createContract(
  world: World,
  company: Company,
  requester: Person,
  items: readonly { name: string; quantity: number; priceFen: number }[],
): Promise<Bought> {
  const n = ++made
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ($1, $2) returning id`,
    [`C${n}`, `化学学院${n}`],
  )
  const totalFen = items.reduce((sum, i) => sum + i.quantity * i.priceFen, 0)
  const [purchase] = await world.sql<{ id: number }>(
    `with p as (insert into purchase (state, state_at, title, requester_id, dept_id, budget_fen, method,
          supplier_id, award_fen, contract_number, contract_on, deliver_by, contract_fen, created_at)
       values ('awaiting_delivery', now(), $1, $2, $3, $4, 'general', $5, $4, $6, '2026-01-05', '2026-03-01',
         $4, now()) returning id, budget_fen)
     insert into purchase_source (purchase_id, sort, kind, amount_fen) select id, 1, 'project', budget_fen
     from p returning purchase_id as id`,
    [`${items[0]?.name ?? ''}采购`, requester.id, dept?.id, totalFen, company.id, `HT-${n}`],
  )
  if (!purchase) throw new Error('an insert returns its row')
  const rows = await world.sql<{ id: number }>(
    `insert into purchase_item (purchase_id, sort, name, quantity, unit_price_fen, contract_price_fen)
      select $1, sort, name, quantity, fen, fen
     from unnest($2::text[], $3::int[], $4::int8[]) with ordinality x(name, quantity, fen, sort)
       returning id`,
    [purchase.id, items.map((i) => i.name), items.map((i) => i.quantity), items.map((i) => i.priceFen)],
  )
  return { purchaseId: purchase.id, itemIds: rows.map((r) => r.id) }
}

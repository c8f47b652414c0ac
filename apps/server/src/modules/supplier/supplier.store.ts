import type {
  CompanyBody,
  InviteBody,
  SupplierAccountBody,
  SupplierState,
} from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'

export interface SupplierRow {
  id: number
  name: string
  creditCode: string
  state: SupplierState
  stateAt: Date
  contact: string
  phone: string
  email: string
  invitedAt: Date
  licences: number
  /** One of the licences does not expire. */
  licenceForever: boolean
  licenceTo: string | null
}
export const ROW = `s.id, s.name, s.credit_code as "creditCode", s.state, s.state_at as "stateAt", s.contact,
  s.phone, s.email, s.invited_at as "invitedAt", l.licences, l.forever as "licenceForever",
  l.until as "licenceTo"`
export const LICENCES = `cross join lateral (select count(*)::int as licences,
      coalesce(bool_or(p.valid_to is null), false) as forever, max(p.valid_to) as until
    from supplier_paper p where p.supplier_id = s.id and p.kind = 'licence') l`

export interface SupplierDetail extends SupplierRow {
  reason: string | null
  address: string | null
  legalPerson: string | null
  businessScope: string | null
  bankName: string | null
  bankAccount: string | null
  invoiceTitle: string | null
  invoiceAddress: string | null
  tokenUntil: Date | null
  revision: number
}
const DETAIL = `select ${ROW}, s.reason, s.revision, s.address, s.legal_person as "legalPerson",
    s.business_scope as "businessScope", s.bank_name as "bankName", s.bank_account as "bankAccount",
    s.invoice_title as "invoiceTitle", s.invoice_address as "invoiceAddress", s.token_until as "tokenUntil"
  from supplier s ${LICENCES}`
export const find = async (db: Db, supplierId: number): Promise<SupplierDetail | undefined> =>
  (await run<SupplierDetail>(db, `${DETAIL} where s.id = $1`, [supplierId]))[0]

const SOME = `select ${ROW} from supplier s ${LICENCES} where s.id = any($1::int8[])`
export const findSome = (db: Db, supplierIds: readonly number[]) => run<SupplierRow>(db, SOME, [supplierIds])

const BY_TOKEN = `${DETAIL} where s.token_hash = $1 and s.token_until > $2 and s.state = 'invited'`
/** The company of an invitation that is still valid. */
export const findInvited = async (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<SupplierDetail | undefined> => (await run<SupplierDetail>(db, BY_TOKEN, [tokenHash, now]))[0]

const OF_USER = `select s.id, s.name, s.state from supplier_user u join supplier s on s.id = u.supplier_id
  where u.user_id = $1`
export const findOfUser = async (db: Db, userId: number) =>
  (await run<{ id: number; name: string; state: SupplierState }>(db, OF_USER, [userId]))[0]

const COMPANIES =
  'select distinct supplier_id as id from supplier_user where user_id = any($1::int8[]) order by 1'
/** The companies that these people act for. */
export const listCompanies = (db: Db, userIds: readonly number[]) =>
  run<{ id: number }>(db, COMPANIES, [userIds])

// ── Written ──────────────────────────────────────────────────────────────────

const ADD = `insert into supplier (name, credit_code, state, state_at, contact, phone, email, invited_by,
      invited_at, token_hash, token_until, created_at, search_text, search_grams)
  values ($1, $2, 'invited', $3, $4, $5, $6, $7, $3, $8, $9, $3, $10, $11) returning id`
export async function add(
  ctx: Ctx,
  s: InviteBody,
  token: { hash: Buffer; until: Date },
  search: Searchable,
): Promise<number> {
  const row = await runOne<{ id: number }>(ctx.db, ADD, [
    s.name,
    s.creditCode,
    ctx.now,
    s.contact,
    s.phone,
    s.email,
    ctx.me.id,
    token.hash,
    token.until,
    search.text,
    search.grams,
  ])
  return row.id
}

const INVITE = `update supplier
  set contact = $2, phone = $3, email = $4, invited_by = $5, invited_at = $6, token_hash = $7,
    token_until = $8, search_text = $9, search_grams = $10, name = $11, credit_code = $12
  where id = $1 and state = 'invited' returning id`
export const inviteAgain = async (
  ctx: Ctx,
  supplierId: number,
  c: InviteBody,
  token: { hash: Buffer; until: Date },
  search: Searchable,
): Promise<boolean> =>
  (
    await run(ctx.db, INVITE, [
      supplierId,
      c.contact,
      c.phone,
      c.email,
      ctx.me.id,
      ctx.now,
      token.hash,
      token.until,
      search.text,
      search.grams,
      c.name,
      c.creditCode,
    ])
  ).length === 1

const STEP = `update supplier
  set state = $3, state_at = $4, reason = $5, token_hash = case when $3 = 'invited' then token_hash end,
    token_until = case when $3 = 'invited' then token_until end
  where id = $1 and state = $2 returning id`
/** Takes a step; false if another transaction has changed the state meanwhile. */
export const step = async (
  ctx: Ctx,
  supplierId: number,
  s: { from: SupplierState; to: SupplierState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [supplierId, s.from, s.to, ctx.now, s.reason])).length === 1

export const lock = (ctx: Ctx, ids: readonly number[]) =>
  run(ctx.db, 'select id from supplier where id = any($1::int8[]) order by id for update', [ids])

const COMPANY = `update supplier set legal_person = $2, address = $3, business_scope = $4,
    revision = revision + 1 where id = $1`
export const setCompany = (ctx: Ctx, supplierId: number, c: CompanyBody) =>
  run(ctx.db, COMPANY, [supplierId, c.legalPerson, c.address, c.businessScope])

const ACCOUNT = `update supplier
  set contact = $2, phone = $3, email = $4, bank_name = $5, bank_account = $6, invoice_title = $7,
    invoice_address = $8, search_text = $9, search_grams = $10
  where id = $1`
export const setAccount = (ctx: Ctx, supplierId: number, a: SupplierAccountBody, search: Searchable) =>
  run(ctx.db, ACCOUNT, [
    supplierId,
    a.contact,
    a.phone,
    a.email,
    a.bankName,
    a.bankAccount,
    a.invoiceTitle,
    a.invoiceAddress,
    search.text,
    search.grams,
  ])

// ── People ───────────────────────────────────────────────────────────────────

export interface MemberRow {
  id: number
  name: string
  username: string
  email: string | null
  phone: string | null
  enabled: boolean
  since: Date
}
const MEMBERS = `select u.id, u.name, u.username, u.email, u.phone, u.enabled, m.created_at as since
  from supplier_user m join user_account u on u.id = m.user_id where m.supplier_id = $1
  order by m.created_at, u.id`
export const listMembers = (db: Db, supplierId: number) => run<MemberRow>(db, MEMBERS, [supplierId])

export const addMember = (ctx: Ctx, supplierId: number, userId: number) =>
  run(ctx.db, 'insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, $3)', [
    userId,
    supplierId,
    ctx.now,
  ])

export const removeMember = async (ctx: Ctx, supplierId: number, userId: number): Promise<boolean> =>
  (
    await run(ctx.db, 'delete from supplier_user where supplier_id = $1 and user_id = $2 returning user_id', [
      supplierId,
      userId,
    ])
  ).length === 1

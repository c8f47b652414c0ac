import type { PurchaseMethod, PurchaseState } from '@portal/contract/purchase/purchase'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

export interface PurchaseRecord {
  id: number
  state: PurchaseState
  stateAt: Date
  title: string
  requesterId: number
  requesterName: string
  requesterType: string
  requesterIsHere: boolean
  deptId: number
  deptName: string
  budgetFen: number
  precious: boolean
  imported: boolean
  method: PurchaseMethod | null
  supplierId: number | null
  supplierName: string | null
  contractFen: number | null
  submittedAt: Date | null
  createdAt: Date
  itemCount: number
}
export const ROW = `p.id, p.state, p.state_at as "stateAt", p.title, p.requester_id as "requesterId",
  u.name as "requesterName", u.user_type as "requesterType", u.enabled as "requesterIsHere", p.dept_id as "deptId",
  d.name as "deptName", p.budget_fen as "budgetFen", p.precious, p.imported, p.method, p.supplier_id as "supplierId",
  s.name as "supplierName", p.contract_fen as "contractFen", p.submitted_at as "submittedAt",
  p.created_at as "createdAt",
  (select count(*)::int from purchase_item i where i.purchase_id = p.id) as "itemCount"`
export const JOINS = `join user_account u on u.id = p.requester_id join dept d on d.id = p.dept_id
      left join supplier s on s.id = p.supplier_id`

/** SQL: the sources it is paid from, in the order they were entered. */
export const SOURCES = `coalesce((select json_agg(json_build_object(
      'kind', s.kind,
      'card', case when c.id is not null
        then json_build_object('id', c.id, 'name', c.name, 'number', c.number) end,
      'projectCode', s.project_code, 'projectName', s.project_name, 'amountFen', s.amount_fen
    ) order by s.sort)
    from purchase_source s left join fund_card c on c.id = s.fund_card_id where s.purchase_id = p.id), '[]')`

export interface PurchaseDetail extends PurchaseRecord {
  labId: number | null
  /** The optional approvals this purchase passes; null: submitted before there was a choice. */
  steps: string[] | null
  labName: string | null
  labDeptId: number | null
  labDept: string | null
  sources: PurchaseSource[]
  purpose: string
  expectedOn: string | null
  remark: string | null
  reason: string | null
  awardFen: number | null
  awardedAt: Date | null
  awardReason: string | null
  contractNumber: string | null
  contractOn: string | null
  deliverBy: string | null
  paymentWay: string | null
  paymentLabel: string | null
  paymentNote: string | null
  warrantyMonths: number | null
  warrantyUntil: string | null
  bondFen: number | null
  bondPercent: number | null
  bondReturn: string | null
}
const CHOSEN = `select p.id, p.title, p.method from purchase p
  where p.supplier_id = $1 and p.state = 'awaiting_contract' order by p.id`
/** Purchases that a company has won and whose contract is not signed yet. */
export const listWon = (db: Db, supplierId: number) =>
  run<Pick<PurchaseRecord, 'id' | 'title' | 'method'>>(db, CHOSEN, [supplierId])

const DETAIL = `select ${ROW}, p.lab_id as "labId", p.steps, l.name as "labName", l.dept_id as "labDeptId",
    ld.name as "labDept", ${SOURCES} as sources, p.purpose, p.expected_on as "expectedOn", p.remark, p.reason,
    p.award_fen as "awardFen", p.awarded_at as "awardedAt", p.award_reason as "awardReason",
    p.contract_number as "contractNumber", p.contract_on as "contractOn", p.deliver_by as "deliverBy",
    p.payment_way as "paymentWay",
    (select x.label from dictionary_item x join dictionary y on y.id = x.dictionary_id
      where y.name = 'contract_payment_way' and x.value = p.payment_way limit 1) as "paymentLabel",
    p.payment_note as "paymentNote", p.warranty_months as "warrantyMonths",
    p.warranty_until as "warrantyUntil", p.bond_fen as "bondFen", p.bond_percent::float8 as "bondPercent",
    p.bond_return as "bondReturn"
  from purchase p ${JOINS} left join lab l on l.id = p.lab_id left join dept ld on ld.id = l.dept_id
  where p.id = $1`
export const find = async (db: Db, purchaseId: number): Promise<PurchaseDetail | undefined> =>
  (await run<PurchaseDetail>(db, DETAIL, [purchaseId]))[0]

const SOURCES_OF = `select ${SOURCES} as sources from purchase p where p.id = $1`
export const listSources = async (db: Db, purchaseId: number): Promise<PurchaseSource[]> =>
  (await run<{ sources: PurchaseSource[] }>(db, SOURCES_OF, [purchaseId]))[0]?.sources ?? []

const LOCK = 'select id from purchase where id = any($1::int8[]) order by id for update'
export const lock = (ctx: Ctx, purchaseIds: readonly number[]) => run(ctx.db, LOCK, [purchaseIds])

const TITLES = 'select id, title from purchase where id = any($1::int8[])'
export const listTitles = (db: Db, ids: readonly number[]) =>
  run<{ id: number; title: string }>(db, TITLES, [ids])

// ── The draft ────────────────────────────────────────────────────────────────

export interface Draft {
  title: string
  labId: number | null
  purpose: string
  expectedOn: string | null
  remark: string | null
  budgetFen: number
  searchText: string
  searchGrams: string[]
}
const listValues = (d: Draft) => [
  d.title,
  d.labId,
  d.purpose,
  d.expectedOn,
  d.remark,
  d.budgetFen,
  d.searchText,
  d.searchGrams,
]
const ADD = `insert into purchase (title, lab_id, purpose, expected_on, remark, budget_fen, search_text,
      search_grams, state, state_at, requester_id, dept_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', $9, $10, $11, $9) returning id`
export const add = async (ctx: Ctx, deptId: number, d: Draft): Promise<number> =>
  (await runOne<{ id: number }>(ctx.db, ADD, [...listValues(d), ctx.now, ctx.me.id, deptId])).id

const CHANGE = `update purchase
  set title = $1, lab_id = $2, purpose = $3, expected_on = $4, remark = $5, budget_fen = $6, search_text = $7,
    search_grams = $8
  where id = $9 and state = 'draft' returning id`
export const change = async (ctx: Ctx, purchaseId: number, d: Draft): Promise<boolean> =>
  (await run(ctx.db, CHANGE, [...listValues(d), purchaseId])).length === 1

// ── Steps ────────────────────────────────────────────────────────────────────

const STEP = `update purchase
  set state = $3::text, state_at = $4::timestamptz, reason = $5,
    done_at = case when $3::text = 'done' then $4::timestamptz end
  where id = $1 and state = $2 returning id`
/** Takes a step; false if another transaction has changed the state meanwhile. */
export const step = async (
  ctx: Ctx,
  purchaseId: number,
  s: { from: PurchaseState; to: PurchaseState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [purchaseId, s.from, s.to, ctx.now, s.reason])).length === 1

const JUDGED =
  'update purchase set precious = $2, imported = $3, method = $4, submitted_at = $5, steps = $6 where id = $1'
export const setJudged = (
  ctx: Ctx,
  purchaseId: number,
  j: { precious: boolean; imported: boolean; method: PurchaseMethod; steps: readonly string[] },
) => run(ctx.db, JUDGED, [purchaseId, j.precious, j.imported, j.method, ctx.now, j.steps])

const AWARD =
  'update purchase set supplier_id = $2, award_fen = $3, award_reason = $4, awarded_at = $5 where id = $1'
export const setAward = (
  ctx: Ctx,
  purchaseId: number,
  a: { supplierId: number; amountFen: number; reason: string | null } | null,
) =>
  run(ctx.db, AWARD, [
    purchaseId,
    a?.supplierId ?? null,
    a?.amountFen ?? null,
    a?.reason ?? null,
    a ? ctx.now : null,
  ])

export interface Contract {
  number: string
  on: string
  deliverBy: string
  amountFen: number
  paymentWay: string | null
  paymentNote: string | null
  warrantyMonths: number | null
  warrantyUntil: string | null
  bondFen: number | null
  bondPercent: number | null
  bondReturn: string | null
}
const CONTRACT = `update purchase
  set contract_number = $2, contract_on = $3, deliver_by = $4, contract_fen = $5, payment_way = $6,
    payment_note = $7, warranty_months = $8, warranty_until = $9, bond_fen = $10, bond_percent = $11,
    bond_return = $12
  where id = $1`
export const setContract = (ctx: Ctx, purchaseId: number, c: Contract) =>
  run(ctx.db, CONTRACT, [
    purchaseId,
    c.number,
    c.on,
    c.deliverBy,
    c.amountFen,
    c.paymentWay,
    c.paymentNote,
    c.warrantyMonths,
    c.warrantyUntil,
    c.bondFen,
    c.bondPercent,
    c.bondReturn,
  ])

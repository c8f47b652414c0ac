import type { PurchaseBody } from '@portal/contract/purchase/calls'
import type { ImportPrice } from '@portal/contract/purchase/import-price'
import type { PreciousCase } from '@portal/contract/purchase/precious-case'
import type { PurchaseSourceInput } from '@portal/contract/purchase/sources'
import type { PurchaseStage } from '@portal/contract/purchase/stage'
import type { Business } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

// The parts of a purchase: sources, items, papers, quotes and delivered pieces.

export interface ItemRow {
  id: number
  name: string
  englishName: string | null
  model: string | null
  spec: string | null
  categoryId: number | null
  categoryName: string | null
  manufacturer: string | null
  country: string | null
  imported: boolean
  quantity: number
  unitPriceFen: number
  priceBasis: string | null
  justification: string | null
  contractPriceFen: number | null
  awardPriceFen: number | null
  importPrice: ImportPrice | null
  preciousCase: PreciousCase | null
  shelved: boolean
}
const ITEMS = `select i.id, i.name, i.english_name as "englishName", i.model, i.spec,
    i.category_id as "categoryId", c.name as "categoryName", i.manufacturer, i.country, i.imported,
    i.quantity, i.unit_price_fen as "unitPriceFen", i.price_basis as "priceBasis", i.justification,
    i.contract_price_fen as "contractPriceFen", i.award_price_fen as "awardPriceFen",
    i.precious_case as "preciousCase",
    case when i.currency is not null then json_build_object('currency', i.currency,
      'foreignPrice', i.foreign_price, 'rateMicro', i.rate_micro, 'rateOn', i.rate_on,
      'priceTerm', i.price_term, 'freightFen', i.freight_fen, 'insuranceFen', i.insurance_fen,
      'dutyFree', i.duty_free, 'dutyFreeNumber', i.duty_free_number, 'tariffFen', i.tariff_fen,
      'vatFen', i.vat_fen, 'agencyFen', i.agency_fen, 'customsFen', i.customs_fen) end as "importPrice",
    coalesce((select bool_and(c.state = 'stored') from piece c
        where c.item_id = i.id and c.state <> 'struck'), false) as shelved
  from purchase_item i left join device_category c on c.id = i.category_id where i.purchase_id = $1
  order by i.sort`
export const items = (db: Db, purchaseId: number) => run<ItemRow>(db, ITEMS, [purchaseId])

const CLEAR_ITEMS = 'delete from purchase_item where purchase_id = $1'
const ADD_ITEMS = `insert into purchase_item (purchase_id, sort, name, english_name, model, spec, category_id,
      manufacturer, country, imported, quantity, unit_price_fen, price_basis, justification, precious_case,
      currency, foreign_price, rate_micro, rate_on, price_term, freight_fen, insurance_fen, duty_free,
      duty_free_number, tariff_fen, vat_fen, agency_fen, customs_fen)
  select $1, x.n, i.name, i."englishName", i.model, i.spec, i."categoryId", i.manufacturer, i.country,
    i.imported, i.quantity, i."unitPriceFen", i."priceBasis", i.justification,
    nullif(x.item -> 'preciousCase', 'null'), p.currency, p."foreignPrice", p."rateMicro", p."rateOn",
    p."priceTerm", p."freightFen", p."insuranceFen", p."dutyFree", p."dutyFreeNumber", p."tariffFen",
    p."vatFen", p."agencyFen", p."customsFen"
  from jsonb_array_elements($2::jsonb) with ordinality x(item, n),
    jsonb_to_record(x.item) i(name text, "englishName" text, model text, spec text, "categoryId" int8,
      manufacturer text, country text, imported bool, quantity int4, "unitPriceFen" int8, "priceBasis" text,
      justification text),
    jsonb_to_record(coalesce(nullif(x.item -> 'importPrice', 'null'), '{}')) p(currency text,
      "foreignPrice" int8, "rateMicro" int8, "rateOn" date, "priceTerm" text, "freightFen" int8,
      "insuranceFen" int8, "dutyFree" bool, "dutyFreeNumber" text, "tariffFen" int8, "vatFen" int8,
      "agencyFen" int8, "customsFen" int8)`
export async function setItems(ctx: Ctx, purchaseId: number, list: PurchaseBody['items']): Promise<void> {
  await run(ctx.db, CLEAR_ITEMS, [purchaseId])
  if (list.length) await run(ctx.db, ADD_ITEMS, [purchaseId, JSON.stringify(list)])
}

const CLEAR_SOURCES = 'delete from purchase_source where purchase_id = $1'
const ADD_SOURCES = `insert into purchase_source (purchase_id, sort, kind, fund_card_id, project_code,
      project_name, amount_fen)
  select $1, n, kind, card, code, name, fen
  from unnest($2::text[], $3::int8[], $4::text[], $5::text[], $6::int8[])
      with ordinality x(kind, card, code, name, fen, n)`
export async function setSources(
  ctx: Ctx,
  purchaseId: number,
  list: readonly PurchaseSourceInput[],
): Promise<void> {
  await run(ctx.db, CLEAR_SOURCES, [purchaseId])
  const column = <K extends keyof PurchaseSourceInput>(key: K) => list.map((s) => s[key])
  await run(ctx.db, ADD_SOURCES, [
    purchaseId,
    column('kind'),
    column('fundCardId'),
    column('projectCode'),
    column('projectName'),
    column('amountFen'),
  ])
}

const PRICES = `update purchase_item i set contract_price_fen = x.fen
  from unnest($2::int8[], $3::int8[]) x(id, fen) where i.id = x.id and i.purchase_id = $1`
export const setContractPrices = (
  ctx: Ctx,
  purchaseId: number,
  prices: readonly { itemId: number; priceFen: number }[],
) => run(ctx.db, PRICES, [purchaseId, prices.map((p) => p.itemId), prices.map((p) => p.priceFen)])

const AWARD_PRICES = `update purchase_item i set award_price_fen = x.fen from purchase_item o
    left join unnest($2::int8[], $3::int8[]) x(id, fen) on x.id = o.id
  where i.id = o.id and i.purchase_id = $1`
/** Sets the winner's unit prices; items without one lose theirs. */
export const setAwardPrices = (
  ctx: Ctx,
  purchaseId: number,
  prices: readonly { itemId: number; unitPriceFen: number }[],
) => run(ctx.db, AWARD_PRICES, [purchaseId, prices.map((p) => p.itemId), prices.map((p) => p.unitPriceFen)])

const CERTIFY = 'update purchase_item set duty_free_number = $3 where purchase_id = $1 and id = $2'
export const setCertificate = (ctx: Ctx, purchaseId: number, itemId: number, number: string | null) =>
  run(ctx.db, CERTIFY, [purchaseId, itemId, number])

const PAPERS =
  'select file_id as "fileId", kind from purchase_paper where purchase_id = $1 order by created_at, no'
export const papers = (db: Db, purchaseId: number) =>
  run<{ fileId: string; kind: string }>(db, PAPERS, [purchaseId])
const DROP_PAPERS = 'delete from purchase_paper where purchase_id = $1 and file_id = any($2::uuid[])'
export const dropPapers = (ctx: Ctx, purchaseId: number, ids: readonly string[]) =>
  run(ctx.db, DROP_PAPERS, [purchaseId, ids])
const PUT_PAPERS = `insert into purchase_paper (purchase_id, file_id, kind, created_at) select $1, f, k, $4
  from unnest($2::uuid[], $3::text[]) x(f, k) on conflict (file_id) do update set kind = excluded.kind
  where purchase_paper.purchase_id = excluded.purchase_id`
export const putPapers = (ctx: Ctx, purchaseId: number, list: readonly { fileId: string; kind: string }[]) =>
  run(ctx.db, PUT_PAPERS, [purchaseId, list.map((p) => p.fileId), list.map((p) => p.kind), ctx.now])

export interface QuoteRow {
  supplierId: number
  supplierName: string
  amountFen: number
  note: string | null
  chosen: boolean
}
const QUOTES = `select q.supplier_id as "supplierId", s.name as "supplierName", q.amount_fen as "amountFen",
    q.note, q.chosen
  from purchase_quote q join supplier s on s.id = q.supplier_id where q.purchase_id = $1
  order by q.amount_fen, q.id`
export const listQuotes = (db: Db, purchaseId: number) => run<QuoteRow>(db, QUOTES, [purchaseId])
const CLEAR_QUOTES = 'delete from purchase_quote where purchase_id = $1'
const ADD_QUOTES = `insert into purchase_quote (purchase_id, supplier_id, amount_fen, note, created_at)
  select $1, s, a, n, $5 from unnest($2::int8[], $3::int8[], $4::text[]) x(s, a, n)`
export async function setQuotes(
  ctx: Ctx,
  purchaseId: number,
  list: readonly { supplierId: number; amountFen: number; note: string | null }[],
): Promise<void> {
  await run(ctx.db, CLEAR_QUOTES, [purchaseId])
  if (list.length)
    await run(ctx.db, ADD_QUOTES, [
      purchaseId,
      list.map((q) => q.supplierId),
      list.map((q) => q.amountFen),
      list.map((q) => q.note),
      ctx.now,
    ])
}
const CHOOSE = `update purchase_quote set chosen = supplier_id is not distinct from $2
    where purchase_id = $1 and chosen is distinct from (supplier_id is not distinct from $2)`
/** Marks the chosen quote; null: none. */
export const choose = (ctx: Ctx, purchaseId: number, supplierId: number | null) =>
  run(ctx.db, CHOOSE, [purchaseId, supplierId])

export interface ArrivalRow {
  openCount: number
  openFen: number
  keptCount: number
  keptFen: number
  /** Accepted but not stored in yet. */
  comingCount: number
  struckCount: number
  struckFen: number
}
const sums = (name: string, states: string) =>
  `(count(*) filter (where state in (${states})))::int as "${name}Count",
    coalesce(sum(price_fen) filter (where state in (${states})), 0)::int8 as "${name}Fen"`
const ARRIVAL = `select ${sums('open', `'expected', 'entered', 'checked'`)},
    ${sums('kept', `'accepted', 'stored'`)}, ${sums('struck', `'struck'`)},
    (count(*) filter (where state = 'accepted'))::int as "comingCount"
  from piece where purchase_id = $1`
/** Counts and sums of the contract's pieces by what became of them. */
export const readArrival = (db: Db, purchaseId: number) => runOne<ArrivalRow>(db, ARRIVAL, [purchaseId])

const STAGES = `select stage, count(*)::int as count from (
    select case
        when c.state = 'stored' then case when d.shared and g.enabled then 'daily' else 'share' end
        when c.state <> 'accepted' then 'acceptance'
        when t.state in ('awaiting_card_owner', 'awaiting_finance') then 'finance'
        when t.state = 'awaiting_store' then 'store'
        else 'info' end as stage
    from piece c left join stock_in_piece o on o.piece_id = c.id left join stock_in t on t.id = o.stock_in_id
      left join device d on d.id = c.device_id left join opening g on g.device_id = d.id
    where c.purchase_id = $1 and c.state <> 'struck') x
  group by stage`
/** Number of pieces at each stage, without those that will not come. */
export const countStages = (db: Db, purchaseId: number) =>
  run<{ stage: PurchaseStage; count: number }>(db, STAGES, [purchaseId])

const LOCKS = ['acceptance', 'delivery', 'piece'].map(
  (table) => `select id from ${table} where purchase_id = $1 order by id for update`,
)
/** Waits for transactions that accept or deliver, and locks in the order in which they lock. */
export async function lockArrival(ctx: Ctx, purchaseId: number): Promise<void> {
  for (const text of LOCKS) await run(ctx.db, text, [purchaseId])
}

const FURTHER = `select 'panel' as business, id as "rowId" from panel
  where business = 'purchase' and row_id = $1
  union all select 'tender', id from tender where purchase_id = $1
  union all select 'delivery', id from delivery where purchase_id = $1
  union all select 'acceptance', id from acceptance where purchase_id = $1
  union all select 'stock_in', id from stock_in where purchase_id = $1`
/** Rows of later processes at which people may be awaited for this purchase. */
export const listFurther = (db: Db, purchaseId: number) =>
  run<{ business: Business; rowId: number }>(db, FURTHER, [purchaseId])

import type { DeliveryState } from '@portal/contract/delivery/delivery'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

export interface DeliveryRow {
  id: number
  state: DeliveryState
  stateAt: Date
  purchaseId: number
  title: string
  requesterId: number
  supplierId: number
  supplier: string
  contractNumber: string | null
  deliverBy: string | null
  pieceCount: number
  expectedCount: number
  totalFen: number
}
export const ROW = `v.id, v.state, v.state_at as "stateAt", v.purchase_id as "purchaseId", p.title,
  p.requester_id as "requesterId", v.supplier_id as "supplierId", s.name as supplier,
  p.contract_number as "contractNumber", p.deliver_by as "deliverBy", n.pieces as "pieceCount",
  n.expected as "expectedCount", n.fen as "totalFen"`
export const JOINS = `join purchase p on p.id = v.purchase_id join supplier s on s.id = v.supplier_id
    cross join lateral (select count(*)::int as pieces,
          (count(*) filter (where c.state = 'expected'
              or (c.state = 'struck' and c.factory_number is null)))::int as expected,
          coalesce(sum(c.price_fen), 0)::int8 as fen
        from piece c where c.purchase_id = v.purchase_id) n`

export interface DeliveryDetail extends DeliveryRow {
  reason: string | null
  requester: string
  deptId: number
  dept: string
}
const DETAIL = `select ${ROW}, v.reason, u.name as requester, p.dept_id as "deptId", d.name as dept
  from delivery v ${JOINS} join user_account u on u.id = p.requester_id join dept d on d.id = p.dept_id`
export const find = async (db: Db, deliveryId: number): Promise<DeliveryDetail | undefined> =>
  (await run<DeliveryDetail>(db, `${DETAIL} where v.id = $1`, [deliveryId]))[0]
export const findOfPurchase = async (db: Db, purchaseId: number): Promise<DeliveryDetail | undefined> =>
  (await run<DeliveryDetail>(db, `${DETAIL} where v.purchase_id = $1`, [purchaseId]))[0]
/** Deliveries that wait for the company to enter data. */
export const listOpen = (db: Db, supplierId: number) =>
  run<DeliveryDetail>(db, `${DETAIL} where v.supplier_id = $1 and v.state = 'awaiting_entry' order by v.id`, [
    supplierId,
  ])

/** Serialises people who act on a delivery at the same time. */
export const lock = (ctx: Ctx, ids: readonly number[]) =>
  run(ctx.db, 'select id from delivery where id = any($1::int8[]) order by id for update', [ids])
export const lockOfPurchase = (ctx: Ctx, purchaseId: number) =>
  run(ctx.db, 'select id from delivery where purchase_id = $1 for update', [purchaseId])

const OPEN = `insert into delivery (purchase_id, supplier_id, state, state_at, created_at)
  values ($1, $2, 'awaiting_entry', $3, $3) returning id`
// One row per instrument of the contract, at the contract's price.
const PIECES = `insert into piece (purchase_id, item_id, number, state, price_fen, name, model, spec,
      manufacturer, country, updated_at)
  select i.purchase_id, i.id, n, 'expected', i.contract_price_fen, i.name, i.model, i.spec, i.manufacturer,
    i.country, $2
  from purchase_item i, generate_series(1, i.quantity) n where i.purchase_id = $1 order by i.sort, n`
export async function open(ctx: Ctx, purchaseId: number, supplierId: number): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, OPEN, [purchaseId, supplierId, ctx.now])
  await run(ctx.db, PIECES, [purchaseId, ctx.now])
  return id
}

const REPRICE = `update piece c set price_fen = i.contract_price_fen from purchase_item i
  where c.purchase_id = $1 and i.id = c.item_id and c.price_fen <> i.contract_price_fen`
/** Gives the pieces the prices of the contract. */
export const reprice = async (ctx: Ctx, purchaseId: number): Promise<void> =>
  void (await run(ctx.db, REPRICE, [purchaseId]))

const STEP = `update delivery set state = $3, state_at = $4, reason = $5 where id = $1 and state = $2
  returning id`
/** Takes a step; false if another transaction has changed the state meanwhile. */
export const step = async (
  ctx: Ctx,
  deliveryId: number,
  s: { from: DeliveryState; to: DeliveryState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [deliveryId, s.from, s.to, ctx.now, s.reason])).length === 1

export interface ItemRow {
  id: number
  name: string
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  quantity: number
  priceFen: number | null
}
const ITEMS = `select id, name, model, spec, manufacturer, country, quantity, contract_price_fen as "priceFen"
  from purchase_item where purchase_id = $1 order by sort`
export const listItems = (db: Db, purchaseId: number) => run<ItemRow>(db, ITEMS, [purchaseId])

import type { PieceBody, PieceState } from '@portal/contract/delivery/delivery'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface PieceRow {
  id: number
  purchaseId: number
  itemId: number
  number: number
  state: PieceState
  name: string
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  factoryNumber: string | null
  madeOn: string | null
  warrantyUntil: string | null
  indicators: string | null
  accessories: string | null
  hazards: string | null
  priceFen: number
  refusedReason: string | null
  updatedAt: Date
  acceptanceId: number | null
  stockInId: number | null
  deviceId: number | null
}
const PIECES = `select c.id, c.purchase_id as "purchaseId", c.item_id as "itemId", c.number, c.state, c.name,
    c.model, c.spec, c.manufacturer, c.country, c.factory_number as "factoryNumber", c.made_on as "madeOn",
    c.warranty_until as "warrantyUntil", c.indicators, c.accessories, c.hazards, c.price_fen as "priceFen",
    c.refused_reason as "refusedReason", c.updated_at as "updatedAt", c.acceptance_id as "acceptanceId",
    c.stock_in_id as "stockInId", c.device_id as "deviceId"
  from piece c join purchase_item i on i.id = c.item_id where c.purchase_id = any($1::int8[])
  order by c.purchase_id, i.sort, c.number`
export const listPieces = (db: Db, purchaseIds: readonly number[]) => run<PieceRow>(db, PIECES, [purchaseIds])

const ENTER = `update piece c
  set state = 'entered', factory_number = x.factory_number, manufacturer = x.manufacturer, model = x.model,
    spec = x.spec, country = x.country, made_on = x.made_on, warranty_until = x.warranty_until,
    indicators = x.indicators, accessories = x.accessories, hazards = x.hazards, refused_reason = null,
    updated_at = $3
  from unnest($2::int8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::date[], $10::date[],
      $11::text[], $12::text[], $13::text[])
      x(id, factory_number, manufacturer, model, spec, country, made_on, warranty_until, indicators,
        accessories, hazards)
  where c.id = x.id and c.purchase_id = $1 and c.state in ('expected', 'entered') returning c.id`
// The unique index is checked row by row, so a number that moves from one of these pieces to another is
// released first. In one transaction: others who want the number wait, and find it taken. A piece that was
// sent back still has its old number and releases it to any piece of the delivery: the screen saves one piece
// at a time, and two whose numbers were interchanged could otherwise never be put right.
const GIVE_UP = `update piece c set state = 'expected', factory_number = null
  where c.purchase_id = $1 and (c.state = 'expected' or c.state = 'entered' and c.id = any($2::int8[]))
    and exists (
      select from unnest($2::int8[], $3::text[], $4::text[], $5::text[])
          x(id, factory_number, manufacturer, model)
        where x.id <> c.id and x.factory_number = c.factory_number and x.manufacturer = c.manufacturer
          and x.model = c.model)`
/** Returns how many of the pieces could still be entered. */
export async function enter(ctx: Ctx, purchaseId: number, list: readonly PieceBody[]): Promise<number> {
  const column = <T>(of: (p: PieceBody) => T) => list.map(of)
  await run(ctx.db, GIVE_UP, [
    purchaseId,
    column((p) => p.id),
    column((p) => p.factoryNumber),
    column((p) => p.manufacturer),
    column((p) => p.model),
  ])
  const done = await run(ctx.db, ENTER, [
    purchaseId,
    column((p) => p.id),
    ctx.now,
    column((p) => p.factoryNumber),
    column((p) => p.manufacturer),
    column((p) => p.model),
    column((p) => p.spec),
    column((p) => p.country),
    column((p) => p.madeOn),
    column((p) => p.warrantyUntil),
    column((p) => p.indicators),
    column((p) => p.accessories),
    column((p) => p.hazards),
  ])
  return done.length
}

const TAKEN = `select x.n::int - 1 as index
  from unnest($1::int8[], $2::text[], $3::text[], $4::text[])
      with ordinality x(id, manufacturer, model, factory_number, n)
    join piece c on c.manufacturer = x.manufacturer and c.model = x.model
      and c.factory_number = x.factory_number
  where c.state <> 'struck' and c.id <> all($1::int8[])
    and (c.purchase_id <> $5 or c.state <> 'expected')
  order by x.n`
/** Indexes of entries whose number another piece has, unless it was sent back and will be entered anew. */
export const findTaken = async (db: Db, purchaseId: number, list: readonly PieceBody[]): Promise<number[]> =>
  (
    await run<{ index: number }>(db, TAKEN, [
      list.map((p) => p.id),
      list.map((p) => p.manufacturer),
      list.map((p) => p.model),
      list.map((p) => p.factoryNumber),
      purchaseId,
    ])
  ).map((r) => r.index)

const CHECK = `update piece set state = 'checked', updated_at = $2
  where purchase_id = $1 and state = 'entered' returning id`
export const check = async (ctx: Ctx, purchaseId: number): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, CHECK, [purchaseId, ctx.now])).map((r) => r.id)

const RETURN = `update piece c
  set state = 'expected', refused_reason = x.reason, acceptance_id = null, updated_at = $4
  from unnest($2::int8[], $3::text[]) x(id, reason) where c.id = x.id and c.purchase_id = $1 and c.state = $5
  returning c.id`
/** Sends pieces back to be entered again. Returns how many were in state `from`. */
export const sendBack = async (
  ctx: Ctx,
  purchaseId: number,
  list: readonly { pieceId: number; reason: string }[],
  from: 'entered' | 'checked',
): Promise<number> =>
  (
    await run(ctx.db, RETURN, [
      purchaseId,
      list.map((p) => p.pieceId),
      list.map((p) => p.reason),
      ctx.now,
      from,
    ])
  ).length

const STRIKE = `update piece set state = 'struck', updated_at = $2
  where purchase_id = $1 and state in ('expected', 'entered', 'checked')`
export const strike = (ctx: Ctx, purchaseId: number) => run(ctx.db, STRIKE, [purchaseId, ctx.now])

const ACCEPT = `update piece set state = 'accepted', acceptance_id = $2, updated_at = $3
  where id = any($1::int8[]) and state = 'checked' returning id`
export const accept = async (ctx: Ctx, pieceIds: readonly number[], acceptanceId: number): Promise<number> =>
  (await run(ctx.db, ACCEPT, [pieceIds, acceptanceId, ctx.now])).length

const STORE = `update piece c
  set state = 'stored', device_id = x.device_id, stock_in_id = x.stock_in_id, updated_at = $4
  from unnest($1::int8[], $2::int8[], $3::int8[]) x(id, device_id, stock_in_id)
  where c.id = x.id and c.state = 'accepted' returning c.id`
export const store = async (
  ctx: Ctx,
  list: readonly { pieceId: number; deviceId: number; stockInId: number }[],
): Promise<number> =>
  (
    await run(ctx.db, STORE, [
      list.map((p) => p.pieceId),
      list.map((p) => p.deviceId),
      list.map((p) => p.stockInId),
      ctx.now,
    ])
  ).length

import { importedOf, type ImportedItem } from '@portal/contract/purchase/rows'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import type { Ctx } from '../../kernel/ctx.ts'
import * as parts from './parts.store.ts'
import * as store from './purchase.store.ts'

// What the modules further down ask of a purchase.

export { stageOf } from './detail.handler.ts'
export { award, complete, deliver, type Award } from './sourcing.handler.ts'
export type { PurchaseDetail } from './purchase.store.ts'
export type { ItemRow } from './parts.store.ts'

/** Whoever asks: the caller answers for who may see it. */
export const find = (ctx: Ctx, purchaseId: number): Promise<store.PurchaseDetail | undefined> =>
  store.find(ctx.db, purchaseId)
export const itemsOf = (ctx: Ctx, purchaseId: number): Promise<parts.ItemRow[]> =>
  parts.items(ctx.db, purchaseId)
/** What of these comes from abroad, and what it is made up of in price. */
export const importsOf = async (
  ctx: Ctx,
  purchaseId: number,
  itemIds: ReadonlySet<number>,
): Promise<ImportedItem[]> =>
  importedOf(await parts.items(ctx.db, purchaseId)).filter((i) => itemIds.has(i.id))
export const sourcesOf = (ctx: Ctx, purchaseId: number): Promise<PurchaseSource[]> =>
  store.sources(ctx.db, purchaseId)
export const titlesOf = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await store.titles(ctx.db, ids)).map((t) => [t.id, t.title]))
export const titleOf = async (ctx: Ctx, purchaseId: number): Promise<string> =>
  (await titlesOf(ctx, [purchaseId])).get(purchaseId) ?? ''
/** Its papers by kind, for the dossier of an instrument. */
export const papersOf = (ctx: Ctx, purchaseId: number) => parts.papers(ctx.db, purchaseId)

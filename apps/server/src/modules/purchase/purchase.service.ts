import { listImported, type ImportedItem } from '@portal/contract/purchase/rows'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import type { StageReached } from '@portal/contract/purchase/stage'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { giveAward, type Award, type Held } from './award.action.ts'
import * as parts from './parts.store.ts'
import { purchases } from './purchase.process.ts'
import * as store from './purchase.store.ts'
import { findStage } from './stage.rules.ts'

// Owns purchases from the request to the last stored piece. Later modules read what is bought and from which
// funds, and report what tender, delivery and stock-in have done. The caller must check who may see the
// results.

export type { Award } from './award.action.ts'
export type { PurchaseDetail } from './purchase.store.ts'
export type { ItemRow, QuoteRow } from './parts.store.ts'

// ── What it is ───────────────────────────────────────────────────────────────

/** A purchase without its parts. */
export const find = (ctx: Ctx, purchaseId: number): Promise<store.PurchaseDetail | undefined> =>
  store.find(ctx.db, purchaseId)

/** The items that are bought. */
export const listItems = (ctx: Ctx, purchaseId: number): Promise<parts.ItemRow[]> =>
  parts.items(ctx.db, purchaseId)

/** The imported ones of these items, with the parts of their price. */
export const listImports = async (
  ctx: Ctx,
  purchaseId: number,
  itemIds: ReadonlySet<number>,
): Promise<ImportedItem[]> =>
  listImported(await parts.items(ctx.db, purchaseId)).filter((i) => itemIds.has(i.id))

/** The sources it is paid from. */
export const listSources = (ctx: Ctx, purchaseId: number): Promise<PurchaseSource[]> =>
  store.listSources(ctx.db, purchaseId)

/** The title of a purchase. */
export const readTitle = async (ctx: Ctx, purchaseId: number): Promise<string> =>
  (await store.listTitles(ctx.db, [purchaseId]))[0]?.title ?? ''

/** Its papers by kind, for the dossier of an instrument. */
export const listPapers = (ctx: Ctx, purchaseId: number) => parts.papers(ctx.db, purchaseId)

/** What companies asked for it where it was bought directly; only for those who may compare them. */
export const listQuotes = (ctx: Ctx, purchaseId: number): Promise<parts.QuoteRow[]> =>
  parts.listQuotes(ctx.db, purchaseId)

/** How far it has come, for later processes, whose readers may see it. */
export async function readStage(ctx: Ctx, purchaseId: number): Promise<StageReached> {
  const [p, pieces] = await together([store.find(ctx.db, purchaseId), parts.countStages(ctx.db, purchaseId)])
  if (!p) throw new Error('a purchase is never removed')
  return findStage(p.state, pieces)
}

// ── What comes of it: the system acts, whoever set it going ──────────────────

/** A tender has its winner. */
export const award = async (ctx: Ctx, purchaseId: number, a: Award): Promise<void> =>
  giveAward(ctx, await holdAsSystem(ctx, purchaseId), a)

/** Delivered pieces have been checked. A repeated call, after pieces were exchanged, changes nothing. */
export async function deliver(ctx: Ctx, purchaseId: number): Promise<void> {
  const held = await holdAsSystem(ctx, purchaseId)
  if (held.row.state !== 'in_acceptance') await purchases.take(ctx, held, 'deliver')
}

/** The last piece is stored in. */
export const complete = async (ctx: Ctx, purchaseId: number): Promise<void> =>
  void (await purchases.take(ctx, await holdAsSystem(ctx, purchaseId), 'complete'))

async function holdAsSystem(ctx: Ctx, purchaseId: number): Promise<Held> {
  const loaded = await purchases.loadAsSystem(ctx, purchaseId)
  if (!loaded) throw notFound('申购')
  return loaded
}

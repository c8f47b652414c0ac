import type { Loaded, Trail } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as dept from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as panel from '../panel/panel.service.ts'
import * as parts from './parts.store.ts'
import { asksAt, awaitedFurther, furtherWords } from './progress.rules.ts'
import type { Purchase } from './purchase.flow.ts'
import { OF, purchases } from './purchase.process.ts'
import { isInsider, type Standing } from './purchase.rules.ts'
import type { PurchaseDetail } from './purchase.store.ts'
import { showDetail } from './purchase.view.ts'
import { findStage } from './stage.rules.ts'

/**
 * The purchase's strip and history; without an awaited person here, it names those awaited in later
 * processes.
 */
async function findTrail(ctx: Ctx, p: PurchaseDetail): Promise<Pick<Trail, 'progress' | 'history'>> {
  const [{ awaited, progress, history }, further] = await together([
    purchases.trailOf(ctx, p, (stage) => asksAt(p, stage)),
    parts.listFurther(ctx.db, p.id),
  ])
  if (awaited !== null) return { progress, history }
  const who = furtherWords(await approval.listWaitingAmong(ctx, further))
  return { progress: awaitedFurther(progress, who), history }
}

/** Everything about a purchase that the caller may see. */
async function present(ctx: Ctx, { row: p, roles, standing }: Loaded<Purchase, PurchaseDetail, Standing>) {
  const insider = isInsider(p, standing, roles)
  const [items, papers, kept, labels, panels, quotes, arrival, pieces, trail, kin] = await together([
    parts.items(ctx.db, p.id),
    parts.papers(ctx.db, p.id),
    file.listFiles(ctx, OF, [p.id]),
    dictionary.readLabels(ctx, 'purchase_paper'),
    panel.listOfRow(ctx, OF, p.id),
    insider ? parts.listQuotes(ctx.db, p.id) : Promise.resolve([]),
    parts.readArrival(ctx.db, p.id),
    parts.countStages(ctx.db, p.id),
    findTrail(ctx, p),
    dept.listKin(ctx, p.deptId),
  ])
  const files = new Map(kept.get(p.id)?.map((f) => [f.id, f]))
  return showDetail(p, {
    roles,
    kin,
    items,
    panels,
    quotes,
    arrival,
    trail,
    stage: findStage(p.state, pieces),
    papers: papers.flatMap(({ fileId, kind }) => {
      const one = files.get(fileId)
      return one ? [{ file: one, kind, kindLabel: labels.get(kind) ?? kind }] : []
    }),
  })
}

/** The purchase as it is now, for the caller. */
export const readDetail = async (ctx: Ctx, purchaseId: number) =>
  present(ctx, await purchases.load(ctx, purchaseId))

import { view } from '@portal/contract/kernel/permissions'
import type { StageReached } from '@portal/contract/purchase/stage'
import type { Ctx } from '../../kernel/ctx.ts'
import { history } from '../../kernel/flow-log.store.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as dept from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as panel from '../panel/panel.service.ts'
import * as parts from './parts.store.ts'
import type { PurchaseRole } from './purchase.flow.ts'
import { furtherWords } from './progress.rules.ts'
import { rolesOf, type Standing } from './purchase.rules.ts'
import * as store from './purchase.store.ts'
import { stageReached } from './stage.rules.ts'
import { detailOf } from './purchase.view.ts'

// Who sees what of a purchase, and as what.

export const OF = 'purchase'
export const isOffice = (ctx: Ctx): boolean => ctx.holds('PURCHASE_ALL', 'TENDER_ALL')
export const isFinance = (ctx: Ctx): boolean => ctx.holds(...view('FINANCIAL'))

/** The depts a person heads: his own with all below it. */
export const headedDepts = async (ctx: Ctx): Promise<number[]> =>
  ctx.me.roles.includes('DEPT_HEAD') && ctx.me.deptId !== null ? dept.familyOf(ctx, ctx.me.deptId) : []

export const standingOf = (ctx: Ctx): Omit<Standing, 'actable'> => ({
  userId: ctx.me.id,
  office: isOffice(ctx),
  equipOffice: ctx.holds('PURCHASE_ALL'),
})

export interface Seen {
  roles: Set<PurchaseRole>
  /** Sees who quoted what: not the experts, and not finance. */
  insider: boolean
}
/** What the person who asks is to a purchase; undefined when it is none of his business. */
export async function seen(ctx: Ctx, p: store.PurchaseDetail): Promise<Seen | undefined> {
  const [actable, headed] = await together([
    approval.mayAct(ctx, { business: OF, rowId: p.id }),
    headedDepts(ctx),
  ])
  const roles = rolesOf(p, { ...standingOf(ctx), actable })
  const submitted = p.submittedAt !== null
  if (roles.has('requester') || (submitted && (actable || isOffice(ctx) || headed.includes(p.deptId))))
    return { roles, insider: true }
  const stockedIn = p.state === 'in_acceptance' || p.state === 'done'
  if ((stockedIn && isFinance(ctx)) || (p.state !== 'draft' && (await panel.sitsOn(ctx, OF, p.id))))
    return { roles, insider: false }
  return undefined
}

export interface Loaded extends Seen {
  p: store.PurchaseDetail
}
/** A purchase, for people who have to do with it; others learn nothing, not even whether it exists. */
export async function load(ctx: Ctx, purchaseId: number): Promise<Loaded> {
  const p = await store.find(ctx.db, purchaseId)
  const how = p && (await seen(ctx, p))
  if (!p && isOffice(ctx)) throw notFound('申购')
  if (!p || !how) throw forbidden('您不能查看该申购')
  ctx.allow(true)
  ctx.target = `purchase ${p.id}`
  return { p, ...how }
}
/** The same, with nobody else at it until the transaction ends. */
export async function loadLocked(ctx: Ctx, purchaseId: number): Promise<Loaded> {
  await store.lock(ctx, purchaseId)
  return load(ctx, purchaseId)
}
/** Asked when somebody opens a paper. */
export async function maySeeId(ctx: Ctx, purchaseId: number): Promise<boolean> {
  const p = await store.find(ctx.db, purchaseId)
  return p !== undefined && (await seen(ctx, p)) !== undefined
}

/** How far it has come, for what runs on from it: whoever may see that may know. */
export async function stageOf(ctx: Ctx, purchaseId: number): Promise<StageReached> {
  const [p, pieces] = await together([store.find(ctx.db, purchaseId), parts.stages(ctx.db, purchaseId)])
  if (!p) throw new Error('a purchase is never removed')
  return stageReached(p.state, pieces)
}

/** Everything about a purchase, as the person may see it. */
export async function detailed(ctx: Ctx, { p, roles, insider }: Loaded) {
  const [items, papers, kept, kinds, panels, quotes, arrival, pieces, log, waiting, kin, further] =
    await together([
      parts.items(ctx.db, p.id),
      parts.papers(ctx.db, p.id),
      file.filesOf(ctx, OF, [p.id]),
      dictionary.codesOf(ctx, 'purchase_paper'),
      panel.ofRow(ctx, OF, p.id),
      insider ? parts.quotes(ctx.db, p.id) : Promise.resolve([]),
      parts.arrival(ctx.db, p.id),
      parts.stages(ctx.db, p.id),
      history(ctx, OF, p.id),
      approval.waitingOf(ctx, OF, p.id),
      p.labDeptId === null ? Promise.resolve(true) : dept.areKin(ctx, p.labDeptId, p.deptId),
      parts.further(ctx.db, p.id),
    ])
  const files = new Map(kept.get(p.id)?.map((f) => [f.id, f]))
  const label = new Map(kinds.map((k) => [k.value, k.label]))
  return detailOf(p, {
    roles,
    kin,
    items,
    panels,
    quotes,
    arrival,
    log,
    stage: stageReached(p.state, pieces),
    papers: papers.flatMap(({ fileId, kind }) => {
      const one = files.get(fileId)
      return one ? [{ file: one, kind, kindLabel: label.get(kind) ?? kind }] : []
    }),
    awaited:
      waiting.flatMap((w) => w.names).join('、') || furtherWords(await approval.waitingAmong(ctx, further)),
  })
}
/** After a step: the person's part may have changed with it. */
export const shown = async (ctx: Ctx, purchaseId: number) => detailed(ctx, await load(ctx, purchaseId))

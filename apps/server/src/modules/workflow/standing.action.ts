import { workflowRefusals } from '@portal/contract/workflow/workflow'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { shownAt } from '../../kernel/time.ts'
import { findActable } from './inbox.action.ts'
import * as instances from './instance.store.ts'
import type { Standing } from './workflow.rules.ts'
import * as store from './workflow.store.ts'

export const isOffice = (ctx: Ctx): boolean => ctx.holds('WORKFLOW_ALL')
/** @param his Ids of the processes that the caller may start. */
export const readStanding = (
  ctx: Ctx,
  { id, ownerId }: { id: number; ownerId: number },
  his: ReadonlySet<number>,
): Standing => ({
  isStarter: his.has(id),
  isOwner: ownerId === ctx.me.id,
  isOffice: isOffice(ctx),
})

const mustBeHis = <W extends store.Workflow>(ctx: Ctx, workflow: W | undefined): W => {
  if (!workflow) throw notFound('流程')
  ctx.allow(workflow.ownerId === ctx.me.id || isOffice(ctx), '只能查看和修改自己的流程')
  ctx.target = `workflow ${workflow.id}`
  return workflow
}
/** Finds a process that the caller owns, or any process for the office; otherwise refuses. */
export const requireOwn = async (ctx: Ctx, id: number) => mustBeHis(ctx, await store.find(ctx.db, id))
/** Like `requireOwn`, with the draft. */
export const requireOwnDrawn = async (ctx: Ctx, id: number) =>
  mustBeHis(ctx, await store.findDrawn(ctx.db, id))
/** Like `requireOwnDrawn`, and locks the process until the transaction ends. */
export const holdOwn = async (ctx: Ctx, id: number) => mustBeHis(ctx, await store.hold(ctx, id))
export async function holdAsOffice(ctx: Ctx, id: number): Promise<store.Drawn> {
  ctx.allow(isOffice(ctx), '只有流程管理员可以发布和停用流程')
  const workflow = await store.hold(ctx, id)
  if (!workflow) throw notFound('流程')
  ctx.target = `workflow ${workflow.id}`
  return workflow
}

/** Refuses a save that began with an older revision, and names who saved since. */
export function refuseOld(ctx: Ctx, workflow: store.Workflow, revision: number): void {
  if (workflow.revision === revision) return
  const { changedBy, changedById, changedAt } = workflow
  const who = `${changedBy} 于 ${shownAt(changedAt, ctx.env.CAMPUS_TZ)} 保存了该流程`
  const by = { id: changedById, name: changedBy }
  throw refuse('WORKFLOW_CHANGED', `${who}。${workflowRefusals.WORKFLOW_CHANGED}`, {
    status: 409,
    help: { revision: workflow.revision, by, at: changedAt.toISOString() },
  })
}

/** How the caller relates to an instance. */
export interface Part {
  isStarter: boolean
  isOffice: boolean
  /** People whose tasks the caller may decide. */
  actsFor: ReadonlySet<number>
}
export async function readPart(ctx: Ctx, instance: instances.Instance): Promise<Part> {
  const actsFor = instance.state === 'running' ? await findActable(ctx, instance) : new Set<number>()
  return { isStarter: instance.starterId === ctx.me.id, isOffice: isOffice(ctx), actsFor }
}
export const maySee = async (ctx: Ctx, id: number, { isStarter, isOffice: manages, actsFor }: Part) =>
  isStarter || manages || actsFor.size > 0 || (await instances.isInvolved(ctx.db, id, ctx.me.id))

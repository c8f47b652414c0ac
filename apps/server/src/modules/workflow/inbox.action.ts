import type { Outcome } from '@portal/contract/approval/approval'
import { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { inbox, listDeputies } from '../approval/approval.service.ts'
import type { Instance } from './instance.store.ts'
import * as tasks from './task.store.ts'

// Each person has one inbox entry per instance, even if several of its steps wait for them.

const makeLink = (id: number) => `/bpm/instance?id=${id}`
const findTitle = (i: Instance) => `${i.workflow}（${i.starter}）`

/** The inbox step of an instance: `refill` while it waits for its starter to edit the form. */
export const inboxStep = ({ graph }: Pick<Instance, 'graph'>, run: Instance['run']): 'act' | 'refill' =>
  run.visits.some((visit) => graph.nodes[visit.node]?.kind === 'start') ? 'refill' : 'act'

/**
 * Updates the inbox to the tasks as they are now.
 *
 * @param before Who was awaited before, and at which inbox step.
 * @param acted Who has just decided, and how; recorded on their entries.
 */
export async function keepInbox(
  ctx: Ctx,
  instance: Instance,
  before: { ids: readonly number[]; step: 'act' | 'refill' },
  acted: { ids: readonly number[]; outcome: Outcome; reason: string | null },
): Promise<void> {
  const now = await tasks.listAwaited(ctx.db, instance.id)
  const step = inboxStep(instance, instance.run)
  const stays = new Set(step === before.step ? now : [])
  const row = { business: 'workflow', rowId: instance.id }
  // The system closes the entries of people who are no longer asked: no person has acted on those.
  const system = new Ctx(ctx.deps, ctx.db, { now: ctx.now, requestId: ctx.requestId })
  for (const userId of before.ids) {
    const hasActed = acted.ids.includes(userId)
    if (stays.has(userId) && !hasActed) continue
    const outcome = !hasActed && instance.state === 'withdrawn' ? 'withdrawn' : acted.outcome
    await inbox.close(hasActed ? ctx : system, { ...row, step: before.step, userId }, outcome, acted.reason)
    stays.delete(userId)
  }
  const fresh = now.filter((userId) => !before.ids.includes(userId) || !stays.has(userId))
  for (const userId of fresh) await openFor(ctx, instance, step, userId)
  ctx.live('inbox')
  const news = fresh.filter((userId) => !before.ids.includes(userId))
  if (news.length === 0) return
  await tell(ctx, {
    userIds: news,
    exceptUserId: ctx.actor?.id ?? null,
    kind: 'workflow',
    title: `${step === 'refill' ? '待修改' : '待办理'}：${findTitle(instance)}`,
    body: `${instance.summary}。请及时办理。`,
    link: makeLink(instance.id),
    mail: true,
  })
  ctx.live(...listScreens(...news))
}

const openFor = (ctx: Ctx, instance: Instance, step: 'act' | 'refill', userId: number) =>
  inbox.open(
    ctx,
    {
      business: 'workflow',
      rowId: instance.id,
      step,
      role: 'person',
      userId,
      // The starter must not act here, not even as a deputy, except on an entry that asks the starter.
      requesterId: userId === instance.starterId ? null : instance.starterId,
      barredId: null,
      labId: null,
      deviceId: null,
      deptId: null,
      title: findTitle(instance),
      amountFen: null,
    },
    null,
  )

/**
 * People for whom the caller may act on this instance: the caller, and people whose deputy the caller is.
 *
 * @param task Restricts it to this inbox entry; a closed entry yields an empty set.
 */
export async function findActable(ctx: Ctx, instance: Instance, task?: number): Promise<ReadonlySet<number>> {
  const step = inboxStep(instance, instance.run)
  return new Set(await inbox.askedFor(ctx, { business: 'workflow', rowId: instance.id, step, task }))
}

export async function tellEnd(ctx: Ctx, instance: Instance, opinion: string | null): Promise<void> {
  if (instance.state === 'running' || instance.state === 'withdrawn') return
  const passed = instance.state === 'done'
  await tell(ctx, {
    userIds: [instance.starterId],
    exceptUserId: null,
    kind: 'workflow',
    title: `${passed ? '已通过' : '未通过'}：${instance.workflow}`,
    body: opinion ? `${instance.summary}。意见：${opinion}` : `${instance.summary}。`,
    link: makeLink(instance.id),
    mail: true,
  })
}

export const tellPeople = (
  ctx: Ctx,
  instance: Instance,
  userIds: readonly number[],
  title: string,
  body: string,
): Promise<void> | undefined =>
  userIds.length === 0
    ? undefined
    : tell(ctx, {
        userIds: [...userIds],
        exceptUserId: ctx.actor?.id ?? null,
        kind: 'workflow',
        title: `${title}：${findTitle(instance)}`,
        body,
        link: makeLink(instance.id),
        mail: true,
      })

/** Like `tellPeople`, and also tells the deputies of people who are absent. */
export async function tellAwaited(
  ctx: Ctx,
  instance: Instance,
  userIds: readonly number[],
  title: string,
  body: string,
): Promise<void> {
  const deputies = await listDeputies(ctx, { business: 'workflow', rowId: instance.id, userIds })
  await tellPeople(ctx, instance, [...new Set([...userIds, ...deputies])], title, body)
}

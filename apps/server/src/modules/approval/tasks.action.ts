import {
  waitingWord,
  type AskedRole,
  type Business,
  type Outcome,
  type StepOf,
} from '@portal/contract/approval/approval'
import type { Inbox } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { together } from '../../kernel/together.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './approval.store.ts'
import { readPolicy } from './policy.cache.ts'
import { judgeSteps, type Case, type Steps } from './policy.rules.ts'

// Tasks come and go by the engine of processes alone, which gets them
// as its inbox: no other module can open one and forget it.

const INBOX_LINK = '/account/audit-list'

/**
 * Which steps a business has in this case, and what happens when
 * nobody acts in time. Costs no round trip as a rule.
 */
export async function stepsFor<B extends Business>(
  ctx: Ctx,
  about: { business: B } & Case,
): Promise<Steps<B>> {
  const policy = await readPolicy(ctx)
  return judgeSteps(
    about.business,
    (step) => policy.rowsOf(about.business, step),
    about,
    policy.ancestorsOf(about.deptId),
  )
}

export interface TaskRequest<B extends Business> {
  business: B
  rowId: number
  step: StepOf<B>
  /**
   * `person` needs `userId`; the others find their people by lab,
   * device or permission, and find them anew each time they are asked.
   */
  role: AskedRole
  userId?: number | null
  labId?: number | null
  deviceId?: number | null
  /** For `dept_head`: who heads it, or what is above it. */
  deptId?: number | null
  /**
   * Never may act on it himself. Null only where the step asks for
   * nobody else (a booker who confirms his own bill).
   */
  requesterId: number | null
  /** May not act either: what is to be judged is his own doing. */
  barredId?: number | null
  title: string
  amountFen?: number | null
  dueAt?: Date | null
  /** May act on it as well. */
  deputyId?: number | null
}

/**
 * Somebody is awaited. One statement. Answers who that is in truth: whom the step asks for, or, where nobody
 * of that kind but the requester is left, the lab's directors, then the system administrators; `tell()` falls
 * in the same way. Repeated for a step that still waits, it changes title, amount and due time.
 */
export async function openTask<B extends Business>(ctx: Ctx, t: TaskRequest<B>): Promise<store.OpenedTask> {
  const about = {
    business: t.business,
    rowId: t.rowId,
    step: t.step,
    role: t.role,
    userId: t.userId ?? null,
    labId: t.labId ?? null,
    deviceId: t.deviceId ?? null,
    deptId: t.deptId ?? null,
    requesterId: t.requesterId,
    barredId: t.barredId ?? null,
    title: t.title,
    amountFen: t.amountFen ?? null,
    dueAt: t.dueAt ?? null,
    deputyId: t.deputyId ?? null,
  }
  const task = await store.openTask(ctx, about, newsForDeputy(t, '办理人不在岗，请您代为办理。'))
  ctx.live('inbox')
  return task
}

const newsForDeputy = <B extends Business>(t: TaskRequest<B>, body: string) => ({
  exceptUserId: t.requesterId,
  kind: t.business,
  title: `${waitingWord(t.business, t.step)}：${t.title}`,
  body,
  link: INBOX_LINK,
  mail: true,
})

/** The same, due and with the deputy that the policy names for this case; he is told as well. */
export async function openInTime<B extends Business>(
  ctx: Ctx,
  t: TaskRequest<B>,
  about: Case,
): Promise<store.OpenedTask> {
  const rule = (await stepsFor(ctx, { business: t.business, ...about }))[t.step]
  const dueAt = rule.timeoutHours === null ? null : addMinutes(ctx.now, rule.timeoutHours * 60)
  const { deputyId } = rule
  const news = newsForDeputy(t, '您是该环节的代理人，可以代为办理。')
  const [, task] = await together([
    deputyId === null ? null : tell(ctx, { ...news, userIds: [deputyId] }),
    openTask(ctx, { ...t, dueAt, deputyId }),
  ])
  return task
}

/**
 * Nobody is awaited any more at this step (at any step without one; only this person's task with `userId`).
 * Answers how many tasks that were.
 */
export async function closeTask<B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step?: StepOf<B>; userId?: number },
  outcome: Outcome,
  reason?: string | null,
): Promise<number> {
  const closed = await store.closeTasks(
    ctx,
    { business: which.business, rowId: which.rowId, step: which.step ?? null, userId: which.userId ?? null },
    outcome,
    reason ?? null,
  )
  if (closed > 0) ctx.live('inbox')
  return closed
}

/** The inbox for the engine of processes, which knows no module. */
export const inbox: Inbox = {
  open(ctx, task, about) {
    // The tables of the processes speak the words of `approvalSteps`.
    const asked = task as TaskRequest<Business>
    return about ? openInTime(ctx, asked, about) : openTask(ctx, asked)
  },
  close: (ctx, which, outcome, reason) =>
    closeTask(ctx, which as Parameters<typeof closeTask>[1], outcome, reason), // as above
  stepsAt: store.findSteps,
  stepsAmong: (ctx, business, rowIds) =>
    rowIds.length === 0 ? Promise.resolve(new Map()) : store.findStepsAmong(ctx, business, rowIds),
  askedFor: store.findAsked,
  waitsAt: (ctx, entry) => store.waitsAt(ctx.db, entry),
  awaitedAt: store.listAwaited,
}

import {
  waitingWord,
  type AskedRole,
  type Business,
  type Outcome,
  type StepOf,
} from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes } from '../../kernel/time.ts'
import { findPeople, type Answer, type Ask } from './actors.store.ts'
import * as store from './approval.store.ts'
import * as inbox from './inbox.store.ts'
import { policyOf } from './policy.cache.ts'
import { judgeSteps, type Case, type Steps } from './policy.rules.ts'

const INBOX_LINK = '/account/audit-list'

/** Which steps a business has in this case, and what happens when nobody acts in time. Costs no round trip as a rule. */
export async function stepsFor<B extends Business>(
  ctx: Ctx,
  about: { business: B } & Case,
): Promise<Steps<B>> {
  const policy = await policyOf(ctx)
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
  /** `person` needs `userId`; the others find their people by lab, device or permission, and find them anew each time they are asked. */
  role: AskedRole
  userId?: number | null
  labId?: number | null
  deviceId?: number | null
  /** For `dept_head`: who heads it, or what is above it. */
  deptId?: number | null
  /** Never may act on it himself. Null only where the step asks for nobody else (a booker who confirms his own bill). */
  requesterId: number | null
  /** Nor may this person: whose own doing is to be judged. */
  barredId?: number | null
  title: string
  amountFen?: number | null
  dueAt?: Date | null
  /** May act on it as well. */
  deputyId?: number | null
}

/**
 * Somebody is awaited. One statement. Answers who that is in truth: whom the step asks for, or, where nobody of that kind but the
 * requester is left, the lab's directors, then the system administrators; `tell()` falls in the same way.
 * Repeated for a step that still waits, it changes title, amount and due time.
 */
export async function openTask<B extends Business>(ctx: Ctx, t: TaskRequest<B>): Promise<store.OpenedTask> {
  const task = await store.openTask(ctx, {
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
  })
  ctx.live('inbox')
  return task
}

/** The same, due and with the deputy that the policy names for this case; he is told as well. */
export async function openInTime<B extends Business>(
  ctx: Ctx,
  t: TaskRequest<B>,
  about: Case,
): Promise<store.OpenedTask> {
  const rule = (await stepsFor(ctx, { business: t.business, ...about }))[t.step]
  const dueAt = rule.timeoutHours === null ? null : addMinutes(ctx.now, rule.timeoutHours * 60)
  const { deputyId } = rule
  if (deputyId !== null) {
    const news = {
      title: `${waitingWord(t.business, t.step)}：${t.title}`,
      body: '您是该环节的代理人，可以代为办理。',
      link: INBOX_LINK,
      mail: true,
    }
    await tell(ctx, { ...news, userIds: [deputyId], exceptUserId: t.requesterId, kind: t.business })
  }
  return openTask(ctx, { ...t, dueAt, deputyId })
}

/** Nobody is awaited any more at this step (at any step without one; only this person's task with `userId`). Answers how many tasks that were. */
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

/** May the person who asks act on what waits here? Looked up live; ADMIN may as well; never the requester. */
export const mayAct = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step?: StepOf<B> },
): Promise<boolean> =>
  store.mayAct(ctx, { business: which.business, rowId: which.rowId, step: which.step ?? null })

/** The same for the rows of a list, in one statement: those among them on which the person who asks may act. */
export const actableAmong = (ctx: Ctx, business: Business, rowIds: readonly number[]): Promise<Set<number>> =>
  store.actable(ctx, business, rowIds)

/** At a step that asks several people by name (the owners of cards): those for whom the person who asks may answer, himself as a rule. */
export const askedFor = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step: StepOf<B> },
): Promise<number[]> => store.askedFor(ctx, which.business, which.rowId, which.step)

/** The rows of a business on which something waits for the person who asks: what a list of them is filtered by. */
export const waitingRows = (ctx: Ctx, business: Business): Promise<number[]> =>
  inbox.waitingRows(ctx, business)

/** Who is awaited at a row, and since when: for the progress strip. */
export const waitingOf = (ctx: Ctx, business: Business, rowId: number): Promise<store.Awaited[]> =>
  store.awaitedAt(ctx, business, rowId)

/** The same at several rows, of whatever business: what waits further down for something that has gone on. */
export const waitingAmong = (
  ctx: Ctx,
  rows: readonly { business: Business; rowId: number }[],
): Promise<(store.Awaited & { business: Business })[]> =>
  rows.length === 0 ? Promise.resolve([]) : store.awaitedAmong(ctx, rows)

/** The people behind roles, in one statement, with the fall to directors and administrators that tasks have. */
export const peopleOf = (ctx: Ctx, asks: readonly Ask[]): Promise<Answer[]> => findPeople(ctx, asks)

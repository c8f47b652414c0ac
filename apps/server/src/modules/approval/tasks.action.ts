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
import { findPeople } from './actors.store.ts'
import * as store from './approval.store.ts'
import { readPolicy } from './policy.cache.ts'
import {
  judgeSteps,
  makeDeadline,
  wordDeadline,
  type Case,
  type Deadline,
  type Steps,
} from './policy.rules.ts'

// Only the process engine opens and closes tasks, through `inbox`, so no module can open one and forget it.

const INBOX_LINK = '/account/audit-list'

/** The steps a business has in this case, and what happens if a step is not taken in time. Usually cached. */
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
  /** `person` needs `userId`; other roles are resolved by lab, device or permission, anew at each use. */
  role: AskedRole
  userId?: number | null
  labId?: number | null
  deviceId?: number | null
  /** For `dept_head`: the head of this department, or of one above it. */
  deptId?: number | null
  /**
   * May never act on the task. Null only where the step asks just this person (a booker who confirms their
   * bill).
   */
  requesterId: number | null
  /** May not act either, because the task judges what this person did. */
  barredId?: number | null
  title: string
  amountFen?: number | null
  /** A yes has to name more (a time, a card), so several tasks cannot be approved at once. */
  single?: boolean
  dueAt?: Date | null
  /** May act on it as well. */
  deputyId?: number | null
  /** By which the policy gave it its deadline, and decides what follows from it. */
  facts?: Case | null
  /** The sentence that names the deadline, for deputies. */
  until?: string | null
}

/**
 * Opens a task, in one statement. Returns the role that it fell to: the asked one or, if its only member is
 * the requester, the directors of the lab, then the administrators; `tell()` falls in the same way. Called
 * again for a step that still waits, it updates the title, the amount, what its yes has to name, the due time
 * with its facts, and the deputy.
 */
export async function openTask<B extends Business>(ctx: Ctx, t: TaskRequest<B>): Promise<store.OpenedTask> {
  const task = await store.openTask(ctx, describeTask(t), newsForAway(t))
  ctx.live('inbox')
  return task
}
/** The same where nobody needs to know to whom it falls: the answer is not waited for. */
async function leaveTask<B extends Business>(ctx: Ctx, t: TaskRequest<B>): Promise<void> {
  await store.leaveTask(ctx, describeTask(t), newsForAway(t))
  ctx.live('inbox')
}

function describeTask<B extends Business>(t: TaskRequest<B>): Parameters<typeof store.openTask>[1] {
  return {
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
    single: t.single ?? false,
    dueAt: t.dueAt ?? null,
    deputyId: t.deputyId ?? null,
    facts: t.facts ?? null,
  }
}
const newsForAway = <B extends Business>(t: TaskRequest<B>) =>
  newsForDeputy(t, '办理人不在岗，请您代为办理。')

const newsForDeputy = <B extends Business>(t: TaskRequest<B>, body: string) => ({
  exceptUserId: t.requesterId,
  ...(t.barredId != null && { exceptUserIds: [t.barredId] }),
  kind: t.business,
  title: `${waitingWord(t.business, t.step)}：${t.title}`,
  body: `${body}${t.until ?? ''}`,
  link: INBOX_LINK,
  mail: true,
})

/**
 * Like `openTask`, with the due time and the deputy of the policy; the deputy is told as well. `named`:
 * everybody who is asked by name at the same time, one task for each.
 */
export const openInTime = <B extends Business>(
  ctx: Ctx,
  t: TaskRequest<B>,
  about: Case,
  named: readonly number[] = [],
): Promise<store.OpenedTask> => timeTask(ctx, t, about, named, openTask)

async function timeTask<B extends Business, Opened>(
  ctx: Ctx,
  t: TaskRequest<B>,
  about: Case,
  named: readonly number[],
  open: (ctx: Ctx, t: TaskRequest<B>) => Promise<Opened>,
): Promise<Opened> {
  const rule = (await stepsFor(ctx, { business: t.business, ...about }))[t.step]
  const deadline = makeDeadline(rule, t.single ?? false, ctx.now)
  const timed = {
    ...t,
    dueAt: deadline?.at ?? null,
    until: deadline && wordDeadline(deadline, ctx.env.CAMPUS_TZ),
  }
  const { deputyId } = rule
  const news = newsForDeputy(timed, '您是该环节的代理人，可以代为办理。')
  const [, task] = await together([
    deputyId === null || (await isTold(ctx, t, deputyId, named))
      ? null
      : tell(ctx, { ...news, userIds: [deputyId] }),
    open(ctx, { ...timed, deputyId, facts: about }),
  ])
  return task
}

/** The deadline that the policy gives such a task if it is opened now; null: none. */
export async function findDeadline<B extends Business>(
  ctx: Ctx,
  { business, step, single = false }: Pick<TaskRequest<B>, 'business' | 'step' | 'single'>,
  about: Case,
): Promise<Deadline | null> {
  return makeDeadline((await stepsFor(ctx, { business, ...about }))[step], single, ctx.now)
}

/** True if the deputy is asked in the same moment anyway, or is told with the first of several people. */
async function isTold<B extends Business>(
  ctx: Ctx,
  t: TaskRequest<B>,
  deputyId: number,
  named: readonly number[],
): Promise<boolean> {
  if (named.includes(deputyId)) return true
  if (t.role === 'person') return named.length > 0 && t.userId !== named[0]
  const { role, labId = null, deviceId = null, deptId = null, requesterId, barredId = null } = t
  const asked = { role, labId, deviceId, deptId, exceptUserId: requesterId, barredId }
  const [people] = await findPeople(ctx, [asked])
  return people?.ids.includes(deputyId) ?? false
}

/** Closes the waiting tasks of a step (without `step`: of all steps; with `userId`: only that person's). */
export const closeTask = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step?: StepOf<B>; userId?: number },
  outcome: Outcome,
  reason: string | null = null,
): Promise<void> =>
  store.closeTasks(
    ctx,
    { business: which.business, rowId: which.rowId, step: which.step ?? null, userId: which.userId ?? null },
    outcome,
    reason,
    (closed) => closed > 0 && ctx.live('inbox'),
  )

/** The inbox interface for the process engine, which knows no module. */
export const inbox: Inbox = {
  open(ctx, task, about, named) {
    // The process tables use the words of `approvalSteps`.
    const asked = task as TaskRequest<Business>
    return about ? openInTime(ctx, asked, about, named) : openTask(ctx, asked)
  },
  put(ctx, task, about, named = []) {
    const asked = task as TaskRequest<Business> // as above
    return about ? timeTask(ctx, asked, about, named, leaveTask) : leaveTask(ctx, asked)
  },
  async wordDeadline(ctx, task, about) {
    const deadline = await findDeadline(ctx, task as TaskRequest<Business>, about) // as above
    return deadline && wordDeadline(deadline, ctx.env.CAMPUS_TZ)
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

import type { Business, StepOf } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import * as absences from './absence.store.ts'
import * as store from './approval.store.ts'
import * as inboxStore from './inbox.store.ts'

// Owns who is awaited where: tasks, the policy that says which steps there are, and their deputies. Tasks
// come and go by the engine of processes alone, which gets `inbox`; everybody else asks for whom something
// waits, and who is behind a role.

export { handOver } from './due.action.ts'
export { readPolicyVersion } from './policy.cache.ts'
export { inbox, stepsFor } from './tasks.action.ts'

/** May the person who asks act on what waits here? Looked up live; ADMIN may as well; never the requester. */
export const mayAct = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step?: StepOf<B> },
): Promise<boolean> =>
  store.mayAct(ctx, { business: which.business, rowId: which.rowId, step: which.step ?? null })

/**
 * At a step that asks several people by name (the owners of cards):
 * those for whom the person who asks may answer, himself as a rule.
 */
export const findAsked = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step: StepOf<B> },
): Promise<number[]> => store.findAsked(ctx, which)

/**
 * The rows of a business on which something waits for the person who
 * asks: what a list of them is filtered by.
 */
export const listWaitingRows = (ctx: Ctx, business: Business): Promise<number[]> =>
  inboxStore.listWaitingRows(ctx, business)

/** Who is awaited at a row, and since when: for the progress strip. */
export const listWaiting = (ctx: Ctx, business: Business, rowId: number): Promise<store.Awaited[]> =>
  store.listAwaited(ctx, business, rowId)

/** The same at several rows, of whatever business: what waits further down for something that has gone on. */
export const listWaitingAmong = (
  ctx: Ctx,
  rows: readonly { business: Business; rowId: number }[],
): Promise<(store.Awaited & { business: Business })[]> =>
  rows.length === 0 ? Promise.resolve([]) : store.listAwaitedAmong(ctx.db, rows)

/**
 * The people behind roles, in one statement, with the fall to directors and administrators that tasks have.
 */
export { findPeople } from './actors.store.ts'

/** Who acts now for those of these people who are away, at what waits for them by name on a row. */
export const listDeputies = (
  ctx: Ctx,
  which: { business: Business; rowId: number; userIds: readonly number[] },
): Promise<number[]> => absences.listDeputiesFor(ctx.db, ctx.now, which)

import type { Business, StepOf } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import * as absences from './absence.store.ts'
import * as store from './approval.store.ts'
import * as inboxStore from './inbox.store.ts'

// Owns the tasks, the policy that says which steps exist, and their deputies. Only the process engine opens
// and closes tasks, through `inbox`. Other modules ask for whom something waits, and who is behind a role.

export { handOver } from './due.action.ts'
export { readPolicyVersion } from './policy.cache.ts'
export { findDeadline, inbox, stepsFor } from './tasks.action.ts'

/**
 * May the caller act on what waits here? Looked up live; ADMIN may, except on own money; the requester never.
 */
export const mayAct = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step?: StepOf<B> },
): Promise<boolean> =>
  store.mayAct(ctx, { business: which.business, rowId: which.rowId, step: which.step ?? null })

/**
 * The people for whom the caller may answer at a step that asks several by name (the owners of cards);
 * usually only the caller.
 */
export const findAsked = <B extends Business>(
  ctx: Ctx,
  which: { business: B; rowId: number; step: StepOf<B> },
): Promise<number[]> => store.findAsked(ctx, which)

/** The rows of a business on which something waits for the caller, for list filters. */
export const listWaitingRows = (ctx: Ctx, business: Business): Promise<number[]> =>
  inboxStore.listWaitingRows(ctx, business)

/** Who is awaited at a row, and since when, for the progress strip. */
export const listWaiting = (ctx: Ctx, business: Business, rowId: number): Promise<store.Awaited[]> =>
  store.listAwaited(ctx, business, rowId)

/**
 * Like `listWaiting`, at several rows of any business: for a row whose process continues in other modules.
 */
export const listWaitingAmong = (
  ctx: Ctx,
  rows: readonly { business: Business; rowId: number }[],
): Promise<(store.Awaited & { business: Business })[]> =>
  rows.length === 0 ? Promise.resolve([]) : store.listAwaitedAmong(ctx.db, rows)

/**
 * Finds the people behind roles, in one statement. A role without people falls to directors or
 * administrators, as tasks do.
 */
export { findPeople } from './actors.store.ts'

/** The deputies who act now for those of these people who are absent, at tasks that name them on a row. */
export const listDeputies = (
  ctx: Ctx,
  which: { business: Business; rowId: number; userIds: readonly number[] },
): Promise<number[]> => absences.listDeputiesFor(ctx.db, ctx.now, which)

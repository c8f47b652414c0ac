// Owns laboratories, their rooms, and their directors, administrators and reviewers. Other modules may ask
// which labs the caller leads, for the caller's standing in a lab and what the caller may change there.

import type { LabEdit } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { editsEverywhere, editsOwn, leadingRoles } from './lab.rules.ts'
import * as store from './lab.store.ts'

export { allowEdit, findStanding } from './standing.action.ts'
export { endPosts, lockReviewers, releaseReviewers, requireActive } from './people.action.ts'

/** The labs in which the caller may change this part: `'all'`, or their ids. */
export async function listEditableLabs(ctx: Ctx, edit: LabEdit): Promise<'all' | number[]> {
  const { id, permissions } = ctx.me
  if (editsEverywhere(edit, permissions)) return 'all'
  return editsOwn(edit, permissions) ? store.listIds(ctx.db, id, leadingRoles) : []
}

/** The labs that the caller directs or administers. */
export const listLedLabs = (ctx: Ctx): Promise<number[]> => store.listIds(ctx.db, ctx.me.id, leadingRoles)

/** The labs that the caller directs. */
export const listDirectedLabs = (ctx: Ctx): Promise<number[]> =>
  store.listIds(ctx.db, ctx.me.id, ['lab_director'])

/** The laboratories of these depts. */
export const listLabsOfDepts = (ctx: Ctx, deptIds: readonly number[]): Promise<number[]> =>
  deptIds.length ? store.listIdsOfDepts(ctx.db, deptIds) : Promise.resolve([])

import { supplierRefusals } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import * as lists from './list.store.ts'
import { licenceCounted } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

// Owns the companies that sell to the university, their papers and the people who act for them. Later modules
// ask whether a company may be bought from, which company a person acts for, and whom to tell.

export { findAsked, findSupplier, listUsers } from './people.action.ts'

/** Companies that may be bought from today, at most 50; with `keyword`, those that match it. */
export const findApproved = (ctx: Ctx, keyword: string | undefined) =>
  lists.listOptions(ctx.db, findToday(ctx), keyword)

/** A company that may be bought from today; otherwise refuses with the reason. */
export const requireApproved = async (ctx: Ctx, supplierId: number): Promise<store.SupplierRow> =>
  judgeApproved(ctx, (await store.findSome(ctx.db, [supplierId]))[0])

/** Like `requireApproved` for several; refuses for the first one that fails. */
export async function requireAllApproved(ctx: Ctx, supplierIds: readonly number[]): Promise<void> {
  const found = new Map((await store.findSome(ctx.db, supplierIds)).map((s) => [s.id, s]))
  for (const id of supplierIds) judgeApproved(ctx, found.get(id))
}

/** Those of several that may not be bought from today. */
export const listUnfit = async (ctx: Ctx, supplierIds: readonly number[]): Promise<store.SupplierRow[]> =>
  (await store.findSome(ctx.db, supplierIds)).filter((s) => findFault(ctx, s) !== undefined)

function findFault(ctx: Ctx, s: store.SupplierRow): 'NOT_APPROVED' | 'LICENCE_EXPIRED' | undefined {
  if (s.state !== 'approved') return 'NOT_APPROVED'
  const { state } = licenceCounted(s, findToday(ctx))
  return state === 'missing' || state === 'expired' ? 'LICENCE_EXPIRED' : undefined
}
function judgeApproved(ctx: Ctx, s: store.SupplierRow | undefined): store.SupplierRow {
  if (!s) throw notFound('供应商')
  const fault = findFault(ctx, s)
  if (fault) throw refuse(fault, `${s.name}：${supplierRefusals[fault]}`)
  return s
}

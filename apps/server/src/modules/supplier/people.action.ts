import type { SupplierState } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { chooseAsked } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

/** The company the person who asks acts for; undefined for everybody else. */
export const findSupplier = async (
  ctx: Ctx,
): Promise<{ id: number; name: string; state: SupplierState } | undefined> =>
  ctx.actor ? store.findOfUser(ctx.db, ctx.actor.id) : undefined

/** The people who act for a company now. */
export const listUsers = async (ctx: Ctx, supplierId: number): Promise<number[]> =>
  (await store.listMembers(ctx.db, supplierId)).filter((m) => m.enabled).map((m) => m.id)

/** Who is asked for it. */
export const findAsked = async (ctx: Ctx, supplierId: number): Promise<number[]> =>
  chooseAsked(await store.listMembers(ctx.db, supplierId))

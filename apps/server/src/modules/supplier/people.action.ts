import type { SupplierState } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { chooseAsked } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

/** The company that the caller acts for; undefined if none. */
export const findSupplier = async (
  ctx: Ctx,
): Promise<{ id: number; name: string; state: SupplierState } | undefined> =>
  ctx.actor ? store.findOfUser(ctx.db, ctx.actor.id) : undefined

/** People with open accounts who act for a company. */
export const listUsers = async (ctx: Ctx, supplierId: number): Promise<number[]> =>
  (await store.listMembers(ctx.db, supplierId)).filter((m) => m.enabled).map((m) => m.id)

/** The people asked for a company. */
export const findAsked = async (ctx: Ctx, supplierId: number): Promise<number[]> =>
  chooseAsked(await store.listMembers(ctx.db, supplierId))

import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { listActions } from './device.rules.ts'
import * as store from './device.store.ts'
import { showDetail, showToVisitor } from './device.view.ts'
import { readAsking, requireSight } from './access.action.ts'

/** The full record of a device, for a caller who may see it. */
export async function showDevice(ctx: Ctx, key: string) {
  const row = await store.find(ctx.db, await readAsking(ctx), key)
  if (!row) throw notFound('仪器')
  requireSight(ctx, row)
  return ctx.visitor ? showToVisitor(row) : showDetail(row, listActions(row, ctx.me.permissions))
}

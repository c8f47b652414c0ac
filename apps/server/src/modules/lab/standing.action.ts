import type { LabEdit } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { mayEdit } from './lab.rules.ts'
import * as store from './lab.store.ts'

/** The caller's standing in a lab, by id or serial number; throws if there is no such lab. */
export async function findStanding(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const row = await store.findStanding(ctx.db, ctx.me.id, String(key))
  if (!row) throw notFound('实验室')
  return row
}

/** The row-level check of every change to a lab or what is in it; throws if the caller may not. */
export async function allowEdit(ctx: Ctx, labId: number, edit: LabEdit): Promise<void> {
  const { roles, name } = await findStanding(ctx, labId)
  ctx.allow(mayEdit(edit, ctx.me.permissions, roles), `您不能修改“${name}”的这部分内容`)
}

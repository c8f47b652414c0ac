import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, findToday } from '../../kernel/time.ts'
import { give } from './grant.action.ts'
import * as store from './qualification.store.ts'

// Who may operate which instrument; lets other modules grant it, such as the end of a workflow.

/** Finds an instrument that is not scrapped, by id or by serial number. */
export const findDevice = (ctx: Ctx, which: { id: number | null; serialId: string }) =>
  store.findDevice(ctx.db, which)

/** Grants the qualification in the name of `granter`. `days`: valid days from today; null: no end. */
export const grantFor = (
  ctx: Ctx,
  device: Ref,
  userId: number,
  { days, note, granter }: { days: number | null; note: string | null; granter: Ref },
) =>
  give(ctx, device, [userId], {
    validTo: days === null ? null : addDays(findToday(ctx), days),
    note,
    granter,
  })

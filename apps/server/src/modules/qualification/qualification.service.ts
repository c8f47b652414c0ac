import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, findToday } from '../../kernel/time.ts'
import { give } from './grant.action.ts'
import * as store from './qualification.store.ts'

// Who may operate which instrument: for whoever grants it at the end of something of his own, as a process
// does.

/** An instrument that is there, by its number or by what stands on it. */
export const findDevice = (ctx: Ctx, which: { id: number | null; serialId: string }) =>
  store.findDevice(ctx.db, which)

/** Grants it to somebody on the word of whoever had that arranged. `days`: null is without end. */
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

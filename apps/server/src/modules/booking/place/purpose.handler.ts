import type { SaidPurpose } from '@portal/contract/booking/row'
import type { Ctx } from '../../../kernel/ctx.ts'
import { readWords } from './purpose.action.ts'
import * as store from './purpose.store.ts'

/**
 * The purposes of the caller's last bookings. Codes that are no longer offered are left out, as they would be
 * refused.
 */
export async function listPurposes(ctx: Ctx): Promise<SaidPurpose[]> {
  const last = await store.listLast(ctx.db, ctx.me.id)
  const wordOf = await readWords(ctx, last)
  const offered = (field: Parameters<typeof wordOf>[0]) => (code: string) => wordOf(field, code)?.enabled
  return last.map((p) => ({
    ...p,
    fundingSource: p.fundingSource && offered('fundingSource')(p.fundingSource) ? p.fundingSource : null,
    disciplines: p.disciplines.filter(offered('disciplines')),
    serviceMode: p.serviceMode && offered('serviceMode')(p.serviceMode) ? p.serviceMode : null,
  }))
}

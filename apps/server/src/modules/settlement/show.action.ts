import type { Loaded } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import { listCodes } from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as invoices from './invoice.store.ts'
import type { Settlement } from './settlement.flow.ts'
import { settlements } from './settlement.process.ts'
import { listVisibleShares, type Standing } from './settlement.rules.ts'
import * as store from './settlement.store.ts'
import { showDetail } from './settlement.view.ts'

/** All details of a loaded settlement that the caller may see. */
export async function readDetail(
  ctx: Ctx,
  { row: s, roles, standing }: Loaded<Settlement, store.SettlementDetail, Standing>,
) {
  const [items, shares, files, trail, invoice, sameVoucher, remitTo] = await together([
    store.listItems(ctx.db, s.id),
    store.listShares(ctx.db, s.id),
    file.listFiles(ctx, 'settlement', [s.id]),
    settlements.trailOf(ctx, s),
    invoices.find(ctx.db, s.id),
    s.voucherNumber === null || !standing.seesAll
      ? Promise.resolve([])
      : store.findSameVoucher(ctx.db, s.voucherNumber, s.id),
    s.state === 'awaiting_remittance' ? listCodes(ctx, 'remittance_account') : Promise.resolve([]),
  ])
  return showDetail(s, {
    roles,
    items,
    sameVoucher,
    remitTo,
    trail,
    invoice,
    meId: ctx.me.id,
    shares: listVisibleShares(s, shares, standing),
    proof: files.get(s.id)?.find((f) => f.id === s.voucherFileId),
  })
}

/** The settlement as it is now. Loaded anew, because the step may have changed the caller's roles. */
export const showAgain = async (ctx: Ctx, settlementId: number) =>
  readDetail(ctx, await settlements.load(ctx, settlementId))

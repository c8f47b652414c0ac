import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import * as booking from '../booking/booking.service.ts'
import { readEntering } from '../device-record/device-record.service.ts'
import { listBound, sayRows } from '../form/form.service.ts'
import * as file from '../file/file.service.ts'
import { listActions } from './result-file.rules.ts'
import * as fileStore from './result-file.store.ts'
import { opensSettlement } from './settlement-sight.action.ts'
import { orders, readRequired } from './test-order.process.ts'
import { PAPERS } from './test-order.rules.ts'
import * as store from './test-order.store.ts'
import { showDetail } from './test-order.view.ts'
import * as versionStore from './version.store.ts'

/** Reads the order again for the caller: a step may have changed their roles. */
export async function showAgain(ctx: Ctx, orderId: number) {
  const { row: order, roles, standing } = await orders.load(ctx, orderId)
  const required: Partial<Record<string, boolean>> = await readRequired(ctx, order)
  const [
    opensBooking,
    settled,
    entersResults,
    samples,
    answers,
    files,
    papers,
    withdrawals,
    versions,
    trail,
  ] = await together([
    booking.mayOpen(ctx, order.bookingId),
    opensSettlement(ctx, order.settlementId),
    readEntering(ctx, order.deviceId),
    store.samples(ctx.db, order.bookingId),
    listBound(ctx, order.bookingId),
    file.listFiles(ctx, 'test_order', [order.id]),
    file.listFiles(ctx, PAPERS, [order.id]),
    fileStore.listWithdrawals(ctx.db, order.id),
    versionStore.listVersions(ctx.db, order.id),
    orders.trailOf(ctx, order, (stage) => required[stage] ?? true),
  ])
  return showDetail(order, {
    roles,
    opensBooking,
    opensSettlement: settled,
    entersResults,
    samples,
    rowWords: await sayRows(
      ctx,
      samples.map((s) => s.answers),
    ),
    answers: answers.filter((a) => a.occasion === 'result'),
    files: files.get(order.id) ?? [],
    papers: papers.get(order.id) ?? [],
    withdrawals,
    versions,
    filesCan: listActions(ctx, order, roles.has('reviewer'), standing.keeps),
    trail,
  })
}

import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { WholeAnswer } from './answer.store.ts'
import type { Standing } from './form.rules.ts'
import * as store from './form.store.ts'

export const isOffice = (ctx: Ctx): boolean => ctx.holds('FORM_ALL')
export const readStanding = (ctx: Ctx, { ownerId }: { ownerId: number }): Standing => ({
  isOwner: ownerId === ctx.me.id,
  isOffice: isOffice(ctx),
})
/**
 * Whoever gave it, whoever drew the form, and the office. What speaks of a booking is seen by those who see
 * that: whoever drew a form for others to bind does not read what it is asked about. What was found stands in
 * the test order as well, which others see who do not see the booking.
 */
export async function maySeeAnswer(
  ctx: Ctx,
  {
    userId,
    ownerId,
    bookingId,
    repairOrderId,
    occasion,
  }: Pick<WholeAnswer, 'userId' | 'ownerId' | 'bookingId' | 'repairOrderId' | 'occasion'>,
): Promise<boolean> {
  if (bookingId !== null) {
    if (await seesBooking.by?.(ctx, bookingId)) return true
    return (occasion === 'result' && (await seesTestOrder.by?.(ctx, bookingId))) ?? false
  }
  if (repairOrderId !== null) return (await seesReport.by?.(ctx, repairOrderId)) ?? false
  return userId === ctx.me.id || ownerId === ctx.me.id || isOffice(ctx)
}

type SeesRow = (ctx: Ctx, id: number) => Promise<boolean>
const seesBooking: { by?: SeesRow } = {}
const seesTestOrder: { by?: SeesRow } = {}
const seesReport: { by?: SeesRow } = {}
/** Bookings are downstream: they say, once for each process, who may see one. */
export const registerBookingReaders = (by: SeesRow): void => {
  seesBooking.by = by
}
/** So are test orders, asked for by their booking. */
export const registerTestOrderReaders = (by: SeesRow): void => {
  seesTestOrder.by = by
}
/** And so are reports of faults. */
export const registerReportReaders = (by: SeesRow): void => {
  seesReport.by = by
}

const mustBeHis = (ctx: Ctx, form: store.Form | undefined): store.Form => {
  if (!form) throw notFound('表单')
  const { isOwner, isOffice: manages } = readStanding(ctx, form)
  ctx.allow(isOwner || manages, '只能查看和修改自己的表单')
  ctx.target = `form ${form.id}`
  return form
}
/** A form that he drew, or that he manages. */
export const requireOwn = async (ctx: Ctx, id: number): Promise<store.Form> =>
  mustBeHis(ctx, await store.find(ctx.db, id))
/** The same, and nobody else changes it until the transaction ends. */
export const holdOwn = async (ctx: Ctx, id: number): Promise<store.Form> =>
  mustBeHis(ctx, await store.hold(ctx, id))

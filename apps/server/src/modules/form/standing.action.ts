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
 * May the caller see an answer? Its author, the owner of the form and the office may. An answer about a
 * booking or a report is visible to those who see that, not to the owner of a form that others bound. A
 * result also belongs to the test order, whose readers may not see the booking.
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
/** Registers who may see a booking, once per process: bookings depend on forms, not the reverse. */
export const registerBookingReaders = (by: SeesRow): void => {
  seesBooking.by = by
}
/** Registers who may see the test order of a booking. */
export const registerTestOrderReaders = (by: SeesRow): void => {
  seesTestOrder.by = by
}
/** Registers who may see a fault report. */
export const registerReportReaders = (by: SeesRow): void => {
  seesReport.by = by
}

const mustBeHis = <F extends store.Form>(ctx: Ctx, form: F | undefined): F => {
  if (!form) throw notFound('表单')
  const { isOwner, isOffice: manages } = readStanding(ctx, form)
  ctx.allow(isOwner || manages, '只能查看和修改自己的表单')
  ctx.target = `form ${form.id}`
  return form
}
/** Finds a form that the caller owns, or any form for the office; otherwise refuses. */
export const requireOwn = async (ctx: Ctx, id: number): Promise<store.Form> =>
  mustBeHis(ctx, await store.find(ctx.db, id))
/** Like `requireOwn`, with the text of the draft. */
export const requireOwnWritten = async (ctx: Ctx, id: number): Promise<store.Written> =>
  mustBeHis(ctx, await store.findWritten(ctx.db, id))
/** Like `requireOwnWritten`, and locks the form until the transaction ends. */
export const holdOwn = async (ctx: Ctx, id: number): Promise<store.Written> =>
  mustBeHis(ctx, await store.hold(ctx, id))

import type { BookingKind } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { stepsFor } from '../../approval/approval.service.ts'
import type { ApprovalNeeds } from '../approvals.rules.ts'

export interface NeedsQuery {
  deviceId: number
  labId: number
  labDeptId: number
  kind: BookingKind
  bookerId: number
  payerId: number
  userType: string
  estimateFen: number
  byCard: boolean
}
/** The approvals that today's policy requires of a booking. */
export async function findNeeds(ctx: Ctx, q: NeedsQuery): Promise<ApprovalNeeds> {
  const steps = await stepsFor(ctx, {
    business: 'booking',
    deviceId: q.deviceId,
    labId: q.labId,
    deptId: q.labDeptId,
    userType: q.userType,
    amountFen: q.estimateFen,
  })
  const required = {
    payer: steps.payer.required,
    reviewer: steps.reviewer.required,
    director: steps.director.required,
  }
  return { kind: q.kind, payerIsBooker: q.payerId === q.bookerId, byCard: q.byCard, required }
}

import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { id, idParams, instant, opinion, requiredText } from '../kernel/fields.ts'
import { batchItems, verdict } from '../kernel/rows.ts'
import { stateSeen, visible } from './access.ts'
import { badPeriod, isPeriod, periodFields } from './body.ts'
import { bookingStates } from './booking.ts'
import { stepped } from './row.ts'

export const decideCalls = {
  /**
   * `state` is the state the person saw, because nobody may approve a step they have not seen. `assign` is
   * the time that the reviewer sets for delivered samples.
   */
  approve: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/approve',
    summary: '审核通过预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({
      state: stateSeen,
      /** `stateAt` as the person saw it; it detects a change that left the state the same. */
      stateAt: instant.nullish(),
      reason: opinion,
      /** The card that the payer chooses when agreeing; left out, the booking's card stays. */
      fundCardId: id.nullish(),
      assign: z
        .object({ ...periodFields, seat: z.number().int().min(1).max(200).nullish() })
        .refine(isPeriod, badPeriod)
        .nullish(),
    }),
    reply: stepped,
  }),

  /**
   * The payer's account is disabled: the booker or the lab's director names another payer, who has to agree.
   * A booker who pays themselves names the card here.
   */
  namePayer: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/payer',
    summary: '更换预约付款人',
    access: visible,
    params: idParams,
    body: z.object({
      payerId: id,
      fundCardId: id.nullish(),
      /** `stateAt` as the person saw it; the second of two people is told who was first. */
      stateAt: instant.nullish(),
    }),
    reply: stepped,
    idempotent: true,
  }),

  refuse: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/refuse',
    summary: '驳回预约',
    access: visible,
    params: idParams,
    body: z.object({
      state: stateSeen,
      stateAt: instant.nullish(),
      reason: requiredText('驳回原因', 500),
    }),
    reply: stepped,
  }),

  /** Decides several bookings at once; each is decided independently and has its own verdict. */
  decide: call({
    method: 'POST',
    path: '/api/v2/booking/decide',
    summary: '批量审核预约',
    access: 'signed-in',
    idempotent: true,
    body: z
      .object({
        event: z.enum(['approve', 'refuse']),
        reason: opinion,
        items: batchItems(bookingStates),
      })
      .refine((b) => b.event === 'approve' || b.reason, { error: '请填写驳回原因', path: ['reason'] }),
    reply: z.object({ verdicts: z.array(verdict) }),
  }),

  /** The director or an administrator withdraws a booking, for example after a breakdown or abuse. */
  revoke: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/revoke',
    summary: '撤销预约',
    access: visible,
    params: idParams,
    body: z.object({ reason: requiredText('撤销原因', 500) }),
    reply: stepped,
  }),
}

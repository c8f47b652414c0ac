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
   * `state` is the state the person saw: nobody agrees to a step he has not seen. `assign` is the reviewer's
   * time for delivered samples.
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
      /** Its `stateAt` as seen: a change in between is noticed too. */
      stateAt: instant.nullish(),
      reason: opinion,
      /** The payer's card, named when he agrees; without one the booking's card stays. */
      fundCardId: id.nullish(),
      assign: z
        .object({ ...periodFields, seat: z.number().int().min(1).max(200).nullish() })
        .refine(isPeriod, badPeriod)
        .nullish(),
    }),
    reply: stepped,
  }),

  /**
   * Whose payer left: the booker or the lab's director names another one, who agrees; the booker who pays
   * himself names his card here.
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
      /** The booking as it was seen: whoever comes second hears who was first. */
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

  /** Forty at once: each stands for itself, and its verdict says what became of it. */
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

  /** By the director or an administrator: an instrument that broke, an abuse. */
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

import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { idParams, instant, requiredText, text } from '../kernel/fields.ts'
import { visible } from './access.ts'
import { badPeriod, details, isPeriod, periodFields, wish } from './body.ts'
import { stepped } from './row.ts'

export const changeCalls = {
  /**
   * The booker changes the booking before the last approval; the approvals start again. Phone, remark and
   * purpose fields keep their values if left out.
   */
  change: call({
    method: 'PUT',
    path: '/api/v2/booking/{id}',
    summary: '修改预约',
    access: visible,
    params: idParams,
    body: z
      .object({ ...wish, ...details, override: z.array(z.string().max(40)).max(20).default([]) })
      .omit({ deviceId: true, kind: true })
      .refine(isPeriod, badPeriod),
    reply: stepped,
  }),

  extend: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/extend',
    summary: '延长预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ endAt: instant }),
    reply: stepped,
  }),

  cancel: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/cancel',
    summary: '取消预约',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({
      reason: text('原因', 500),
      /** `cancelTerms.late` as it was shown: a cancellation that has begun to cost since is refused. */
      late: z.boolean().optional(),
    }),
    reply: stepped,
  }),

  /** The reviewer moves delivered samples to another time. */
  reschedule: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/reschedule',
    summary: '调整送样测试时间',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z
      .object({
        ...periodFields,
        seat: z.number().int().min(1).max(200).nullish(),
        reason: requiredText('调整原因', 500),
      })
      .refine(isPeriod, badPeriod),
    reply: stepped,
  }),
}

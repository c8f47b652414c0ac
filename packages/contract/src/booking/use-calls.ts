import { z } from 'zod'
import { givenAnswer } from '../form/binding.ts'
import { call, done } from '../kernel/call.ts'
import { at, idParams, requiredText } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'
import { visible } from './access.ts'
import { stepped } from './row.ts'

export const useCalls = {
  start: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/start',
    summary: '开始使用',
    access: visible,
    params: idParams,
    reply: stepped,
  }),

  finish: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/finish',
    summary: '结束使用',
    access: visible,
    params: idParams,
    reply: stepped,
  }),

  /**
   * The reviewer ends a use that blocks the next booking. The next use may start, and the user is told the
   * reason.
   */
  handOver: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/hand-over',
    summary: '交接机位',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ reason: requiredText('交接原因', 500) }),
    reply: stepped,
  }),

  /** The device failed during the use: the use ends now, and only the used time is charged. */
  fault: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/fault',
    summary: '报告故障并结束使用',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ reason: requiredText('故障情况', 500), answers: givenAnswer.nullish() }),
    reply: stepped,
  }),

  /** A user answers the instrument's feedback form after the use; only once per use. */
  survey: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/survey',
    summary: '填写使用反馈',
    access: visible,
    params: idParams,
    idempotent: true,
    body: z.object({ answers: givenAnswer }),
    reply: done,
  }),

  /**
   * The caller's uses whose instruments ask for feedback that nobody has given yet: the latest, newest first,
   * and how many there are in all.
   */
  unsurveyed: call({
    method: 'GET',
    path: '/api/v2/booking/unsurveyed',
    summary: '待填写的使用反馈',
    access: 'signed-in',
    reply: z.object({
      uses: z.array(z.object({ id: z.number(), device: ref, endedAt: at })),
      total: z.number().int(),
    }),
  }),
}

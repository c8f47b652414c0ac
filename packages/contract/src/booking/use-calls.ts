import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { idParams, requiredText } from '../kernel/fields.ts'
import { givenAnswer } from '../form/binding.ts'
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
   * The reviewer ends a use that is in somebody's way: the next may start then, and whoever used it is told
   * why.
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

  /** The device failed during the use: it ends here, and costs what was used of it. */
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
}

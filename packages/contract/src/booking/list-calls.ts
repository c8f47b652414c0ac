import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { id, idParams } from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { visible } from './access.ts'
import { listFilters } from './list.ts'
import { bookingDetail, bookingRow, sampleRow } from './row.ts'

export const listCalls = {
  /**
   * Filters are combined with AND. `order_by` is one of {@link bookingSorts}. Without it the newest come
   * first, and `next`, sent back as `after`, continues there at any depth without rising cost. `total` is
   * exact up to 10,000; beyond, `totalExact` is false. `live`, only with `liveOn`: how many of all these are
   * in use, and how many are late to begin or to end.
   */
  list: call({
    method: 'GET',
    path: '/api/orders/appointment',
    summary: '预约列表',
    access: 'signed-in',
    query: pageQuery.extend({ ...listFilters.shape, after: id.optional() }),
    reply: z.object({
      items: z.array(bookingRow),
      total: z.number().int(),
      totalExact: z.boolean(),
      next: z.number().nullable(),
      live: z.object({ running: z.number().int(), late: z.number().int() }).nullable(),
    }),
  }),

  /** All pages of the list as an Excel file, newest first. */
  export: call({
    method: 'GET',
    path: '/api/v2/booking/export',
    summary: '导出预约',
    access: 'signed-in',
    query: listFilters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),

  get: call({
    method: 'GET',
    path: '/api/v2/booking/{id}',
    summary: '预约详情',
    access: visible,
    params: idParams,
    reply: bookingDetail,
  }),

  samples: call({
    method: 'POST',
    path: '/api/v2/booking/{id}/samples',
    summary: '登记样品去向',
    access: visible,
    params: idParams,
    body: z.object({
      event: z.enum(['receive', 'return', 'keep']),
      sampleIds: z.array(id).min(1, '请选择样品').max(50),
    }),
    reply: z.object({ samples: z.array(sampleRow) }),
  }),
}

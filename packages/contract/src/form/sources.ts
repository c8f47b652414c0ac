import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { idParams, line } from '../kernel/fields.ts'
import { formSource } from './form.ts'
import { values } from './values.ts'

// The interfaces from which forms may load options, and the calls to them.

/** An interface as the administrator enters it. */
const sourceBody = z.object({
  name: line('名称', 60),
  address: line('接口地址', 300).refine(
    (s) => /^(?:\/api\/|https?:\/\/)[^?#\s]+$/.test(s),
    '接口地址应为 /api/ 或 http(s):// 开头，不含 ? 之后的参数',
  ),
  method: z.enum(['GET', 'POST'], { error: '请选择请求方式' }),
  enabled: z.boolean({ error: '请选择是否启用' }),
  internal: z.boolean().default(false),
})

export const sourceCalls = {
  /** The interfaces a form may use; for the designer. */
  sources: call({
    method: 'GET',
    path: '/api/v2/form/sources',
    summary: '表单可用的数据接口',
    access: 'signed-in',
    reply: z.array(formSource),
  }),
  addSource: call({
    method: 'POST',
    path: '/api/v2/form/sources',
    summary: '登记数据接口',
    access: { anyOf: ['ADMIN'] },
    body: sourceBody,
    reply: z.object({ id: z.number() }),
  }),
  changeSource: call({
    method: 'PUT',
    path: '/api/v2/form/sources/{id}',
    summary: '修改数据接口',
    access: { anyOf: ['ADMIN'] },
    params: idParams,
    body: sourceBody,
    keeps: true,
    reply: done,
  }),
  removeSource: call({
    method: 'DELETE',
    path: '/api/v2/form/sources/{id}',
    summary: '删除数据接口',
    access: { anyOf: ['ADMIN'] },
    params: idParams,
    reply: done,
  }),
  /**
   * Calls an allowed interface on behalf of a form and passes its answer on unchanged. The browser itself
   * calls the portal's own interfaces, with the person's own rights.
   */
  fetch: call({
    method: 'POST',
    path: '/api/v2/form/fetch',
    summary: '查询表单的数据接口',
    access: 'signed-in',
    writes: false,
    perMinute: 60,
    body: z.object({
      address: line('接口地址', 300),
      method: z.enum(['GET', 'POST']).default('GET'),
      /** Encoding of a POST body. */
      dataType: z.enum(['json', 'formData']).default('formData'),
      data: values.default({}),
    }),
    reply: z.unknown(),
  }),
}

import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { idParams, line } from '../kernel/fields.ts'
import { formSource } from './form.ts'
import { values } from './values.ts'

// Which interfaces a form may ask for options, and the asking itself.

/** An interface as an administrator enters it. */
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
  /** Which interfaces a form may ask; for the designer. */
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
   * Asks an allowed interface on behalf of a form; the answer comes as it is. A call of the portal's own is
   * asked by the browser itself, with the person's own rights.
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
      /** Of a POST. */
      dataType: z.enum(['json', 'formData']).default('formData'),
      data: values.default({}),
    }),
    reply: z.unknown(),
  }),
}

import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { id, idParams, ifAsked, keyword, line, optionalLine, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment } from '../kernel/rows.ts'
import {
  answerDetail,
  answerRow,
  fillableForm,
  formDetail,
  formRevision,
  formRow,
  formSource,
  formStates,
  openForm,
} from './form.ts'

/** A form's JSON. form-kit judges what it says; this only keeps out what could not be one. */
const formText = z
  .string({ error: '请提供表单内容' })
  .min(2, '请提供表单内容')
  .max(1_000_000, '表单内容过大，最多 100 万字符')
const number = z.coerce.number<number | string>().int('编号不正确').positive('编号不正确')
const revision = z.number({ error: '请刷新后重试' }).int('请刷新后重试').min(0, '请刷新后重试')
const body = z.object({
  name: line('表单名称', 60),
  category: optionalLine('分类', 30),
  description: text('说明', 500),
  text: formText,
})
const note = text('修改说明', 200)
const owners = '表单的创建人、表单管理员'

/** So deep a form may be nested (form-kit's limit), and so deep its values are. */
const DEEPEST = 100
/** Level by level: what comes in chooses the depth, so nothing here may call itself. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return true
}
/** Fields with values that are JSON; form-kit judges them against the form. */
const values = z
  .record(z.string(), z.unknown(), { error: '请提供填写的内容' })
  .refine((v) => Object.keys(v).length <= 2000, '填写的内容过多')
  .refine(isShallow, '填写的内容嵌套过深')
/** A million characters of Chinese, and what they are sent in. */
const MAX_BYTES = 4_000_000

/** An interface as an administrator enters it. */
const sourceBody = z.object({
  name: line('名称', 60),
  address: line('接口地址', 300).refine(
    (s) => /^(?:\/api\/|https?:\/\/)[^?#\s]+$/i.test(s),
    '接口地址应为 /api/ 或 http(s):// 开头，不含 ? 之后的参数',
  ),
  method: z.enum(['GET', 'POST'], { error: '请选择请求方式' }),
  enabled: z.boolean({ error: '请选择是否启用' }),
  internal: z.boolean().default(false),
})

const list = call({
  method: 'GET',
  path: '/api/v2/form/list',
  summary: '我的表单（管理员为全部）',
  access: 'signed-in',
  query: pageQuery.extend({ keyword, state: ifAsked(z.enum(formStates)) }),
  reply: definePage(formRow),
})
const answers = call({
  method: 'GET',
  path: '/api/v2/form/{id}/answers',
  summary: '表单的填写记录',
  access: { onRow: owners },
  params: idParams,
  query: pageQuery.omit({ order_by: true }).extend({ keyword }),
  reply: definePage(answerRow),
})

export const formCalls = {
  list,
  get: call({
    method: 'GET',
    path: '/api/v2/form/{id}',
    summary: '一个表单及其草稿',
    access: { onRow: owners },
    params: idParams,
    reply: formDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/form',
    summary: '新建表单',
    access: 'signed-in',
    body,
    maxBytes: MAX_BYTES,
    reply: formDetail,
  }),
  save: call({
    method: 'PUT',
    path: '/api/v2/form/{id}',
    summary: '保存表单',
    access: { onRow: owners },
    params: idParams,
    // `overwrite`: this person has seen that somebody else saved meanwhile, and wants his own all the same.
    body: body.extend({ revision, overwrite: z.boolean().default(false), note }),
    keeps: true,
    maxBytes: MAX_BYTES,
    reply: formDetail,
  }),
  publish: call({
    method: 'POST',
    path: '/api/v2/form/{id}/publish',
    summary: '发布表单',
    access: { onRow: '表单管理员' },
    params: idParams,
    body: z.object({ revision }),
    reply: formDetail,
  }),
  retire: call({
    method: 'POST',
    path: '/api/v2/form/{id}/retire',
    summary: '停用表单',
    access: { onRow: '表单管理员' },
    params: idParams,
    reply: formDetail,
  }),
  reopen: call({
    method: 'POST',
    path: '/api/v2/form/{id}/reopen',
    summary: '重新启用表单',
    access: { onRow: '表单管理员' },
    params: idParams,
    reply: formDetail,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/form/{id}',
    summary: '删除没有发布过的表单',
    access: { onRow: owners },
    params: idParams,
    reply: done,
  }),
  revisions: call({
    method: 'GET',
    path: '/api/v2/form/{id}/revisions',
    summary: '表单的修改记录',
    access: { onRow: owners },
    params: idParams,
    reply: z.array(formRevision),
  }),
  revision: call({
    method: 'GET',
    path: '/api/v2/form/{id}/revisions/{revision}',
    summary: '表单的一次保存',
    access: { onRow: owners },
    params: z.object({ id, revision: number }),
    reply: formRevision.extend({ text: z.string() }),
  }),
  open: call({
    method: 'GET',
    path: '/api/v2/form/open',
    summary: '可以填写的表单',
    access: 'signed-in',
    query: pageQuery.omit({ order_by: true }).extend({ keyword }),
    reply: definePage(openForm),
  }),
  fill: call({
    method: 'GET',
    path: '/api/v2/form/{id}/fill',
    summary: '填写用的表单',
    access: 'signed-in',
    params: idParams,
    reply: fillableForm,
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/form/{id}/answers',
    summary: '提交填写的表单',
    access: 'signed-in',
    params: idParams,
    body: z.object({ version: z.number({ error: '请刷新后重试' }).int('请刷新后重试'), values }),
    maxBytes: MAX_BYTES,
    reply: answerDetail,
    idempotent: true,
  }),
  /**
   * Files of an answer that is not submitted yet. Their `url` goes into the value of the field; whoever may
   * see the answer may then fetch them.
   */
  upload: call({
    method: 'POST',
    path: '/api/v2/form/{id}/file',
    summary: '上传表单的附件',
    access: 'signed-in',
    params: idParams,
    body: z.object({ field: line('字段名', 64) }),
    upload: { field: 'file', maxFiles: 9, maxBytes: 20_971_520, accept: ['any'] },
    reply: z.array(attachment),
  }),
  answers,
  exportAnswers: defineExport(answers, '导出表单的填写记录'),
  mine: call({
    method: 'GET',
    path: '/api/v2/form/mine',
    summary: '我填写过的表单',
    access: 'signed-in',
    query: pageQuery.omit({ order_by: true }),
    reply: definePage(answerRow),
  }),
  answer: call({
    method: 'GET',
    path: '/api/v2/form/answers/{id}',
    summary: '一份填写记录',
    access: { onRow: '填写人本人、表单的创建人、表单管理员' },
    params: idParams,
    reply: answerDetail,
  }),
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

import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { flag, id, idParams, ifAsked, keyword, line, optionalLine, revision, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment } from '../kernel/rows.ts'
import { bindingCalls } from './binding.ts'
import { sourceCalls } from './sources.ts'
import { values } from './values.ts'
import {
  answerDetail,
  answerRow,
  fillableForm,
  formDetail,
  formRevision,
  formRow,
  formStates,
  openForm,
} from './form.ts'

/** The JSON text of a form. form-kit validates the content; this schema only limits the size. */
const formText = z
  .string({ error: '请提供表单内容' })
  .min(2, '请提供表单内容')
  .max(1_000_000, '表单内容过大，最多 100 万字符')
const number = z.coerce.number<number | string>().int('编号不正确').positive('编号不正确')
const body = z.object({
  name: line('表单名称', 60),
  category: optionalLine('分类', 30),
  description: text('说明', 500),
  text: formText,
})
const note = text('修改说明', 200)
const owners = '表单的创建人、表单管理员'

/** Bytes for 1,000,000 Chinese characters and the JSON around them. */
const MAX_BYTES = 4_000_000

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
    // `overwrite`: the person knows that another person has saved since, and wants to save anyway.
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
    query: pageQuery.omit({ order_by: true }).extend({
      keyword,
      /**
       * Include forms that instruments ask or processes start with, for people who bind forms to something.
       */
      all: flag,
    }),
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
    perMinute: 60,
  }),
  /**
   * Uploads files for an answer not yet submitted. Their `url` becomes part of the field's value; people who
   * may see the answer may then download them.
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
  ...bindingCalls,
  ...sourceCalls,
}

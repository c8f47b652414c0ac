import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { isShallow } from '../kernel/depth.ts'
import { defineExport } from '../kernel/export.ts'
import {
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  optionalLine,
  requiredText,
  revision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment, batchTasks, verdict } from '../kernel/rows.ts'
import {
  fillableWorkflow,
  instanceDetail,
  instanceRow,
  instanceStates,
  previewedStep,
  startableWorkflow,
  workflowDetail,
  workflowFault,
  workflowRow,
  workflowStates,
  workflowVersion,
} from './workflow.ts'

/**
 * The BPMN text of a diagram. process-kit validates the content; this schema only limits the size and rejects
 * other text.
 */
const xml = z
  .string({ error: '请提供流程图' })
  .min(20, '请提供流程图')
  .max(1_000_000, '流程图过大，最多 100 万字符')
const body = z.object({
  name: line('流程名称', 60),
  category: optionalLine('分类', 30),
  description: text('说明', 500),
  xml,
})
const owners = '流程的创建人、流程管理员'
const office = '流程管理员'
const involved = '发起人、办理人、抄送人、流程管理员'

/** Field values as JSON; form-kit validates them against the bound form. */
const values = z
  .record(z.string(), z.unknown(), { error: '请提供填写的内容' })
  .refine((v) => Object.keys(v).length <= 2000, '填写的内容过多')
  .refine(isShallow, '填写的内容嵌套过深')
/** Bytes for 1,000,000 Chinese characters and the JSON around them. */
const MAX_BYTES = 4_000_000
const number = z.coerce
  .number<number | string>()
  .int('编号不正确')
  .positive('编号不正确')
  .max(2_000_000_000, '编号不正确')
const opinion = text('意见', 500)
const reason = requiredText('原因', 500)
const userIds = z.array(id, { error: '请选择人员' }).min(1, '请选择人员').max(50, '一次最多选择 50 人')

const list = call({
  method: 'GET',
  path: '/api/v2/workflow/list',
  summary: '我的流程（管理员为全部）',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({ keyword, state: ifAsked(z.enum(workflowStates)) }),
  reply: definePage(workflowRow),
})
/**
 * Newest first, paged by key: `before` is the last id of the previous page, `next` is null on the last page.
 * Only the first page has `total`.
 */
const instances = call({
  method: 'GET',
  path: '/api/v2/workflow/instances',
  summary: '流程实例',
  access: 'signed-in',
  query: z.object({
    before: ifAsked(id),
    size: z.coerce.number<number | string>().int().min(1).max(200).default(20),
    /** Started by the caller, acted on by the caller, copied to the caller, or all (for the office). */
    scope: z.enum(['mine', 'acted', 'copied', 'all'], { error: '范围不正确' }).default('mine'),
    state: ifAsked(z.enum(instanceStates)),
    workflowId: ifAsked(id),
    starterId: ifAsked(id),
    /** Only instances that run but wait for nobody. */
    stuck: flag,
    keyword,
  }),
  reply: z.object({
    items: z.array(instanceRow),
    next: z.number().nullable(),
    total: z.number().int().nullable(),
    totalExact: z.boolean(),
  }),
})

export const workflowCalls = {
  list,
  get: call({
    method: 'GET',
    path: '/api/v2/workflow/{id}',
    summary: '一个流程及其草稿',
    access: { onRow: owners },
    params: idParams,
    reply: workflowDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/workflow',
    summary: '新建流程',
    access: 'signed-in',
    body,
    maxBytes: MAX_BYTES,
    reply: workflowDetail,
  }),
  save: call({
    method: 'PUT',
    path: '/api/v2/workflow/{id}',
    summary: '保存流程',
    access: { onRow: owners },
    params: idParams,
    // `overwrite`: the person knows that another person has saved since, and wants to save anyway.
    body: body.extend({ revision, overwrite: z.boolean().default(false) }),
    maxBytes: MAX_BYTES,
    keeps: true,
    reply: workflowDetail,
  }),
  /** The faults that would prevent publishing; nothing is written. */
  judge: call({
    method: 'POST',
    path: '/api/v2/workflow/judge',
    summary: '检查流程图',
    access: 'signed-in',
    writes: false,
    perMinute: 60,
    body: z.object({ xml }),
    maxBytes: MAX_BYTES,
    reply: z.object({ faults: z.array(workflowFault) }),
  }),
  publish: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/publish',
    summary: '发布流程',
    access: { onRow: office },
    params: idParams,
    body: z.object({ revision }),
    reply: workflowDetail,
  }),
  suspend: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/suspend',
    summary: '停用流程',
    access: { onRow: office },
    params: idParams,
    reply: workflowDetail,
  }),
  activate: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/activate',
    summary: '重新启用流程',
    access: { onRow: office },
    params: idParams,
    reply: workflowDetail,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/workflow/{id}',
    summary: '删除没有发起过的流程',
    access: { onRow: owners },
    params: idParams,
    reply: done,
  }),
  versions: call({
    method: 'GET',
    path: '/api/v2/workflow/{id}/versions',
    summary: '流程的版本',
    access: { onRow: owners },
    params: idParams,
    reply: z.array(workflowVersion),
  }),
  version: call({
    method: 'GET',
    path: '/api/v2/workflow/{id}/versions/{version}',
    summary: '流程的一个版本',
    access: { onRow: owners },
    params: z.object({ id, version: number }),
    reply: workflowVersion.extend({ xml: z.string() }),
  }),
  /** The draft as a BPMN file. */
  download: call({
    method: 'GET',
    path: '/api/v2/workflow/{id}/file',
    summary: '导出流程图',
    access: { onRow: owners },
    params: idParams,
    reply: z.null(),
    raw: true,
    perMinute: 30,
  }),

  startable: call({
    method: 'GET',
    path: '/api/v2/workflow/startable',
    summary: '可以发起的流程',
    access: 'signed-in',
    query: z.object({ keyword }),
    reply: z.array(startableWorkflow),
  }),
  fill: call({
    method: 'GET',
    path: '/api/v2/workflow/{id}/fill',
    summary: '发起流程用的表单',
    access: 'signed-in',
    params: idParams,
    reply: fillableWorkflow,
  }),
  /** The people who would act. Values are not validated, because the form may still be incomplete. */
  preview: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/preview',
    summary: '预览流程的办理人',
    access: 'signed-in',
    writes: false,
    perMinute: 60,
    params: idParams,
    body: z.object({ values }),
    maxBytes: MAX_BYTES,
    reply: z.array(previewedStep),
  }),
  upload: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/file',
    summary: '上传流程表单的附件',
    access: 'signed-in',
    params: idParams,
    /** `instanceId`: for a running instance, whose form may be an older version. */
    body: z.object({ field: line('字段名', 64), instanceId: ifAsked(id) }),
    upload: { field: 'file', maxFiles: 9, maxBytes: 20_971_520, accept: ['any'] },
    reply: z.array(attachment),
  }),
  saveDraft: call({
    method: 'PUT',
    path: '/api/v2/workflow/{id}/draft',
    summary: '暂存发起的流程',
    access: 'signed-in',
    params: idParams,
    body: z.object({ values }),
    maxBytes: MAX_BYTES,
    reply: done,
  }),
  dropDraft: call({
    method: 'DELETE',
    path: '/api/v2/workflow/{id}/draft',
    summary: '删除暂存的流程',
    access: 'signed-in',
    params: idParams,
    reply: done,
  }),
  start: call({
    method: 'POST',
    path: '/api/v2/workflow/{id}/start',
    summary: '发起流程',
    access: 'signed-in',
    params: idParams,
    body: z.object({ version: z.number({ error: '请刷新后重试' }).int('请刷新后重试'), values }),
    maxBytes: MAX_BYTES,
    idempotent: true,
    reply: z.object({ id: z.number() }),
  }),

  instances,
  exportInstances: defineExport(instances, '导出流程实例'),
  instance: call({
    method: 'GET',
    path: '/api/v2/workflow/instances/{id}',
    summary: '流程详情',
    access: { onRow: involved },
    params: idParams,
    reply: instanceDetail,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/workflow/instances/{id}/withdraw',
    summary: '撤回流程',
    access: { onRow: '发起人' },
    params: idParams,
    body: z.object({ opinion }),
    reply: done,
  }),
  urge: call({
    method: 'POST',
    path: '/api/v2/workflow/instances/{id}/urge',
    summary: '催办流程',
    access: { onRow: '发起人、流程管理员' },
    params: idParams,
    body: z.object({ opinion }),
    reply: done,
  }),
  comment: call({
    method: 'POST',
    path: '/api/v2/workflow/instances/{id}/comment',
    summary: '评论流程',
    access: { onRow: involved },
    params: idParams,
    body: z.object({ text: requiredText('评论', 500) }),
    reply: done,
  }),
  /** By the starter, after a step returned the instance to them. */
  resubmit: call({
    method: 'POST',
    path: '/api/v2/workflow/instances/{id}/resubmit',
    summary: '修改后重新提交流程',
    access: { onRow: '发起人' },
    params: idParams,
    body: z.object({ values, opinion }),
    maxBytes: MAX_BYTES,
    idempotent: true,
    reply: done,
  }),
  move: call({
    method: 'POST',
    path: '/api/v2/workflow/instances/{id}/move',
    summary: '推进流程',
    access: { onRow: office },
    params: idParams,
    body: z
      .object({
        /** The visit of the step concerned; `stop` needs none. */
        visit: number.nullish().transform((v) => v ?? null),
        how: z.enum(['pass', 'assign', 'return', 'stop'], { error: '请选择处理方式' }),
        /** Only for `assign`: the new assignees. */
        userIds: userIds.nullish().transform((v) => v ?? null),
        /** Only for `return`: the visit of the step to return to; null means the starter. */
        to: number.nullish().transform((v) => v ?? null),
        reason,
      })
      .superRefine((b, ctx) => {
        if (b.how !== 'stop' && b.visit === null)
          ctx.addIssue({ code: 'custom', path: ['visit'], message: '请选择环节' })
        if (b.how === 'assign' && b.userIds === null)
          ctx.addIssue({ code: 'custom', path: ['userIds'], message: '请选择人员' })
      }),
    reply: done,
  }),

  decide: call({
    method: 'POST',
    path: '/api/v2/workflow/tasks/{id}/decide',
    summary: '办理流程任务',
    access: { onRow: '办理人' },
    params: idParams,
    body: z
      .object({
        verdict: z.enum(['agree', 'refuse', 'return'], { error: '请选择同意、拒绝或退回' }),
        opinion,
        /** Only for `return`: the visit of the step to return to; null means the starter. */
        to: number.nullish().transform((v) => v ?? null),
        /**
         * The fields that this step fills in; fields that it may not write are refused. A field that is left
         * out keeps its value, and null empties it.
         */
        values: values.nullish().transform((v) => v ?? null),
      })
      .superRefine((b, ctx) => {
        if (b.verdict !== 'agree' && b.opinion === null)
          ctx.addIssue({ code: 'custom', path: ['opinion'], message: '请填写意见' })
      }),
    maxBytes: MAX_BYTES,
    idempotent: true,
    reply: done,
  }),
  decideAll: call({
    method: 'POST',
    path: '/api/v2/workflow/tasks/decide',
    summary: '批量办理流程任务',
    access: { onEach: '办理人' },
    body: z.object({
      /** Instances, each with the inbox task that the person saw. */
      items: batchTasks,
      verdict: z.enum(['agree', 'refuse'], { error: '请选择同意或拒绝' }),
      opinion,
    }),
    idempotent: true,
    reply: z.array(verdict),
  }),
  handOver: call({
    method: 'POST',
    path: '/api/v2/workflow/tasks/{id}/hand-over',
    summary: '委托或转办流程任务',
    access: { onRow: '办理人' },
    params: idParams,
    body: z.object({
      how: z.enum(['delegate', 'transfer'], { error: '请选择委托或转办' }),
      userId: id,
      opinion,
    }),
    reply: done,
  }),
  claim: call({
    method: 'POST',
    path: '/api/v2/workflow/tasks/{id}/claim',
    summary: '认领流程任务',
    access: { onRow: '办理人' },
    params: idParams,
    reply: done,
  }),
}

import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, idParams, ifAsked, keyword, optionalLine, requiredText } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { historyEntry, idsUpTo, ref, verdict } from '../kernel/rows.ts'
import { fillers, places } from './known.ts'
import { fieldKinds, nationalKinds, shapes } from './schema.ts'

// Yearly reports to the national platform. Rows of three kinds are built from the portal's data, checked
// against the year's schema, completed by people and sent (decision 072).

export const rowStates = ['unreported', 'reported', 'failed', 'locked', 'withdrawn'] as const
export type RowState = (typeof rowStates)[number]
export const rowStateWords: Record<RowState, string> = {
  unreported: '未上报',
  reported: '已上报',
  failed: '上报失败',
  locked: '锁定',
  withdrawn: '已撤出',
}
export const rowEvents = ['send', 'register', 'lock', 'reject', 'withdraw', 'restore'] as const
export type RowEvent = (typeof rowEvents)[number]
export const rowEventWords: Record<RowEvent, string> = {
  send: '上报',
  register: '登记上报结果',
  lock: '登记已在国家平台提交',
  reject: '登记国家平台退回',
  withdraw: '撤出上报',
  restore: '重新纳入上报',
}

/** Most rows in one batch to the platform. */
export const MOST_SENT = 500

export const nationalRefusals = {
  NO_SCHEMA: '该年度没有数据格式，请先导入',
  SCHEMA_USED: '该年度已有数据上报，不能再更改数据格式',
  REPORT_TWICE: '该年度的上报已经建立',
  NO_SERVICE: '没有配置国家平台的上报接口，请导出文件后在国家平台上传，再登记结果',
  ROW_LOCKED: '该条数据已在国家平台提交，退回之前不能修改',
  ROW_WITHDRAWN: '该条数据已撤出上报；需要上报的，请先重新纳入',
  DEVICE_WITHDRAWN: '该仪器已撤出上报；需要上报的，请先重新纳入仪器',
  ROW_FAULTS: '数据没有通过校验，请按提示补全',
  ROW_CHANGED: '内容在上报后有更改，请重新上报',
  IDENTICAL: '与上一年度上报的数据完全相同，国家平台不接受',
  CUSTOMS_THERE: '该仪器已有海关监管信息',
  ROW_STAYS: '只有误加、尚未上报的海关监管信息可以移除；仪器已登记为海关监管的，请先更正仪器资料',
} as const

// ── What a row says ──────────────────────────────────────────────────────────

export const cellOrigins = ['typed', 'known', 'fixed', 'default', 'none'] as const
export type CellOrigin = (typeof cellOrigins)[number]
export const issueCodes = [
  'missing',
  'length',
  'code',
  'number',
  'time',
  'shape',
  'sign',
  'rule',
  'unique',
  'identical',
  'changed',
] as const
export type IssueCode = (typeof issueCodes)[number]

export const issue = z.object({
  /** Null: the issue concerns the whole row. */
  field: z.string().nullable(),
  label: z.string(),
  code: z.enum(issueCodes),
  message: z.string(),
  filler: z.enum(fillers),
  /** Where the value is stored, and so where people should correct it rather than here. */
  place: z.enum(places),
})
export type Issue = z.output<typeof issue>

export const cell = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  length: z.number().int(),
  decimals: z.number().int().nullable(),
  required: z.boolean(),
  shape: z.enum(shapes).nullable(),
  list: z.string().nullable(),
  many: z.number().int().nullable(),
  hint: z.string().nullable(),
  /** The reported value. */
  value: z.string(),
  /** The portal's value in the platform's codes; null: none. */
  known: z.string().nullable(),
  /** The portal's value and its origin, as text. */
  source: z.string().nullable(),
  place: z.enum(places),
  filler: z.enum(fillers),
  origin: z.enum(cellOrigins),
  typedBy: z.string().nullable(),
  typedAt: at.nullable(),
  /** The value reported last year; null if there was none. */
  before: z.string().nullable(),
  /** The value the platform has, if it differs from the current one; null otherwise. */
  sent: z.string().nullable(),
})
export type Cell = z.output<typeof cell>

const rowCan = z.enum([
  'edit',
  'send',
  'register',
  'lock',
  'reject',
  'withdraw',
  'restore',
  'addCustoms',
  'remove',
])
export const nationalRow = z.object({
  id: z.number(),
  kind: z.enum(nationalKinds),
  /** The key by which the platform identifies the row. */
  key: z.string(),
  state: z.enum(rowStates),
  stateAt: at,
  reason: z.string().nullable(),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  issues: z.array(issue),
  /** The booking from which a record of service was made; null for other rows. */
  bookingId: z.number().nullable(),
  can: z.array(rowCan),
})
export type NationalRow = z.output<typeof nationalRow>

export const nationalDetail = nationalRow.extend({
  year: z.number().int(),
  reportId: z.number(),
  cells: z.array(cell),
  lists: z.record(z.string(), z.array(z.object({ code: z.string(), label: z.string() }))),
  history: z.array(historyEntry),
  /** The other rows of the same instrument in this report. */
  siblings: z.object({
    deviceRowId: z.number(),
    customsRowId: z.number().nullable(),
    services: z.number().int(),
  }),
})
export type NationalDetail = z.output<typeof nationalDetail>

/** An instrument of a report, with the work left for it. */
export const nationalDevice = nationalRow.extend({
  /** The instrument's customs row, and its records of service counted by state. */
  customs: z.object({ id: z.number(), state: z.enum(rowStates) }).nullable(),
  services: z.object({ total: z.number().int(), done: z.number().int() }),
})
export type NationalDevice = z.output<typeof nationalDevice>

// ── Reports of years ─────────────────────────────────────────────────────────

const counts = z.record(z.enum(nationalKinds), z.record(z.enum(rowStates), z.number().int()))
export const nationalReport = z.object({
  id: z.number(),
  year: z.number().int(),
  createdAt: at,
  collectedAt: at.nullable(),
  counts,
  schemas: z.array(z.enum(nationalKinds)),
  can: z.array(z.enum(['collect', 'send', 'export'])),
})
export type NationalReport = z.output<typeof nationalReport>

export const schemaRow = z.object({
  id: z.number(),
  year: z.number().int(),
  kind: z.enum(nationalKinds),
  title: z.string(),
  note: z.string(),
  fields: z.number().int(),
  encoding: z.string(),
  importedAt: at,
  importedBy: z.string().nullable(),
  /** Rows have been reported with this schema, so it can no longer change. */
  used: z.boolean(),
  can: z.array(z.enum(['import'])),
})
export type SchemaRow = z.output<typeof schemaRow>

export const batchWays = ['upload', 'register'] as const
export const batchWayWords: Record<(typeof batchWays)[number], string> = {
  upload: '接口上报',
  register: '人工登记',
}
export const batchRow = z.object({
  id: z.number(),
  kind: z.enum(nationalKinds),
  way: z.enum(batchWays),
  at,
  by: z.string(),
  rows: z.number().int(),
  accepted: z.number().int(),
  refused: z.number().int(),
  /** Why the platform gave no answer; the fate of the rows is then unknown, and they may be sent again. */
  trouble: z.string().nullable(),
})
export type BatchRow = z.output<typeof batchRow>
const answerRow = z.object({
  rowId: z.number(),
  key: z.string(),
  device: ref.extend({ serialId: z.string() }),
  ok: z.boolean(),
  message: z.string(),
})
export type AnswerRow = z.output<typeof answerRow>

/** An issue with its position in the file: the row's line and the field's column. */
const placedIssue = issue.extend({
  rowId: z.number(),
  key: z.string(),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  row: z.number().int(),
  column: z.number().int().nullable(),
})
export type PlacedIssue = z.output<typeof placedIssue>

const year = z.coerce
  .number<number | string>({ error: '请选择年度' })
  .int('请选择年度')
  .min(2000, '年度不正确')
  .max(2099, '年度不正确')
const kind = z.enum(nationalKinds, { error: '请选择数据种类' })
const OFFICE = { anyOf: ['PURCHASE_ALL'] as const }
const PARTY = { onRow: '设备处；仪器联系人、实验室负责人（本实验室的仪器）' }

const list = pageQuery.omit({ order_by: true })
const devices = call({
  method: 'GET',
  path: '/api/v2/national-report/{id}/device',
  summary: '上报仪器列表',
  access: 'signed-in',
  params: idParams,
  query: list.extend({
    keyword,
    labId: ifAsked(labRef),
    state: ifAsked(z.enum(rowStates, { error: '请选择状态' })),
  }),
  reply: definePage(nationalDevice),
})
const rows = call({
  method: 'GET',
  path: '/api/v2/national-report/{id}/row',
  summary: '上报数据列表',
  access: 'signed-in',
  params: idParams,
  query: list.extend({
    kind,
    deviceId: ifAsked(deviceRef),
    labId: ifAsked(labRef),
    state: ifAsked(z.enum(rowStates, { error: '请选择状态' })),
  }),
  reply: definePage(nationalRow),
})
const issues = call({
  method: 'GET',
  path: '/api/v2/national-report/{id}/issue',
  summary: '上报数据校验结果',
  access: 'signed-in',
  params: idParams,
  query: list.extend({
    kind,
    labId: ifAsked(labRef),
    filler: ifAsked(z.enum(fillers, { error: '请选择填写人' })),
  }),
  reply: definePage(placedIssue).extend({ checked: z.number().int() }),
  perMinute: 60,
})
const batches = call({
  method: 'GET',
  path: '/api/v2/national-report/{id}/batch',
  summary: '上报批次',
  access: OFFICE,
  params: idParams,
  query: list,
  reply: definePage(batchRow),
})
const answers = call({
  method: 'GET',
  path: '/api/v2/national-report/batch/{id}',
  summary: '上报批次的结果',
  access: OFFICE,
  params: idParams,
  query: list,
  reply: definePage(answerRow),
})
const chosenRows = idsUpTo(MOST_SENT)

export const nationalReportCalls = {
  reports: call({
    method: 'GET',
    path: '/api/v2/national-report',
    summary: '国家平台上报年度',
    access: 'signed-in',
    reply: z.object({
      items: z.array(nationalReport),
      /** Can the portal itself send rows to the platform? */
      service: z.boolean(),
      can: z.array(z.enum(['add', 'import'])),
    }),
  }),
  add: call({
    method: 'POST',
    path: '/api/v2/national-report',
    summary: '建立年度上报',
    access: OFFICE,
    body: z.object({ year }),
    reply: z.object({ id: z.number() }),
  }),
  /** Rows that collecting would remove, and how many of them people have filled in or withdrawn. */
  leaving: call({
    method: 'GET',
    path: '/api/v2/national-report/{id}/leaving',
    summary: '收集时将移除的数据',
    access: OFFICE,
    params: idParams,
    reply: z.object({ rows: z.number().int(), filled: z.number().int() }),
  }),
  /**
   * Adds instruments, uses and customs data that are not in the report yet, and removes unreported rows that
   * do not belong in it any more.
   */
  collect: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/collect',
    summary: '收集上报数据',
    access: OFFICE,
    params: idParams,
    reply: z.object({ added: z.number().int(), removed: z.number().int() }),
    perMinute: 10,
  }),
  schemas: call({
    method: 'GET',
    path: '/api/v2/national-report/schema',
    summary: '上报数据格式',
    access: OFFICE,
    reply: z.object({ items: z.array(schemaRow) }),
  }),
  importSchema: call({
    method: 'POST',
    path: '/api/v2/national-report/schema',
    summary: '导入上报数据格式',
    access: OFFICE,
    body: z.object({ year }),
    upload: { field: 'files', maxFiles: 1, maxBytes: 1_000_000, accept: ['any'] },
    reply: z.object({ id: z.number() }),
  }),
  schemaFile: call({
    method: 'GET',
    path: '/api/v2/national-report/schema/{id}/file',
    summary: '下载上报数据格式',
    access: OFFICE,
    params: idParams,
    reply: z.null(),
    raw: true,
  }),
  devices,
  exportDevices: defineExport(devices, '导出上报仪器列表'),
  rows,
  exportRows: defineExport(rows, '导出上报数据列表'),
  issues,
  exportIssues: defineExport(issues, '导出上报校验结果'),
  row: call({
    method: 'GET',
    path: '/api/v2/national-report/row/{id}',
    summary: '上报数据详情',
    access: PARTY,
    params: idParams,
    reply: nationalDetail,
  }),
  /**
   * Enters values that override the portal's own; null removes the entered value. Fields left out stay
   * unchanged.
   */
  type: call({
    method: 'PUT',
    path: '/api/v2/national-report/row/{id}',
    summary: '修改上报数据',
    access: PARTY,
    params: idParams,
    body: z.object({
      values: z.record(
        z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, '字段不正确'),
        z.string().max(4000, '内容不能超过 4000 个字').nullable(),
      ),
    }),
    reply: nationalDetail,
  }),
  addCustoms: call({
    method: 'POST',
    path: '/api/v2/national-report/row/{id}/customs',
    summary: '增加海关监管信息',
    access: PARTY,
    params: idParams,
    reply: z.object({ id: z.number() }),
  }),
  /** Removes a row that was added by mistake and never sent to the platform. */
  remove: call({
    method: 'DELETE',
    path: '/api/v2/national-report/row/{id}',
    summary: '移除海关监管信息',
    access: PARTY,
    params: idParams,
    reply: done,
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/send',
    summary: '上报到国家平台',
    access: OFFICE,
    params: idParams,
    body: z.object({ rowIds: chosenRows }),
    reply: z.object({
      batchId: z.number().nullable(),
      trouble: z.string().nullable(),
      verdicts: z.array(verdict),
    }),
    /**
     * The handler calls the platform between its transactions, and holds no connection or lock while it
     * waits.
     */
    writes: false,
    perMinute: 20,
  }),
  /** Records the platform's results for rows that were uploaded by hand. */
  register: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/register',
    summary: '登记上报结果',
    access: OFFICE,
    params: idParams,
    body: z
      .object({
        rowIds: chosenRows,
        result: z.enum(['reported', 'failed'], { error: '请选择上报结果' }),
        reason: optionalLine('原因', 500),
      })
      .refine((b) => b.result === 'reported' || b.reason !== null, { error: '请填写原因', path: ['reason'] }),
    reply: z.array(verdict),
  }),
  lock: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/lock',
    summary: '登记已在国家平台提交',
    access: OFFICE,
    params: idParams,
    body: z.object({ rowIds: chosenRows }),
    reply: z.array(verdict),
  }),
  reject: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/reject',
    summary: '登记国家平台退回',
    access: OFFICE,
    params: idParams,
    body: z.object({ rowIds: chosenRows, reason: requiredText('原因', 500) }),
    reply: z.array(verdict),
  }),
  /**
   * Takes rows out of the report, even if they were sent; the platform's answers stay on record. Withdrawing
   * an instrument also withdraws its records of service and customs.
   */
  withdraw: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/withdraw',
    summary: '撤出上报',
    access: OFFICE,
    params: idParams,
    body: z.object({ rowIds: chosenRows, reason: requiredText('原因', 500) }),
    reply: z.array(verdict),
  }),
  /** Puts withdrawn rows back into the report; they must be sent again. */
  restore: call({
    method: 'POST',
    path: '/api/v2/national-report/{id}/restore',
    summary: '重新纳入上报',
    access: OFFICE,
    params: idParams,
    body: z.object({ rowIds: chosenRows }),
    reply: z.array(verdict),
  }),
  batches,
  exportBatches: defineExport(batches, '导出上报批次'),
  answers,
  exportAnswers: defineExport(answers, '导出上报批次的结果'),
  file: call({
    method: 'GET',
    path: '/api/v2/national-report/{id}/file',
    summary: '导出国家平台上报文件',
    access: OFFICE,
    params: idParams,
    query: z.object({
      kind,
      format: z.enum(['xlsx', 'xml', 'txt'], { error: '请选择文件格式' }),
    }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
}

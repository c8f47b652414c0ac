import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, ifAsked, id } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'

// Bulk import from a spreadsheet: template → file → a verdict for each row → one transaction → result.

/** Kinds of imports. The module of each kind gives the server a definition (modules/bulk/definition.ts). */
export const importKindWords = {
  user: '用户',
  dept: '部门',
  building: '楼宇',
  room: '房间',
  lab: '实验室',
  device: '仪器',
  'device-category': '仪器分类',
  dictionary: '数据字典',
  'fund-card': '经费卡',
  'iot-gateway': '物联网关',
  'iot-sub-device': '网关子设备',
} as const
export type ImportKind = keyof typeof importKindWords
export const importKind = z.enum(Object.keys(importKindWords) as [ImportKind, ...ImportKind[]], {
  error: '没有这种导入',
})

export const MAX_IMPORT_ROWS = 50_000
export const MAX_IMPORT_BYTES = 10_485_760

/** reading → ready → committing → done. Reading may fail; a failed commit returns to ready. */
export const importStateWords = {
  reading: '正在校验',
  ready: '待确认',
  committing: '正在导入',
  done: '已导入',
  failed: '无法读取',
} as const
export type ImportState = keyof typeof importStateWords

export const rowVerdictWords = { new: '新增', changed: '修改', same: '无变化', bad: '有误' } as const
export type RowVerdict = keyof typeof rowVerdictWords
export const rowVerdict = z.enum(Object.keys(rowVerdictWords) as [RowVerdict, ...RowVerdict[]], {
  error: '没有这种校验结果',
})

/**
 * A remark on a row. `column` is the header; null: the whole row. `was`: the value that the import will
 * replace.
 */
export const rowReason = z.object({
  level: z.enum(['error', 'warning', 'was']),
  column: z.string().nullable(),
  message: z.string(),
})
export type RowReason = z.output<typeof rowReason>

export const importRow = z.object({
  /** Row number in the spreadsheet. */
  line: z.number().int(),
  verdict: rowVerdict,
  /** Cells in the order of the import's `columns`. */
  cells: z.array(z.string()),
  reasons: z.array(rowReason),
})
export type ImportRow = z.output<typeof importRow>

export const bulkImport = z.object({
  id: z.number(),
  kind: importKind,
  fileName: z.string(),
  state: z.enum(Object.keys(importStateWords) as [ImportState, ...ImportState[]]),
  /** Headers of the imported columns. */
  columns: z.array(z.string()),
  /** Rows read so far or, during a commit, written so far. */
  progress: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    bad: z.number().int(),
    warned: z.number().int(),
  }),
  /** Why it failed, or a note for the person. */
  message: z.string().nullable(),
  createdAt: at,
  finishedAt: at.nullable(),
})
export type BulkImport = z.output<typeof bulkImport>

export const bulkRefusals = {
  NOT_A_SHEET: '请上传 Excel 文件（.xlsx）或 CSV 文件',
  BROKEN_SHEET: '文件无法读取，请确认它是完好的 Excel（.xlsx）或 CSV 文件',
  OLD_EXCEL: '这是旧版 Excel（.xls）或加密的文件，请另存为 .xlsx 后上传',
  TOO_SWOLLEN: '文件内容过大，无法读取',
  BUSY: '您的上一次导入仍在进行，请等待其完成',
  NOT_READY: '该导入不能确认：尚未校验完毕，或已经导入',
  HAS_BAD_ROWS: '有误的行不会导入。请修正后重新上传，或选择“跳过有误的行”',
  NOTHING_TO_DO: '没有需要导入的行',
} as const

const kindParams = z.object({ kind: importKind })
const importParams = z.object({ id })
const importer = { onRow: '有权维护该类数据的人；一次导入只有上传者本人可见' } as const

export const bulkCalls = {
  /** A spreadsheet with headers, a sample row, and a second sheet that explains the columns. */
  template: call({
    method: 'GET',
    path: '/api/v2/bulk/{kind}/template',
    summary: '下载导入模板',
    access: importer,
    params: kindParams,
    raw: true,
    reply: z.null(),
  }),
  /**
   * Answers at once; the server judges the rows afterwards, and `get` reports the progress. Only the verdicts
   * are written.
   */
  upload: call({
    method: 'POST',
    path: '/api/v2/bulk/{kind}',
    summary: '上传导入文件',
    access: importer,
    params: kindParams,
    // The reader checks the type by the content and explains a wrong one in Chinese.
    upload: { field: 'file', maxFiles: 1, maxBytes: MAX_IMPORT_BYTES, accept: ['any'] },
    perMinute: 30,
    reply: bulkImport,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/bulk/import/{id}',
    summary: '导入进度',
    access: importer,
    params: importParams,
    reply: bulkImport,
  }),
  rows: call({
    method: 'GET',
    path: '/api/v2/bulk/import/{id}/rows',
    summary: '导入预览',
    access: importer,
    params: importParams,
    query: pageQuery.extend({ verdict: ifAsked(rowVerdict) }),
    reply: definePage(importRow),
  }),
  /** The rejected rows with their errors, as a file that can be corrected and uploaded again. */
  badRows: call({
    method: 'GET',
    path: '/api/v2/bulk/import/{id}/bad',
    summary: '下载有误的行',
    access: importer,
    params: importParams,
    raw: true,
    reply: z.null(),
  }),
  /** Writes all new and changed rows in one transaction, only once. `get` reports the progress. */
  commit: call({
    method: 'POST',
    path: '/api/v2/bulk/import/{id}/commit',
    summary: '确认导入',
    access: importer,
    params: importParams,
    body: z.object({ skipBad: z.boolean().default(false) }),
    reply: bulkImport,
  }),
  discard: call({
    method: 'DELETE',
    path: '/api/v2/bulk/import/{id}',
    summary: '放弃导入',
    access: importer,
    params: importParams,
    reply: done,
  }),
}

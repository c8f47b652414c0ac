import { z } from 'zod'
import { call, done, type Access } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, flag, id, idParams, ifAsked, keyword, line, requiredText, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'
import { issueCodes, issueRow } from './issue.ts'
import { layoutSchema, schoolKinds, tabs } from './layout.ts'

// The Ministry's tables SJ1–SJ7, SZ1 and SZ2 of a school year (decision 73): they are drawn, typed or
// imported, checked, frozen and exported.

const office: Access = { anyOf: ['DEVICE_ALL'] }
/** Colleges enter their own rows of SJ4, SJ5 and SJ6. */
const keepers: Access = { onRow: '设备处；院系负责人（本院系的 SJ4、SJ5、SJ6）' }

const year = z.coerce
  .number<number | string>({ error: '请选择学年' })
  .int('请选择学年')
  .min(2000, '学年应在 2000 至 2099 之间')
  .max(2099, '学年应在 2000 至 2099 之间')
const yearParams = z.object({ year })
const tab = z.enum(tabs, { error: '没有这张表' })
const versionNumber = z.coerce
  .number<number | string>({ error: '请选择版本' })
  .int('请选择版本')
  .min(0, '请选择版本')
  .max(10_000, '请选择版本')
const fieldName = z.string({ error: '请选择字段' }).regex(/^[a-z][A-Za-z0-9]{0,39}$/, '没有这个字段')
const cell = z.string({ error: '内容应为文字' }).trim().max(500, '内容不能超过 500 个字')
const cells = z.record(fieldName, cell, { error: '请填写各字段' })
export type Cells = Record<string, string>

export const ministryRefusals = {
  YEAR_OPEN: '该学年已经建立',
  YEAR_FUTURE: '该学年尚未开始',
  NO_LAYOUT: '没有更早学年的版式可以复制',
  NOT_DRAWN: '请先取数',
  NOT_TYPED: '这张表由系统取数，不能新增、删除或导入行，可以更正单个字段并说明原因',
  NOT_DRAWN_TAB: '这张表逐行填写，请直接修改该行',
  ONE_ROW: '这张表全校只有一行',
  NO_FIELD: '当年版式没有这个字段',
  NOT_OWN: '只能填写本院系的行',
  ISSUES_LEFT: '还有问题没有处理或说明，不能冻结',
  SAME_AS_VERSION: '与最近一个冻结版本完全相同，无需再冻结',
  WHY_MISSING: '已有冻结版本，再次冻结须说明更正了什么',
  NO_WIDTHS: '当年版式有字段没有宽度，不能导出定长文本，请先按当年填报说明补全宽度',
  TOO_WIDE: '有内容超出宽度，不能导出定长文本，请先处理检查出的问题',
  NOT_EXPLAINABLE: '这类问题须改正，不能只作说明',
  BAD_LAYOUT: '版式文件有误',
  BAD_ROWS: '文件有误，没有导入任何行',
  NO_TABLE: '该学年不上报这张表',
} as const

export const yearStates = ['opened', 'working', 'frozen', 'changed'] as const
export type YearState = (typeof yearStates)[number]
export const yearStateWords: Record<YearState, string> = {
  opened: '未取数',
  working: '编制中',
  frozen: '已冻结',
  changed: '冻结后有更改',
}
const tableSum = z.object({
  tab,
  title: z.string(),
  rows: z.number().int(),
  issues: z.number().int(),
  /** How many of the issues are explained. */
  explained: z.number().int(),
})
export type TableSum = z.output<typeof tableSum>
const versionRow = z.object({
  number: z.number().int(),
  /** Kind of school when the version was frozen; it decides which tables the version has. */
  schoolKind: z.enum(schoolKinds),
  why: z.string().nullable(),
  rows: z.number().int(),
  explained: z.number().int(),
  frozenBy: z.string().nullable(),
  frozenAt: at,
})
export type VersionRow = z.output<typeof versionRow>

export const yearRow = z.object({
  year: z.number().int(),
  state: z.enum(yearStates),
  schoolCode: z.string().nullable(),
  schoolKind: z.enum(schoolKinds),
  /** Number of issues neither corrected nor explained; for heads of colleges, those of their own rows. */
  open: z.number().int(),
  versions: z.number().int(),
  frozenAt: at.nullable(),
  verified: z.boolean(),
})
export type YearRow = z.output<typeof yearRow>
export const yearEvents = ['set', 'layout', 'draw', 'check', 'freeze', 'file'] as const
export const yearDetail = yearRow.extend({
  /** Source of the layout, as text. */
  basis: z.string(),
  verifiedBy: z.string().nullable(),
  verifiedAt: at.nullable(),
  drawnBy: z.string().nullable(),
  drawnAt: at.nullable(),
  checkedAt: at.nullable(),
  /** Data have changed since the last check. */
  stale: z.boolean(),
  tables: z.array(tableSum),
  frozen: z.array(versionRow),
  can: z.array(z.enum(yearEvents)),
})
export type YearDetail = z.output<typeof yearDetail>

const rows = call({
  method: 'GET',
  path: '/api/v2/ministry-report/row',
  summary: '上报表的各行',
  access: keepers,
  query: pageQuery.extend({
    year,
    tab,
    /** A frozen version; left out: the working version. */
    version: ifAsked(versionNumber),
    keyword,
    /** Only rows with issues. */
    faulty: flag,
    /** Only rows in which a drawn value was corrected. */
    corrected: flag,
  }),
  reply: definePage(
    z.object({
      /** 0 in a frozen version. */
      id: z.number(),
      place: z.number().int(),
      cells: z.record(z.string(), z.string()),
      /** The drawn values of the corrected fields. */
      drawn: z.record(z.string(), z.string()),
      dept: ref.nullable(),
      issues: z.number().int(),
      can: z.array(z.enum(['edit', 'remove', 'correct'])),
    }),
  ),
})
export type MinistryRow = z.output<typeof rows.reply>['items'][number]

const issues = call({
  method: 'GET',
  path: '/api/v2/ministry-report/issue',
  summary: '上报检查的问题',
  access: keepers,
  query: pageQuery.extend({
    year,
    tab: ifAsked(tab),
    rowId: ifAsked(id),
    code: ifAsked(z.enum(issueCodes, { error: '请选择问题类别' })),
    /** Only explained issues (true), or only the others (false). */
    explained: flag,
  }),
  reply: definePage(issueRow),
})

export const changeKinds = ['added', 'removed', 'changed'] as const
export type ChangeKind = (typeof changeKinds)[number]
export const changeKindWords: Record<ChangeKind, string> = { added: '新增', removed: '减少', changed: '修改' }
const differences = call({
  method: 'GET',
  path: '/api/v2/ministry-report/difference',
  summary: '上报版本的差异',
  access: office,
  query: pageQuery.extend({
    tab,
    year,
    /** 0: the working version. */
    version: versionNumber.default(0),
    withYear: year,
    withVersion: versionNumber.default(0),
    kind: ifAsked(z.enum(changeKinds, { error: '请选择变化' })),
  }),
  reply: definePage(
    z.object({
      key: z.string(),
      kind: z.enum(changeKinds),
      name: z.string(),
      fields: z.array(z.object({ title: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type DifferenceRow = z.output<typeof differences.reply>['items'][number]

const correction = z.object({
  field: z.string(),
  title: z.string(),
  drawn: z.string(),
  /** Null: the correction was withdrawn. */
  value: z.string().nullable(),
  reason: z.string(),
  who: z.string().nullable(),
  at,
})
const rowDetail = z.object({
  id: z.number(),
  year: z.number().int(),
  tab,
  cells: z.record(z.string(), z.string()),
  drawn: z.record(z.string(), z.string()),
  dept: ref.nullable(),
  device: z.object({ id: z.number(), serialId: z.string(), name: z.string() }).nullable(),
  /** SJ3 only: the instrument's hours by the laboratory and department it belonged to at the time. */
  hours: z.array(
    z.object({ lab: z.string(), dept: z.string(), minutes: z.number().int(), unstated: z.number().int() }),
  ),
  corrections: z.array(correction),
  can: z.array(z.enum(['edit', 'remove', 'correct'])),
})
export type RowDetail = z.output<typeof rowDetail>

const settings = z.object({
  schoolCode: line('学校代码', 20),
  schoolKind: z.enum(schoolKinds, { error: '请选择学校类别' }),
})
const raw = { reply: z.null(), raw: true, perMinute: 10 } as const

export const ministryReportCalls = {
  years: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year',
    summary: '教育部上报学年',
    access: keepers,
    reply: z.object({ items: z.array(yearRow), can: z.array(z.enum(['open'])) }),
  }),
  /** Opens a year with the layout of the previous year. */
  open: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year',
    summary: '建立上报学年',
    access: office,
    body: settings.extend({ year }),
    reply: z.object({ year: z.number().int() }),
  }),
  year: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year/{year}',
    summary: '上报学年详情',
    access: keepers,
    params: yearParams,
    reply: yearDetail,
  }),
  set: call({
    method: 'PUT',
    path: '/api/v2/ministry-report/year/{year}',
    summary: '修改上报学年设置',
    access: office,
    params: yearParams,
    body: settings,
    reply: done,
  }),
  layout: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year/{year}/layout',
    summary: '上报学年的版式',
    access: keepers,
    params: yearParams,
    reply: layoutSchema,
  }),
  /** The layout as a file that can be edited and imported again. */
  layoutFile: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year/{year}/layout/file',
    summary: '下载版式文件',
    access: office,
    params: yearParams,
    ...raw,
  }),
  setLayout: call({
    method: 'PUT',
    path: '/api/v2/ministry-report/year/{year}/layout',
    summary: '导入版式',
    access: office,
    params: yearParams,
    body: z.object({
      /** The layout as JSON. Errors name their position in it. */
      text: z.string({ error: '请选择版式文件' }).min(2, '版式文件是空的').max(400_000, '版式文件过大'),
      basis: line('版式依据', 200),
    }),
    reply: done,
  }),
  copyLayout: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year/{year}/layout/copy',
    summary: '复制上一学年的版式',
    access: office,
    params: yearParams,
    reply: z.object({ from: z.number().int() }),
  }),
  /** Records that a person has compared the layout with the ministry's instructions for the year. */
  verifyLayout: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year/{year}/layout/verify',
    summary: '确认版式已核对',
    access: office,
    params: yearParams,
    body: z.object({ basis: requiredText('核对依据', 200) }),
    reply: done,
  }),
  draw: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year/{year}/draw',
    summary: '从台账取数',
    access: office,
    params: yearParams,
    perMinute: 10,
    reply: z.object({ rows: z.record(z.string(), z.number().int()), open: z.number().int() }),
  }),
  check: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year/{year}/check',
    summary: '检查上报数据',
    access: keepers,
    params: yearParams,
    perMinute: 20,
    reply: z.object({ found: z.number().int(), open: z.number().int() }),
  }),
  /** A frozen version never changes; later corrections go into the next version. */
  freeze: call({
    method: 'POST',
    path: '/api/v2/ministry-report/year/{year}/freeze',
    summary: '冻结上报数据',
    access: office,
    params: yearParams,
    body: z.object({ why: text('更正说明', 200) }),
    perMinute: 10,
    reply: z.object({ number: z.number().int() }),
  }),
  rows,
  exportRows: defineExport(rows, '导出上报表'),
  row: call({
    method: 'GET',
    path: '/api/v2/ministry-report/row/{id}',
    summary: '上报表的一行',
    access: keepers,
    params: idParams,
    reply: rowDetail,
  }),
  addRow: call({
    method: 'POST',
    path: '/api/v2/ministry-report/row',
    summary: '新增上报行',
    access: keepers,
    body: z.object({ year, tab, deptId: id.nullish(), cells }),
    reply: z.object({ id: z.number() }),
  }),
  changeRow: call({
    method: 'PUT',
    path: '/api/v2/ministry-report/row/{id}',
    summary: '修改上报行',
    access: keepers,
    params: idParams,
    body: z.object({ cells }),
    reply: done,
  }),
  removeRow: call({
    method: 'DELETE',
    path: '/api/v2/ministry-report/row/{id}',
    summary: '删除上报行',
    access: keepers,
    params: idParams,
    reply: done,
  }),
  /** Replaces a drawn value; the drawn value stays visible beside it. */
  correct: call({
    method: 'POST',
    path: '/api/v2/ministry-report/row/{id}/correction',
    summary: '更正取数的字段',
    access: office,
    params: idParams,
    body: z.object({
      field: fieldName,
      /** Null: the drawn value applies again. */
      value: cell.nullable(),
      reason: requiredText('更正原因', 200),
    }),
    reply: done,
  }),
  template: call({
    method: 'GET',
    path: '/api/v2/ministry-report/template',
    summary: '下载上报表导入模板',
    access: keepers,
    query: z.object({ year, tab }),
    ...raw,
  }),
  /** Imports all rows of the file, or none if one is wrong. */
  importRows: call({
    method: 'POST',
    path: '/api/v2/ministry-report/import',
    summary: '导入上报表',
    access: keepers,
    body: z.object({
      year,
      tab,
      deptId: ifAsked(id),
      /** Replaces the existing rows (a college's own) instead of adding to them. */
      replace: flag,
    }),
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_485_760, accept: ['any'] },
    perMinute: 30,
    reply: z.object({ added: z.number().int(), replaced: z.number().int() }),
  }),
  issues,
  exportIssues: defineExport(issues, '导出上报检查的问题'),
  explain: call({
    method: 'POST',
    path: '/api/v2/ministry-report/issue/{id}/explain',
    summary: '说明检查出的问题',
    access: keepers,
    params: idParams,
    body: z.object({ words: requiredText('说明', 200) }),
    reply: done,
  }),
  differences,
  exportDifferences: defineExport(differences, '导出上报版本的差异'),
  /** A workbook with one sheet for each table. */
  workbook: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year/{year}/workbook',
    summary: '导出上报 Excel',
    access: office,
    params: yearParams,
    query: z.object({ version: ifAsked(versionNumber) }),
    ...raw,
  }),
  /** One table as fixed-width text. */
  fixedText: call({
    method: 'GET',
    path: '/api/v2/ministry-report/year/{year}/text',
    summary: '导出定长文本',
    access: office,
    params: yearParams,
    query: z.object({ tab, version: ifAsked(versionNumber) }),
    ...raw,
  }),
}

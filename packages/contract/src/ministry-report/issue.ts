import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { tabs } from './layout.ts'

// Issues found when a year is checked: in a field, a row, a table, or across tables. Each is reported once,
// at its row.

/**
 * `explainable: false`: the issue must be corrected, because the file cannot hold the value or the ministry's
 * system would refuse it.
 */
export const issueWords = {
  REQUIRED: { title: '缺少内容', explainable: true },
  LENGTH: { title: '超出宽度', explainable: false },
  FORMAT: { title: '格式不正确', explainable: false },
  CODE: { title: '代码不在范围内', explainable: true },
  ENCODING: { title: '含有不能编码的字', explainable: false },
  DUPLICATE: { title: '编号重复', explainable: true },
  TOTAL: { title: '合计不符', explainable: true },
  PART: { title: '部分大于整体', explainable: true },
  SCOPE: { title: '不在上报范围', explainable: true },
  BOUGHT_LATE: { title: '购置年月晚于学年末', explainable: true },
  HOURS_FEW: { title: '机时偏少，须说明原因', explainable: true },
  HOURS_MANY: { title: '机时超过全年小时数', explainable: true },
  HOURS_OPEN: { title: '开放机时大于总机时', explainable: true },
  HOURS_UNSTATED: { title: '有机时未填写用途', explainable: true },
  STOCK_START: { title: '上学年末与上学年冻结的数据不符', explainable: true },
  STOCK_END: { title: '本学年末与 SJ1 不符', explainable: true },
  STOCK_BALANCE: { title: '增减变动不平', explainable: true },
  STOCK_LINES: { title: '增减变动的行不全', explainable: true },
  NOT_IN_SJ1: { title: '不在 SJ1 中', explainable: true },
  UNLIKE_SJ1: { title: '与 SJ1 不一致', explainable: true },
  MISSING_IN_SJ3: { title: '应在 SJ3 而没有', explainable: true },
  REFERS: { title: '所填编号不存在', explainable: true },
  SUMS: { title: '与其他表的合计不符', explainable: true },
  EMPTY: { title: '表中没有数据', explainable: true },
  IDENTICAL: { title: '与上学年完全相同', explainable: false },
} as const
export type IssueCode = keyof typeof issueWords
// The keys are exactly these, and there is at least one.
export const issueCodes = Object.keys(issueWords) as [IssueCode, ...IssueCode[]]

export const issueRow = z.object({
  id: z.number(),
  tab: z.enum(tabs),
  /** Null: the issue concerns the whole table. */
  rowId: z.number().nullable(),
  /** The key fields of the row as text, as far as they are filled in. */
  rowName: z.string().nullable(),
  /** Name and title of the field; null: the issue concerns the row. */
  field: z.string().nullable(),
  fieldTitle: z.string().nullable(),
  code: z.enum(issueCodes),
  message: z.string(),
  /**
   * Explanation of the issue, with its author and time; valid only while the issue's message stays exactly
   * the same.
   */
  words: z.string().nullable(),
  explainedBy: z.string().nullable(),
  explainedAt: at.nullable(),
  can: z.array(z.enum(['explain'])),
})
export type IssueRow = z.output<typeof issueRow>

// 贵重仪器设备使用效益评价 (decision 071): states, years and refusals. The calls are in calls.ts, the rules from which
// scores follow in scheme.ts.

export const benefitStates = ['draft', 'submitted', 'published', 'cancelled'] as const
export type BenefitState = (typeof benefitStates)[number]
export const benefitStateWords: Record<BenefitState, string> = {
  draft: '待填报',
  submitted: '待审核',
  published: '已公布',
  cancelled: '已取消',
}
export const benefitEvents = ['start', 'change', 'submit', 'judge', 'accept', 'send_back', 'cancel'] as const
export type BenefitEvent = (typeof benefitEvents)[number]
export const benefitEventWords: Record<BenefitEvent, string> = {
  start: '发起评价',
  change: '填写',
  submit: '提交',
  judge: '审核评分',
  accept: '通过并公布',
  send_back: '退回',
  cancel: '取消',
}

/** The displayed number of an evaluation, for example XY00000012; a search for it finds the row. */
export const benefitNumber = (rowId: number): string => `XY${String(rowId).padStart(8, '0')}`

export const yearKinds = ['school', 'calendar'] as const
export type YearKind = (typeof yearKinds)[number]
export const yearKindWords: Record<YearKind, string> = { school: '学年', calendar: '自然年' }
/** The year as text: 2025–2026 学年, 2025 年. */
export const yearText = (kind: YearKind, year: number): string =>
  kind === 'school' ? `${year}–${year + 1} 学年` : `${year} 年`
/** First and last day of the year, `YYYY-MM-DD`. */
export const daysOfYear = (kind: YearKind, year: number): { from: string; to: string } =>
  kind === 'school'
    ? { from: `${year}-09-01`, to: `${year + 1}-08-31` }
    : { from: `${year}-01-01`, to: `${year}-12-31` }

export const benefitRefusals = {
  SCHEME_TWICE: '该年度已有评价方案',
  SCHEME_DECIDED: '按该方案已有评价公布，方案不能再修改或删除；填报截止日期仍可调整',
  SCHEME_USED: '按该方案已发起评价，不能删除',
  SCHEME_UNCOVERED: '评价范围内的分类号没有对应的定额机时（通用、专用都要有）',
  SCHEME_GRADES: '等级下限应依次降低：优秀 > 良好 > 合格',
  YEAR_NOT_OVER: '评价年度尚未结束，年度结束后才能公布评价结果',
  FUNCTIONS_MISSING: '请填写功能总数、利用功能数和新开发功能数',
  EVIDENCE_MISSING: '更正了平台统计的数据，请上传佐证材料后提交',
  FUNCTIONS_TOO_MANY: '利用功能数不能超过功能总数',
  TWICE: '同一项只能填写一次',
} as const

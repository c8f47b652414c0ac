import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport, inFormats, sheetFormat } from '../kernel/export.ts'
import { at, ifAsked } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { access, asked, scopes, useRow, type Measure, type Scope } from './statistics.ts'

// 交叉分析: figures of uses by dimensions that the person chooses. The sums equal those of the other statistics
// pages.

/** Dimensions by which uses can be grouped. The people named are people of the scope. */
export const dimensions = [
  'dept',
  'lab',
  'category',
  'device',
  'userDept',
  'group',
  'person',
  'tier',
  'nature',
  'kind',
  'fundingSource',
  'serviceMode',
  'discipline',
  'year',
  'month',
  'weekday',
  'hour',
] as const
export type Dimension = (typeof dimensions)[number]
export const dimensionWords: Record<Dimension, { title: string; about: string }> = {
  dept: { title: '单位', about: '使用时仪器所属的单位' },
  lab: { title: '实验室', about: '使用时仪器所属的实验室' },
  category: { title: '仪器分类', about: '仪器现在的分类' },
  device: { title: '仪器', about: '被使用的仪器' },
  userDept: { title: '使用人单位', about: '使用时使用人所在的单位，校外人员为空' },
  group: { title: '课题组（付款人）', about: '使用由谁付款' },
  person: { title: '使用人', about: '预约的实验人' },
  tier: { title: '价格档', about: '使用时适用的价格档' },
  nature: { title: '用途类别', about: '预约时填写的用途' },
  kind: { title: '使用方式', about: '自主上机、送样等' },
  fundingSource: { title: '课题经费来源', about: '预约时填写的经费来源' },
  serviceMode: { title: '服务方式', about: '预约时填写的服务方式' },
  discipline: { title: '学科领域', about: '预约时填写的学科；填了多个的按第一个计，合计不重复' },
  year: { title: '年份', about: '使用开始的年份' },
  month: { title: '月份', about: '使用开始的月份' },
  weekday: { title: '星期', about: '使用开始的星期' },
  hour: { title: '时段', about: '使用开始的钟点' },
}
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
export const weekdayName = (key: string): string => WEEKDAYS[Number(key) - 1] ?? key
/** `8` → 08:00–09:00 */
export const hourName = (key: string): string => {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Number(key))}:00–${two(Number(key) + 1)}:00`
}

/** Measures that a cell can hold. */
export const pivotMeasures = [
  'uses',
  'users',
  'reservedMinutes',
  'workingMinutes',
  'billedMinutes',
  'outsideMinutes',
  'samples',
  'incomeFen',
] as const satisfies readonly Measure[]
export type PivotMeasure = (typeof pivotMeasures)[number]

/** Is the dimension useful in this scope? The scope `own` has only one user and `group` only one payer. */
export const offers = (scope: Scope | undefined, dimension: Dimension): boolean =>
  !(scope === 'own' && dimension === 'person') && !(scope === 'group' && dimension === 'group')

export const MOST_MEASURES = 4
export const MOST_ROWS = 1000
export const MOST_COLUMNS = 60
const MOST_KEPT = 6

export interface Kept {
  dimension: Dimension
  /** An id, a code or a month such as `2026-03`; empty: not stated, or from outside the university. */
  key: string
}
/** Serialises the filters for an address: `lab:3,month:2026-03`. */
export const writeKept = (kept: readonly Kept[]): string =>
  kept.map((k) => `${k.dimension}:${encodeURIComponent(k.key)}`).join(',')
const isId = (key: string): boolean => /^\d{1,15}$/.test(key)
const fits: Record<Dimension, (key: string) => boolean> = {
  dept: isId,
  lab: isId,
  category: (key) => key === '' || isId(key),
  device: isId,
  userDept: (key) => key === '' || isId(key),
  group: (key) => key === '' || isId(key),
  person: (key) => key === '' || isId(key),
  tier: (key) => /^\w{1,20}$/.test(key),
  nature: (key) => /^\w{1,20}$/.test(key),
  kind: (key) => /^\w{1,20}$/.test(key),
  fundingSource: (key) => key.length <= 100,
  serviceMode: (key) => key.length <= 100,
  discipline: (key) => key.length <= 100,
  year: (key) => /^20\d\d$/.test(key),
  month: (key) => /^20\d\d-(0[1-9]|1[0-2])$/.test(key),
  weekday: (key) => /^[1-7]$/.test(key),
  hour: (key) => /^(1?\d|2[0-3])$/.test(key),
}
/** Parses the filters of an address; undefined if the text is invalid. */
export function readKept(text: string): Kept[] | undefined {
  if (text === '') return []
  const kept = text.split(',').map((part): Kept | undefined => {
    const [, name, coded = ''] = /^(\w+):(.*)$/.exec(part) ?? []
    const dimension = dimensions.find((d) => d === name)
    try {
      const key = decodeURIComponent(coded)
      return dimension && !key.includes('\u0000') && fits[dimension](key) ? { dimension, key } : undefined
    } catch {
      return undefined
    }
  })
  return kept.length <= MOST_KEPT && kept.every((k) => k !== undefined) ? kept : undefined
}

const dimension = z.enum(dimensions, { error: '请选择维度' })
const kept = z
  .string()
  .optional()
  .transform((text, ctx): Kept[] => {
    const read = readKept(text ?? '')
    if (read) return read
    ctx.addIssue({ code: 'custom', message: '筛选条件不正确' })
    return z.NEVER
  })
const measureList = z
  .string()
  .optional()
  .transform((text, ctx): PivotMeasure[] => {
    const said = (text || 'uses,workingMinutes').split(',')
    const known = pivotMeasures.filter((m) => said.includes(m))
    if (known.length > 0 && known.length === said.length && known.length <= MOST_MEASURES) return known
    ctx.addIssue({ code: 'custom', message: `请选择 1 到 ${MOST_MEASURES} 个不同的指标` })
    return z.NEVER
  })

const cut = asked.extend({
  /** The dimension of the rows; with `row2` each row is a pair. */
  row: dimension,
  row2: ifAsked(dimension),
  column: ifAsked(dimension),
  /** Comma-separated: `uses,incomeFen`. */
  measures: measureList,
  /** Only uses with these values: `lab:3,month:2026-03`. */
  only: kept,
})
const named = z.object({ key: z.string(), name: z.string() })
/** One figure for each measure, in the order of `measures`. */
const amounts = z.array(z.number())

const pivot = call({
  method: 'GET',
  path: '/api/v2/statistics/pivot',
  summary: '交叉分析',
  addsUp: true,
  access,
  query: cut,
  reply: z.object({
    scope: z.enum(scopes),
    measures: z.array(z.enum(pivotMeasures)),
    /** Empty without a column dimension. */
    columns: z.array(named),
    rows: z.array(
      z.object({
        /** One key for each row dimension. */
        at: z.array(named),
        sum: amounts,
        /** One entry for each column; null if the cell has no uses. */
        cells: z.array(amounts.nullable()),
      }),
    ),
    columnSums: z.array(amounts),
    sum: amounts,
    only: z.array(named.extend({ dimension })),
    asOf: at,
  }),
})
export type Pivot = z.output<typeof pivot.reply>
export type PivotRow = Pivot['rows'][number]

const pivotUses = call({
  method: 'GET',
  path: '/api/v2/statistics/pivot/uses',
  summary: '交叉分析一格中的使用记录',
  access,
  query: asked.extend(pageQuery.shape).extend({ only: kept }),
  reply: definePage(useRow).extend({ only: z.array(named.extend({ dimension })) }),
})

export const pivotCalls = {
  pivot,
  exportPivot: call({
    method: 'GET',
    path: '/api/v2/statistics/pivot/export',
    summary: '导出交叉分析',
    access,
    query: cut.extend({ format: sheetFormat }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  pivotUses,
  exportPivotUses: inFormats(defineExport(pivotUses, '导出交叉分析一格中的使用记录')),
}

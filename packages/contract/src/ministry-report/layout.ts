import { z } from 'zod'

// Layouts of the Ministry's tables of a school year; a layout is data of that year (decision 73). This file
// contains no widths, codes or limits, only the structure of a layout.

export const tabs = ['SJ1', 'SJ2', 'SJ3', 'SJ4', 'SJ5', 'SJ6', 'SJ7', 'SZ1', 'SZ2'] as const
export type Tab = (typeof tabs)[number]
export const tabWords: Record<Tab, string> = {
  SJ1: '教学科研仪器设备表',
  SJ2: '教学科研仪器设备增减变动情况表',
  SJ3: '贵重仪器设备表',
  SJ4: '教学实验项目表',
  SJ5: '专任实验室人员表',
  SJ6: '实验室基本情况表',
  SJ7: '实验室经费情况表',
  SZ1: '高等学校实验室综合信息表一',
  SZ2: '高等学校实验室综合信息表二',
}
/**
 * Tables drawn from the asset records and the use ledger. In the other tables people type what the platform
 * cannot know.
 */
export const drawnTabs = ['SJ1', 'SJ2', 'SJ3'] as const satisfies readonly Tab[]
/** Tables with one row for the whole school; sums of other tables are computed. */
export const schoolTabs = ['SJ7', 'SZ1', 'SZ2'] as const satisfies readonly Tab[]
/** Tables whose rows the colleges enter themselves. */
export const collegeTabs = ['SJ4', 'SJ5', 'SJ6'] as const satisfies readonly Tab[]
export const isDrawn = (tab: Tab): boolean => drawnTabs.some((t) => t === tab)
export const isOfSchool = (tab: Tab): boolean => schoolTabs.some((t) => t === tab)
export const isOfColleges = (tab: Tab): boolean => collegeTabs.some((t) => t === tab)

export const schoolKinds = ['undergraduate', 'vocational'] as const
export type SchoolKind = (typeof schoolKinds)[number]
export const schoolKindWords: Record<SchoolKind, string> = {
  undergraduate: '普通本科学校',
  vocational: '高等职业学校',
}
/** The tables that a school of each kind reports. */
export const tabsOf: Record<SchoolKind, readonly Tab[]> = {
  undergraduate: ['SJ1', 'SJ2', 'SJ3', 'SJ4', 'SJ5', 'SJ6', 'SJ7', 'SZ1'],
  vocational: ['SJ1', 'SJ2', 'SJ3', 'SJ7', 'SZ2'],
}

/**
 * Values that the platform can derive for an instrument, the stock or the use; a layout assigns them to
 * fields.
 */
export const derivationWords = {
  'school.code': '学校代码（学年设置）',
  'device.number': '资产编号',
  'device.class': '教育部分类号',
  'device.name': '仪器名称',
  'device.model': '型号',
  'device.spec': '规格',
  'device.origin': '仪器来源，按代码对照表换算',
  'device.country': '产地国别，按代码对照表换算',
  'device.price': '单价（元）',
  'device.boughtOn': '购置年月',
  'device.status': '现状，按代码对照表换算；学年末之后才处置的按“已报废”一项换算',
  'device.purpose': '用途，按代码对照表换算',
  'device.keeper': '仪器联系人姓名',
  'dept.code': '单位编码',
  'dept.name': '单位名称',
  'stock.line': '上学年末、本学年增加、本学年减少、本学年末',
  'stock.count': '台件数',
  'stock.amount': '金额（万元）',
  'stock.largeCount': '其中达到大型限额的台件数',
  'stock.largeAmount': '其中达到大型限额的金额（万元）',
  'hours.teaching': '教学使用机时：准备、使用、后处理之和',
  'hours.research': '科研使用机时：准备、使用、后处理之和',
  'hours.service': '社会服务使用机时：准备、使用、后处理之和',
  'hours.open': '以上机时中，价格档属于“开放”范围的部分',
  'use.samples': '测样数',
  'trained.students': '培训学生人次',
  'trained.teachers': '培训教师人次',
  'trained.others': '培训其他人次',
  'projects.teaching': '用途为教学的不同课题数',
  'projects.research': '用途为科研的不同课题数',
  'projects.service': '用途为社会服务的不同课题数',
  'award.national': '国家级获奖（已确认的成果）',
  'award.provincial': '省部级获奖（已确认的成果）',
  'patent.teacher': '教师发明专利（已确认的成果）',
  'patent.student': '学生发明专利（已确认的成果）',
  'paper.indexed': '三大检索论文（已确认的成果）',
  'paper.core': '核心刊物论文（已确认的成果）',
} as const
export type Derivation = keyof typeof derivationWords
// The keys are exactly these, and there is at least one.
export const derivations = Object.keys(derivationWords) as [Derivation, ...Derivation[]]

export const cellTypes = ['text', 'integer', 'decimal', 'month'] as const
export type CellType = (typeof cellTypes)[number]
export const cellTypeWords: Record<CellType, string> = {
  text: '文字',
  integer: '整数',
  decimal: '小数',
  month: '年月（YYYYMM）',
}

const word = (what: string, max: number) =>
  z
    .string({ error: `缺少${what}` })
    .trim()
    .min(1, `${what}不能为空`)
    .max(max, `${what}不能超过 ${max} 个字`)
const fieldName = z
  .string({ error: '缺少字段名' })
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, '字段名应以小写字母开头，只含字母和数字，最多 40 个')
const tab = z.enum(tabs, { error: '没有这张表，应为 SJ1–SJ7、SZ1、SZ2' })
const whole = (what: string, min: number, max: number) =>
  z
    .number({ error: `${what}应为数字` })
    .int(`${what}应为整数`)
    .min(min, `${what}不能小于 ${min}`)
    .max(max, `${what}不能大于 ${max}`)

export const layoutField = z.strictObject(
  {
    name: fieldName,
    title: word('字段标题', 40),
    type: z.enum(cellTypes, { error: '字段类型应为 text、integer、decimal 或 month' }),
    /** Width in the fixed-width file, in `unit`; null: not known yet. */
    width: whole('宽度', 1, 2000).nullable(),
    decimals: whole('小数位数', 0, 6).default(0),
    required: z.boolean({ error: '是否必填应为 true 或 false' }).default(false),
    /** Text for an empty value, for example `*`. */
    blank: z.string().max(10, '空缺标记不能超过 10 个字').default(''),
    /** All permitted codes; empty: any value. */
    codes: z
      .array(z.strictObject({ code: word('代码', 10), word: word('代码含义', 40) }))
      .max(500, '代码最多 500 个')
      .default([]),
    from: z.enum(derivations, { error: '没有这种取数方式' }).nullable().default(null),
    /** Maps a word of the platform to a code of the ministry. */
    map: z.record(z.string().max(60), z.string().max(10)).default({}),
    /**
     * The beginning of an asset number that is left out if the number is wider than `width` (decision 142):
     * `20` of 202600007. Empty: numbers stay as they are.
     */
    cut: z.string().max(20, '省去的开头不能超过 20 个字').default(''),
    /**
     * The sum of a field of another table (null: its number of rows), over all rows or those matching
     * `where`.
     */
    sum: z
      .strictObject({
        tab,
        field: fieldName.nullable(),
        where: z.strictObject({ field: fieldName, is: z.string().max(40) }).optional(),
      })
      .nullable()
      .default(null),
    /**
     * The value must be a number in another list: the laboratories of SJ6, the platform's laboratories, or
     * the departments.
     */
    refers: z.enum(['SJ6', 'lab', 'dept'], { error: '引用应为 SJ6、lab 或 dept' }).nullable().default(null),
  },
  { error: '字段应为一个对象，且不能含有不认识的属性' },
)
export type LayoutField = z.output<typeof layoutField>

export const layoutTable = z.strictObject(
  {
    tab,
    title: word('表名', 60),
    /** Fields whose values identify a row. */
    key: z.array(fieldName).min(1, '至少有一个字段用来区分各行').max(5, '区分各行的字段最多 5 个'),
    fields: z.array(layoutField).min(1, '至少有一个字段').max(120, '一张表最多 120 个字段'),
    /** Checks: one field is the sum of others in its row. */
    totals: z
      .array(z.strictObject({ whole: fieldName, parts: z.array(fieldName).min(1).max(20) }))
      .max(20, '合计关系最多 20 条')
      .default([]),
    /** Checks: one field is not greater than another in its row. */
    within: z
      .array(z.strictObject({ part: fieldName, whole: fieldName }))
      .max(40, '包含关系最多 40 条')
      .default([]),
  },
  { error: '表应为一个对象，且不能含有不认识的属性' },
)
export type LayoutTable = z.output<typeof layoutTable>

const money = z.number({ error: '金额应为数字' }).min(0, '金额不能为负数').max(1e10, '金额过大')
const classes = z.array(z.string().regex(/^\d{2}$/, '大类应为两位数字')).max(50)
export const layoutSchema = z
  .strictObject(
    {
      /** Format of the fixed-width text. */
      fixed: z.strictObject({
        encoding: z.enum(['gbk', 'utf8'], { error: '编码应为 gbk 或 utf8' }),
        /** What a width counts. */
        unit: z.enum(['byte', 'char'], { error: '宽度单位应为 byte 或 char' }),
        numbers: z.enum(['left', 'right'], { error: '数字对齐应为 left 或 right' }),
      }),
      scope: z.strictObject({
        /** SJ1: lowest price in yuan, and classes that are not reported. */
        minYuan: money,
        excludedClasses: classes,
        /** SJ2: lowest price in yuan of its “of which” column. */
        largeYuan: money,
        /**
         * SJ3: reported classes, lowest price in yuan, and the hours per year below which a reason is
         * required.
         */
        preciousClasses: classes,
        preciousYuan: money,
        minHours: z.number({ error: '机时应为数字' }).min(0, '机时不能为负数').max(8784, '机时过大'),
        /** Price tiers whose uses count as open ones. */
        openTiers: z.array(z.enum(['dept', 'campus', 'school', 'company'], { error: '没有这个价格档' })),
        /** Kinds of uses that the ministry does not count. */
        excludedKinds: z.array(z.string().max(40)),
      }),
      /** Tables that must differ from the previous year's. */
      unlikeLastYear: z.array(tab),
      tables: z.array(layoutTable).min(1, '至少有一张表').max(9, '最多 9 张表'),
    },
    { error: '版式应为一个对象，且不能含有不认识的属性' },
  )
  .superRefine((layout, ctx) => {
    const say = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    const named = new Map(layout.tables.map((t) => [t.tab, new Set(t.fields.map((f) => f.name))]))
    layout.tables.forEach((t, at) => {
      if (layout.tables.findIndex((o) => o.tab === t.tab) !== at) say(['tables', at], `${t.tab} 出现了两次`)
      const own = named.get(t.tab) ?? new Set()
      const known = (name: string, path: (string | number)[]) => {
        if (!own.has(name)) say(['tables', at, ...path], `${t.tab} 没有字段 ${name}`)
      }
      t.key.forEach((name, i) => known(name, ['key', i]))
      t.totals.forEach((s, i) => [s.whole, ...s.parts].forEach((name) => known(name, ['totals', i])))
      t.within.forEach((s, i) => [s.whole, s.part].forEach((name) => known(name, ['within', i])))
      t.fields.forEach((f, i) => {
        const here = ['tables', at, 'fields', i]
        if (t.fields.findIndex((o) => o.name === f.name) !== i)
          say([...here, 'name'], `${t.tab} 的字段 ${f.name} 出现了两次`)
        if (f.from && !isDrawn(t.tab) && f.from !== 'school.code')
          say([...here, 'from'], `${t.tab} 不由系统取数，字段 ${f.name} 不能设置取数方式`)
        // SJ3 takes the number of SJ1.
        if (f.cut && (t.tab !== 'SJ1' || f.from !== 'device.number'))
          say([...here, 'cut'], '只有 SJ1 中取自资产编号的字段可以省去开头')
        if (f.sum && !isOfSchool(t.tab))
          say([...here, 'sum'], `只有 SJ7、SZ1、SZ2 的字段可以由其他表合计，${t.tab} 不可以`)
        const { sum } = f
        if (!sum) return
        const other = named.get(sum.tab)
        if (sum.tab === t.tab || !other) say([...here, 'sum', 'tab'], `合计所用的表 ${sum.tab} 不在版式中`)
        else
          [sum.field, sum.where?.field].forEach((name) => {
            if (name && !other.has(name)) say([...here, 'sum'], `${sum.tab} 没有字段 ${name}`)
          })
      })
    })
  })
export type Layout = z.output<typeof layoutSchema>

export const findTable = (layout: Layout, of: Tab): LayoutTable | undefined =>
  layout.tables.find((t) => t.tab === of)
/** The tables that a school of this kind reports, if the layout has them. */
export const listReportedTables = (layout: Layout, kind: SchoolKind): LayoutTable[] =>
  tabsOf[kind].flatMap((t) => findTable(layout, t) ?? [])
/** `2025` is 2025–2026 学年: 1 September to 31 August. */
export const yearWords = (year: number): string => `${year}–${year + 1} 学年`

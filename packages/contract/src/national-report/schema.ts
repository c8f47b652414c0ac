import { z } from 'zod'
import { ledgerKinds } from '../use-ledger/use-ledger.ts'
import { aboutKnown, fillers, type Filler } from './known.ts'

// The data that the national platform (重大科研基础设施和大型科研仪器国家网络管理平台) requires differ from year to year and are not
// published as a standard. So fields, lengths, codes and rules form a document for each year, which the
// equipment office imports (decision 072).

export const nationalKinds = ['device', 'service', 'customs'] as const
export type NationalKind = (typeof nationalKinds)[number]
export const nationalKindWords: Record<NationalKind, string> = {
  device: '单台套',
  service: '服务记录',
  customs: '海关监管',
}

export const fieldKinds = ['text', 'code', 'number', 'day', 'hour'] as const
/** Text formats that are checked besides the length. */
export const shapes = ['email', 'phone', 'postcode', 'url', 'digits'] as const
export type Shape = (typeof shapes)[number]
export const shapeWords: Record<Shape, string> = {
  email: '邮箱',
  phone: '电话',
  postcode: '6 位邮政编码',
  url: '以 http:// 或 https:// 开头的网址',
  digits: '数字',
}

const word = (what: string, max: number) =>
  z
    .string({ error: `应为文字：${what}` })
    .trim()
    .min(1, `${what}不能为空`)
    .max(max, `${what}不能超过 ${max} 个字`)
const name = (what: string) =>
  z
    .string({ error: `应为文字：${what}` })
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, `${what}应以字母开头，只含字母、数字和下划线，不超过 40 位`)
const count = (what: string, min: number, max: number) =>
  z
    .number({ error: `应为数字：${what}` })
    .int(`${what}应为整数`)
    .min(min, `${what}不小于 ${min}`)
    .max(max, `${what}不大于 ${max}`)

const listItem = z.strictObject({
  code: word('代码', 20),
  label: word('代码名称', 60),
  /** The portal's words for this entry. Its own code and label need not be repeated here. */
  of: z.array(word('平台取值', 60)).max(40).default([]),
})
const field = z.strictObject({
  code: name('字段编码'),
  label: word('字段名称', 60),
  kind: z.enum(fieldKinds, { error: `字段类型应为 ${fieldKinds.join('、')} 之一` }),
  /** Most characters; for several codes, including the commas between them. */
  length: count('长度', 1, 4000),
  /** The length must be exact. */
  exact: z.boolean({ error: '应为 true 或 false：长度是否固定' }).default(false),
  /** Width in bytes in the fixed-width text, in the file's encoding. */
  width: count('宽度', 1, 12_000),
  decimals: count('小数位数', 0, 6).optional(),
  required: z.boolean({ error: '应为 true 或 false：是否必填' }).default(false),
  shape: z.enum(shapes, { error: `格式应为 ${shapes.join('、')} 之一` }).optional(),
  /** The code list that contains the permitted values. */
  list: z.string({ error: '应为文字：代码表' }).optional(),
  /** Most codes in one value, separated by commas. */
  many: count('代码个数', 2, 20).optional(),
  /** The portal's value from which the field is filled. */
  source: z.string({ error: '应为文字：数据来源' }).optional(),
  /** The same value for every row of the year. */
  value: word('固定值', 200).optional(),
  /** The value used if no other is known. */
  default: word('默认值', 200).optional(),
  /** The people who fill in the field; left out: the people in charge of its source. */
  filler: z.enum(fillers, { error: `填写人应为 ${fillers.join('、')} 之一` }).optional(),
  hint: word('说明', 200).optional(),
})
export type SchemaField = z.output<typeof field>

const when = z.strictObject({ field: z.string(), is: z.array(z.string()).min(1, '至少写一个取值') })
const message = word('提示', 100).optional()
const rule = z.discriminatedUnion(
  'rule',
  [
    /** A day or hour must be later than another. */
    z.strictObject({ rule: z.literal('after'), field: z.string(), than: z.string(), message }),
    /** A number must not be smaller than another. */
    z.strictObject({ rule: z.literal('atLeast'), field: z.string(), than: z.string(), message }),
    /** Required if another field has a certain value. */
    z.strictObject({ rule: z.literal('needs'), field: z.string(), when, message }),
    /** The instrument must also have a row of another kind. */
    z.strictObject({ rule: z.literal('needsRow'), kind: z.enum(nationalKinds), when, message }),
    /** No two rows may have the same value. */
    z.strictObject({ rule: z.literal('unique'), field: z.string(), message }),
  ],
  { error: '规则应为 after、atLeast、needs、needsRow、unique 之一' },
)
export type SchemaRule = z.output<typeof rule>

export const encodings = ['GBK', 'UTF-8'] as const
export type Encoding = (typeof encodings)[number]

/** The schema of one kind of row in one year. */
export const nationalSchema = z
  .strictObject({
    kind: z.enum(nationalKinds, { error: `种类 kind 应为 ${nationalKinds.join('、')} 之一` }),
    title: word('标题', 60),
    /** The schema's source, and how reliable it is. */
    note: word('出处', 500),
    /** The platform's name for this kind of row (instruType). */
    type: word('类型代码', 10),
    /** Which instruments and uses are reported. */
    scope: z
      .strictObject({
        /** Lowest original price, in 万元. */
        priceWan: z.number({ error: '应为数字：原值起点' }).min(0, '原值起点不能为负数').default(0),
        /** Kinds of uses that count as records of service. */
        uses: z
          .array(z.enum(ledgerKinds, { error: `使用方式应为 ${ledgerKinds.join('、')} 之一` }))
          .default([]),
      })
      .prefault({}),
    /** The platform refuses a row that equals last year's. */
    refusesIdentical: z.boolean({ error: '应为 true 或 false：是否拒绝与上年相同' }).default(true),
    /** The field that identifies a row on the platform. */
    key: name('主键字段'),
    file: z.strictObject({
      encoding: z.enum(encodings, { error: '编码应为 GBK 或 UTF-8' }),
      root: name('XML 根元素'),
      row: name('XML 行元素'),
    }),
    lists: z.record(name('代码表名称'), z.array(listItem).min(1, '代码表不能为空').max(2000)).default({}),
    fields: z
      .array(field, { error: '缺少字段 fields' })
      .min(1, '至少有一个字段')
      .max(200, '字段不能超过 200 个'),
    rules: z.array(rule).max(100).default([]),
  })
  .superRefine((s, ctx) => {
    for (const { path, message: text } of listFaults(s))
      ctx.addIssue({ code: 'custom', path: [...path], message: text })
  })
export type NationalSchema = z.output<typeof nationalSchema>

interface Fault {
  path: readonly (string | number)[]
  message: string
}
/** Contradictions between the parts of a schema, each with its position. */
function listFaults(s: Pick<NationalSchema, 'kind' | 'key' | 'lists' | 'fields' | 'rules'>): Fault[] {
  const faults: Fault[] = []
  const say = (path: Fault['path'], text: string) => faults.push({ path, message: text })
  const byCode = new Map(s.fields.map((f) => [f.code, f]))
  for (const [listName, items] of Object.entries(s.lists))
    for (const [i, item] of items.entries())
      if (items.findIndex((other) => other.code === item.code) < i)
        say(['lists', listName, i, 'code'], `代码 ${item.code} 重复`)
  for (const [i, f] of s.fields.entries()) {
    const at = (part: string) => ['fields', i, part]
    if (s.fields.findIndex((other) => other.code === f.code) < i) say(at('code'), `字段 ${f.code} 重复`)
    if (f.kind === 'code' && f.list === undefined) say(at('list'), `代码字段 ${f.code} 没有代码表`)
    if (f.list !== undefined && !Object.hasOwn(s.lists, f.list)) say(at('list'), `没有代码表 ${f.list}`)
    if (f.list !== undefined && f.kind !== 'code') say(at('kind'), `字段 ${f.code} 有代码表，类型应为 code`)
    if (f.many !== undefined && f.kind !== 'code') say(at('many'), `只有代码字段可以有多个取值`)
    if (f.decimals !== undefined && f.kind !== 'number') say(at('decimals'), `只有数字字段有小数位数`)
    if (f.shape !== undefined && f.kind !== 'text') say(at('shape'), `只有文字字段有格式`)
    if (f.source !== undefined && !aboutKnown(s.kind, f.source))
      say(at('source'), `平台没有数据来源 ${f.source}`)
  }
  if (!byCode.has(s.key)) say(['key'], `没有字段 ${s.key}`)
  for (const [i, r] of s.rules.entries()) {
    const named = [
      ...('field' in r ? [['field', r.field] as const] : []),
      ...('than' in r ? [['than', r.than] as const] : []),
    ]
    for (const [part, code] of named) if (!byCode.has(code)) say(['rules', i, part], `没有字段 ${code}`)
    if ('when' in r && !byCode.has(r.when.field))
      say(['rules', i, 'when', 'field'], `没有字段 ${r.when.field}`)
    if (
      r.rule === 'after' &&
      [r.field, r.than].some((c) => !['day', 'hour', undefined].includes(byCode.get(c)?.kind))
    )
      say(['rules', i], '先后规则只用于日期或时间字段')
    if (
      r.rule === 'atLeast' &&
      [r.field, r.than].some((c) => !['number', undefined].includes(byCode.get(c)?.kind))
    )
      say(['rules', i], '大小规则只用于数字字段')
  }
  return faults
}

/** The people who fill in a field. */
export const findFiller = (kind: NationalKind, f: SchemaField): Filler =>
  f.filler ?? (f.source === undefined ? undefined : aboutKnown(kind, f.source)?.filler) ?? 'office'

import { z } from 'zod'
import { isShallow } from './depth.ts'
import { hasControl, visibleLine, visibleText } from './text.ts'

// Building blocks of request and reply schemas. People read every message under a form field.

/** A row's key. JavaScript cannot distinguish integers above 2^53, so larger keys are refused. */
export const id = z.coerce
  .number<number | string>({ error: '编号不正确' })
  .int('编号不正确')
  .positive('编号不正确')
  .max(Number.MAX_SAFE_INTEGER, '编号不正确')
export const idParams = z.object({ id })
/** Devices and labs are addressed by id or by serial number. */
export const idOrSerial = z.coerce
  .string<string | number>({ error: '编号不正确' })
  .trim()
  .min(1, '编号不正确')
  .max(64, '编号不正确')

/** Required text of one line, trimmed, 1..max characters. */
export const line = (label: string, max = 100) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite(visibleLine)
    .trim()
    .min(1, `${label}不能为空`)
    .max(max, `${label}不能超过 ${max} 个字`)
    .refine((s) => !hasControl(s) && !/[\r\n\t]/.test(s), `${label}含有不能使用的字符`)

const lineIfSaid = (label: string, max: number) =>
  z
    .string()
    .overwrite(visibleLine)
    .trim()
    .max(max, `${label}不能超过 ${max} 个字`)
    .refine((s) => !hasControl(s) && !/[\r\n\t]/.test(s), `${label}含有不能使用的字符`)
    .nullish()
/** Optional text of one line; empty means none. */
export const optionalLine = (label: string, max = 100) => lineIfSaid(label, max).transform((s) => s || null)
/**
 * Optional text of one line for calls with `keeps`: an empty value means none, a field left out keeps its
 * value.
 */
export const keptLine = (label: string, max = 100) => lineIfSaid(label, max).transform(keepLeftOut)
function keepLeftOut(s: string | null | undefined): string | null | undefined {
  return s === undefined ? undefined : s || null
}

/**
 * A web address or a path on this site. Browsers read a backslash as a slash, so a path that starts with two
 * of either would lead to another site.
 */
const isLink = (s: string) =>
  /^\/(?![/\\])[^\\]*$/.test(s) || (/^https?:\/\/[^\s\\]+$/i.test(s) && URL.canParse(s))
/** Optional link; empty means none. */
export const optionalLink = (label: string, max = 300) =>
  optionalLine(label, max).refine(
    (s) => s === null || isLink(s),
    `${label}应为 http:// 或 https:// 开头的网址，或以 / 开头的本站地址`,
  )

const textIfSaid = (label: string, max: number) =>
  z
    .string()
    .overwrite(visibleText)
    .trim()
    .max(max, `${label}不能超过 ${max} 个字`)
    .refine((s) => !hasControl(s), `${label}含有不能使用的字符`)
    .nullish()
/** Optional text of several lines; empty means none. */
export const text = (label: string, max = 2000) => textIfSaid(label, max).transform((s) => s || null)
/** Optional text of several lines for calls with `keeps`, as {@link keptLine}. */
export const keptText = (label: string, max = 2000) => textIfSaid(label, max).transform(keepLeftOut)

/**
 * The opinion of the person who decides: optional for an approval; calls that refuse require it themselves.
 */
export const OPINION = '审批意见'
export const opinion = text(OPINION, 500)

/** Required text of several lines. */
export const requiredText = (label: string, max = 2000) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite(visibleText)
    .trim()
    .min(1, `${label}不能为空`)
    .max(max, `${label}不能超过 ${max} 个字`)
    .refine((s) => !hasControl(s), `${label}含有不能使用的字符`)

/** A mail address, in lower case. */
export const email = z
  .string({ error: '请填写邮箱' })
  .trim()
  .toLowerCase()
  .max(100, '邮箱不能超过 100 个字')
  .pipe(
    z.email({
      error: '邮箱格式不正确',
      pattern: /^[a-z0-9._%+-]{1,64}@([a-z0-9](-*[a-z0-9])*\.)+[a-z]{2,24}$/,
    }),
  )

/** A mobile number, a landline with area code (and extension), or a number with country code. */
export const phone = z
  .string({ error: '请填写电话' })
  .trim()
  .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|\+\d{6,15})$/, '电话格式不正确')
/** Optional phone number; empty means none. */
export const optionalPhone = z
  .union([z.literal('').transform(() => null), phone])
  .nullish()
  .transform((s) => s ?? null)
export const optionalEmail = z
  .union([z.literal('').transform(() => null), email])
  .nullish()
  .transform((s) => s ?? null)

/** Text of a list's search field, at most 100 characters. Blank means no filter. */
export const keyword = z
  .string()
  .trim()
  .max(100, '搜索内容不能超过 100 个字')
  // PostgreSQL cannot store a zero byte in text; all other characters are searched for.
  .transform((s) => s.replaceAll('\u0000', '') || undefined)
  .optional()

/** Money from a form: whole fen, never negative, at most 100 million yuan. */
export const amountFen = z
  .number({ error: '请填写金额' })
  .int('金额最多两位小数')
  .min(0, '金额不能为负数')
  .max(10_000_000_000, '金额过大')

/**
 * An instant in a request: ISO 8601 with zone, from 2000 up to 2100; a year such as 9999 is a typing error.
 * Replies carry UTC strings (`at`).
 */
export const instant = z.iso
  .datetime({ offset: true, error: '时间格式不正确' })
  .refine((s) => s >= '2000' && s < '2100', '时间超出可用范围')
/** An instant in a reply: the server passes a Date, the JSON carries ISO 8601 in UTC. */
export const at = z.preprocess((v: Date | string) => (v instanceof Date ? v.toISOString() : v), z.string())
/** A row's place among its neighbours; 0 if it is left out. */
export const sortNumber = (most = 9999) =>
  z
    // A form sends null for a number that its user has emptied.
    .number({ error: ({ input }) => (input === null ? '请填写排序' : '排序应为整数') })
    .int('排序应为整数')
    .min(0, '排序不能为负数')
    .max(most, '排序过大')
    .default(0)

/** Rich text from the editor, as HTML that the server cleans. */
export const bodyHtml = z
  .string({ error: '请填写正文' })
  .max(300_000, '正文过长')
  .refine((s) => !s.includes('\u0000'), '正文含有不能使用的字符')

/**
 * When the row that a form shows was last changed, as of the form's start. The server uses it to tell the
 * second of two people that the row has changed.
 */
export const seenAt = instant.nullish()
/** The revision that the caller saw, for calls that require it; otherwise as {@link seenRevision}. */
export const revision = z.number({ error: '请刷新后重试' }).int('请刷新后重试').min(0, '请刷新后重试')
/**
 * Revision of the row that a form shows, as of the form's start. The server uses it to tell the second of two
 * people who saved first.
 */
export const seenRevision = z.number({ error: '请刷新后重试' }).int('请刷新后重试').nullish()
/**
 * The values with which a form began, by field. The server keeps what others changed meanwhile in the fields
 * that the person did not edit.
 */
export const seenValues = z
  .record(z.string(), z.unknown())
  .refine(isShallow, '内容嵌套过深，请刷新后重试')
  .optional()
/** A calendar day in the campus time zone, `YYYY-MM-DD`. */
export const day = z.iso
  .date({ error: '日期格式不正确' })
  .refine((s) => s >= '2000' && s < '2100', '日期超出可用范围')

/** true/false in a query string. Absent or empty means no filter. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .optional()
  .transform((s) => (s === undefined || s === '' ? undefined : s === 'true' || s === '1'))

/** One filter of a list, in a query string. Absent or empty means no filter. */
export const ifAsked = <T extends z.ZodType>(schema: T) =>
  z.union([schema, z.literal('').transform(() => undefined)]).optional()

/** One or several values of a filter, separated by commas in a query string. Absent or empty: no filter. */
export const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (v) => (v === undefined || v === '' ? undefined : Array.isArray(v) ? v : String(v).split(',')),
    z.array(item).max(20).optional(),
  )

/** Several keys in a query string, separated by commas: `1,2,3`. */
export const idList = (message: string, max: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,15}(,\d{1,15})*$/, message)
    .transform((s) => [...new Set(s.split(',').map(Number))])
    .refine((ids) => ids.length <= max, `${message}，一次最多 ${max} 个`)

/** Square metres with at most two decimals; null means unknown. */
export const area = (label: string) =>
  z
    .number(`${label}应为数字`)
    .min(0, `${label}不能为负数`)
    .max(10_000_000, `${label}过大`)
    .transform((m2) => Math.round(m2 * 100) / 100)
    .nullish()
    .transform((m2) => m2 ?? null)

import { day } from '@portal/contract/kernel/fields'
import { parseYuan } from '@portal/contract/kernel/money'
import { z } from 'zod'

// Parses cells as people write them. An empty cell is null.

/** The distance of full-width signs, which an input method writes, from those of ASCII. */
const WIDE = 0xfee0
const toHalfWidth = (text: string) =>
  text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE))

const MAX_FEN = 10_000_000_000
/** Yuan as people write them (1,234.50) to fen. */
export const yuan = (label: string) =>
  z
    .string()
    .nullish()
    .transform((text, ctx) => {
      if (!text) return null
      const fen = parseYuan(toHalfWidth(text).replace(/[,￥¥元\s]/g, ''))
      if (fen !== null && fen >= 0 && fen <= MAX_FEN) return fen
      ctx.addIssue({ code: 'custom', message: `${label}应为不小于零、最多两位小数的金额` })
      return z.NEVER
    })

/** Day 0 of Excel's calendar. */
const EXCEL_ZERO = Date.UTC(1899, 11, 30)
const MS_OF_DAY = 86_400_000
function readDay(text: string): string {
  const plain = toHalfWidth(text).replace(/ 0?0:00(:00(\.0+)?)?$/, '')
  // A date in a cell of the general format is its number of days.
  if (/^\d{5}$/.test(plain))
    return new Date(EXCEL_ZERO + Number(plain) * MS_OF_DAY).toISOString().slice(0, 10)
  return plain
    .replace(/[/.年月]/g, '-')
    .replace(/日$/, '')
    .replace(/-(\d)(?!\d)/g, '-0$1')
}
/** Also accepts 2026/1/5, 2026年1月5日, 2026-01-05 00:00:00 as other programs write it, and Excel's 46027. */
export const optionalDay = z.preprocess(
  (v) => (typeof v === 'string' ? readDay(v) : v),
  day.nullish().transform((d) => d ?? null),
)

/** Accepts one of these words, or its key. */
export const defineWord = <K extends string>(label: string, words: Record<K, string>) => {
  const entries = Object.entries(words) as [K, string][] // Object.entries loses the key type
  return z
    .string()
    .nullish()
    .transform((text, ctx): K | null => {
      if (!text) return null
      const found = entries.find(([key, word]) => word === text || key === text)
      if (found) return found[0]
      ctx.addIssue({ code: 'custom', message: `${label}应为：${entries.map(([, word]) => word).join('、')}` })
      return z.NEVER
    })
}

const isNumber = (s: string) => /^-?\d{1,9}(\.\d+)?$/.test(s)
/** A numeric cell, validated by the schema of the form's field. */
export const numberCell = <S extends z.ZodType<number | null, number | null | undefined>>(
  label: string,
  schema: S,
) =>
  z
    .string()
    .transform((s) => toHalfWidth(s).replace(/[,\s㎡]|平方米|层$|年$/g, ''))
    .refine(isNumber, `${label}应为数字`)
    .transform(Number)
    .nullish()
    .pipe(schema)

const sortCell = z
  .string()
  .overwrite(toHalfWidth)
  .regex(/^\d{1,5}$/, '排序应为 0 到 99999 的整数')
  .nullish()
  .transform((s) => (s ? Number(s) : null))
/** The sort order among rows of the same list. */
export const sortColumn = { header: '排序', schema: sortCell, sample: '10', width: 8 } as const

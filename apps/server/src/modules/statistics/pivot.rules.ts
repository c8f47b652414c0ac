import { dimensionWords, hourName, weekdayName, type Dimension } from '@portal/contract/statistics/pivot'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { ledgerKindWords, natureWords } from '@portal/contract/use-ledger/use-ledger'

/** Dimensions whose keys have an order of their own; keys of the others are ordered by their sums. */
const ORDERED: readonly Dimension[] = ['year', 'month', 'weekday', 'hour']

const NONE: Partial<Record<Dimension, string>> = {
  userDept: '校外或未填单位',
  category: '未分类',
  person: '未登记使用人',
  group: '未登记付款人',
}
/** The name of a key that is known without the database; undefined for other keys. */
export function ownName(dimension: Dimension, key: string): string | undefined {
  if (key === '') return NONE[dimension] ?? '未填写'
  const words: Partial<Record<Dimension, Record<string, string>>> = {
    nature: natureWords,
    kind: ledgerKindWords,
    tier: priceTierWords,
  }
  if (dimension === 'weekday') return weekdayName(key)
  if (dimension === 'hour') return hourName(key)
  if (dimension === 'year') return `${key} 年`
  if (dimension === 'month') return key
  return words[dimension]?.[key]
}

/** Compares keys by the dimension's own order; otherwise the largest sum first and the empty key last. */
export function compareKeys(
  dimension: Dimension,
  sizeOf: (key: string) => number,
): (a: string, b: string) => number {
  const own = ORDERED.includes(dimension)
  return (a, b) => {
    if (own) return a.localeCompare(b, 'en', { numeric: true })
    if ((a === '') !== (b === '')) return a === '' ? 1 : -1
    return sizeOf(b) - sizeOf(a) || a.localeCompare(b, 'en', { numeric: true })
  }
}

/** Why a table is too large to be shown, and what to do; undefined if it is small enough. */
export function judgeSize(
  { rows, columns, groups }: { rows: number; columns: number; groups: number },
  most: { rows: number; columns: number; groups: number },
  column: Dimension | undefined,
): string | undefined {
  const help = '请缩短期间、缩小范围，或换成分类较少的维度'
  if (groups > most.groups) return `结果超过 ${most.groups.toLocaleString('zh-CN')} 格，看不过来：${help}`
  if (columns > most.columns && column)
    return `列（${dimensionWords[column].title}）有 ${columns} 个，最多 ${most.columns} 个：${help}，也可把它放到行里`
  if (rows > most.rows) return `结果有 ${rows.toLocaleString('zh-CN')} 行，最多 ${most.rows} 行：${help}`
  return undefined
}

import type { IssueCode } from '@portal/contract/ministry-report/issue'
import type { Layout, LayoutField } from '@portal/contract/ministry-report/layout'
import { unknownToGbk } from '../../kernel/gbk.rules.ts'
import { parseNumber } from './number.rules.ts'

export interface Fault {
  code: IssueCode
  message: string
}

/** Width of a text in the layout's unit, characters or bytes. */
export function measureWidth(text: string, { encoding, unit }: Layout['fixed']): number {
  if (unit === 'char') return [...text].length
  if (encoding === 'utf8') return Buffer.byteLength(text, 'utf8')
  let bytes = 0
  for (const sign of text) bytes += sign < '\u0080' ? 1 : 2
  return bytes
}
/** A drawn number as its field takes it: if it is too wide, without the beginning that the layout names. */
export const cutToFit = (field: LayoutField, text: string, fixed: Layout['fixed']): string =>
  field.width !== null && measureWidth(text, fixed) > field.width && text.startsWith(field.cut)
    ? text.slice(field.cut.length)
    : text
const listPlaces = (unit: Layout['fixed']['unit']) => (unit === 'byte' ? '字节' : '字')

/** The first fault of a cell, or undefined: only one fault is reported for each cell. */
export function findFault(field: LayoutField, cell: string, fixed: Layout['fixed']): Fault | undefined {
  const { title } = field
  if (cell === '') return field.required ? { code: 'REQUIRED', message: `缺少${title}` } : undefined
  const isBlank = field.blank !== '' && cell === field.blank
  if (!isBlank) {
    const format = formatFault(field, cell)
    if (format) return { code: 'FORMAT', message: format }
    if (field.codes.length > 0 && !field.codes.some((c) => c.code === cell))
      return { code: 'CODE', message: `${title}“${cell}”不在代码表中` }
  }
  const width = measureWidth(cell, fixed)
  if (field.width !== null && width > field.width)
    return {
      code: 'LENGTH',
      message: `${title}占 ${width} ${listPlaces(fixed.unit)}，超出宽度 ${field.width}`,
    }
  const unknown = fixed.encoding === 'gbk' ? unknownToGbk(cell) : undefined
  return unknown ? { code: 'ENCODING', message: `${title}含有 GBK 没有的字“${unknown}”` } : undefined
}

function formatFault({ title, type, decimals }: LayoutField, cell: string): string | undefined {
  if (/[\r\n\t]/.test(cell)) return `${title}不能换行`
  if (type === 'text') return undefined
  if (type === 'month')
    return /^(19|20)\d{2}(0[1-9]|1[0-2])$/.test(cell) ? undefined : `${title}应为六位年月，如 202509`
  const n = parseNumber(cell)
  if (n === undefined) return `${title}应为数字`
  if (n < 0n) return `${title}不能为负数`
  const places = cell.split('.')[1]?.length ?? 0
  if (type === 'integer') return places > 0 ? `${title}应为整数` : undefined
  return places > decimals ? `${title}最多 ${decimals} 位小数` : undefined
}

/** A typed or imported cell in the table's format. Text that cannot be read stays as it is. */
export function tidied(field: LayoutField, text: string): string {
  const plain = text.trim()
  if (field.codes.length > 0) {
    const byWord = field.codes.find((c) => c.word === plain)
    return byWord ? byWord.code : plain
  }
  if (field.type === 'month') {
    const found = /^(\d{4})[-/.年](\d{1,2})([-/.月].*)?$/.exec(plain)
    return found ? `${found[1] ?? ''}${(found[2] ?? '').padStart(2, '0')}` : plain
  }
  return field.type === 'text' ? plain : plain.replaceAll(/[,，\s]/g, '')
}

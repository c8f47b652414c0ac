import type { NationalSchema, SchemaField } from '@portal/contract/national-report/schema'
import { unknownToGbk, inGbk } from '../../kernel/gbk.rules.ts'
import { countBytes } from './check.rules.ts'
import type { Values } from './value.rules.ts'

// Writes a year's rows as text with fixed widths, and as XML. The schema gives widths and encoding.

/**
 * A value that does not fit its column or encoding. It is refused,
 * because a cut or replaced value would report something else.
 */
export class Unwritable extends Error {
  readonly field: SchemaField
  /** In Chinese, after the name of the field. */
  readonly why: string
  constructor(field: SchemaField, why: string) {
    super(field.code)
    this.field = field
    this.why = why
  }
}

/** One line: text is left-aligned in its column, numbers are right-aligned. Throws Unwritable. */
export function formatLine(schema: NationalSchema, values: Values): string {
  return schema.fields
    .map((field) => {
      const value = values[field.code] ?? ''
      const left = field.width - countBytes(schema, value)
      if (left < 0) throw new Unwritable(field, `超出定长文本的宽度（${field.width} 个字节）`)
      const strange = schema.file.encoding === 'GBK' ? unknownToGbk(value) : undefined
      if (strange !== undefined) throw new Unwritable(field, `含有 GBK 编码没有的字符“${strange}”`)
      const blank = ' '.repeat(left)
      return field.kind === 'number' ? blank + value : value + blank
    })
    .join('')
}

/** Characters that the encoding lacks are written as numeric references. */
export const encodedXml = ({ file }: Pick<NationalSchema, 'file'>, xml: string): Buffer =>
  file.encoding === 'GBK' ? inGbk(xml, (sign) => `&#${sign.codePointAt(0)};`) : Buffer.from(xml, 'utf8')

export const encoded = ({ file }: Pick<NationalSchema, 'file'>, text: string): Buffer =>
  file.encoding === 'GBK' ? inGbk(text) : Buffer.from(text, 'utf8')

/** Elements of one row, in the order of the schema. */
export const listElements = (schema: NationalSchema, values: Values): Record<string, string> =>
  Object.fromEntries(schema.fields.map((f) => [f.code, values[f.code] ?? '']))

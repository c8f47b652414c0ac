import type { NationalSchema, SchemaField } from '@portal/contract/national-report/schema'
import { inGbk } from '../../kernel/gbk.rules.ts'
import { bytesOf } from './check.rules.ts'
import type { Values } from './value.rules.ts'

// A year's rows as text of fixed width, and as XML by names and values. Widths and encoding are the schema's.

/** What does not fit into its column: cut, it would report something else. */
export class TooWide extends Error {
  readonly field: SchemaField
  constructor(field: SchemaField) {
    super(field.code)
    this.field = field
  }
}

/** Text begins at the left of its column, numbers end at its right. */
export function lineOf(schema: NationalSchema, values: Values): string {
  return schema.fields
    .map((field) => {
      const value = values[field.code] ?? ''
      const left = field.width - bytesOf(schema, value)
      if (left < 0) throw new TooWide(field)
      const blank = ' '.repeat(left)
      return field.kind === 'number' ? blank + value : value + blank
    })
    .join('')
}

export const encoded = ({ file }: Pick<NationalSchema, 'file'>, text: string): Buffer =>
  file.encoding === 'GBK' ? inGbk(text) : Buffer.from(text, 'utf8')

/** Elements of one row, in the order of the schema. */
export const elementsOf = (schema: NationalSchema, values: Values): Record<string, string> =>
  Object.fromEntries(schema.fields.map((f) => [f.code, values[f.code] ?? '']))

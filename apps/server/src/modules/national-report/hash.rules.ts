import type { NationalSchema } from '@portal/contract/national-report/schema'
import { createHash } from 'node:crypto'
import type { Values } from './value.rules.ts'

interface Content {
  schema: NationalSchema
  record: { year: number }
  values: Values
}
/** Hash of the reported content: equal content is the same upload, however often it is sent. */
export const hashContent = ({ schema, record, values }: Content): string =>
  createHash('sha256')
    .update(
      JSON.stringify([schema.kind, record.year, schema.fields.map((f) => [f.code, values[f.code] ?? ''])]),
    )
    .digest('hex')

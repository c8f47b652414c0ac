import { nationalRefusals, type nationalReportCalls } from '@portal/contract/national-report/national-report'
import {
  nationalKindWords,
  type NationalKind,
  type NationalSchema,
} from '@portal/contract/national-report/schema'
import type { Parsed } from '@portal/contract/kernel/call'
import { buildXml } from '../../adapters/xml/xml.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import { readWorld } from '../asset/asset.service.ts'
import { listElements, encoded, encodedXml, formatLine, Unwritable } from './file.rules.ts'
import { readRows, makeSource, type ReadRow } from './reading.action.ts'
import { requireReport } from './report.action.ts'
import * as store from './row.store.ts'
import { ofYear } from './schema.store.ts'

/** All rows of a kind as a file for upload by hand: Excel, XML or text with fixed widths. */
export async function file(
  ctx: Ctx,
  { params, query }: Parsed<typeof nationalReportCalls.file>,
): Promise<RawReply> {
  const report = await requireReport(ctx, params.id)
  const schemas = await ofYear(ctx.db, report.year)
  const schema = schemas.get(query.kind)
  if (!schema) throw refuse('NO_SCHEMA', nationalRefusals.NO_SCHEMA)
  const reads = walk(ctx, report.id, query.kind, schemas)
  const name = `国家平台${nationalKindWords[query.kind]}-${report.year}`
  switch (query.format) {
    case 'xlsx':
      return makeSheet(nationalKindWords[query.kind], listColumns(schema), reads, `${name}.xlsx`)
    case 'xml':
      return {
        type: `application/xml; charset=${schema.file.encoding}`,
        body: await makeXml(schema, reads),
        fileName: `${name}.xml`,
      }
    case 'txt':
      return {
        type: `text/plain; charset=${schema.file.encoding}`,
        body: await makeText(schema, reads),
        fileName: `${name}.txt`,
      }
  }
}

async function* walk(
  ctx: Ctx,
  reportId: number,
  kind: NationalKind,
  schemas: ReadonlyMap<NationalKind, NationalSchema>,
): AsyncGenerator<ReadRow> {
  for await (const records of store.chunks(ctx.db, await readWorld(ctx), { reportId, kind, inReport: true }))
    yield* await readRows(makeSource(ctx), records, schemas)
}

/** All cells are text, so that numbers keep their leading zeros. */
const listColumns = (schema: NationalSchema) =>
  schema.fields.map((f) => ({
    header: `${f.label}（${f.code}）`,
    width: Math.min(40, Math.max(12, f.length)),
    value: ({ values }: ReadRow) => values[f.code] ?? '',
  }))

async function makeXml(schema: NationalSchema, reads: AsyncIterable<ReadRow>): Promise<Buffer> {
  const rows = []
  for await (const { values } of reads) rows.push(listElements(schema, values))
  const { encoding, root, row } = schema.file
  return encodedXml(schema, buildXml({ [root]: { [row]: rows } }, encoding, true))
}

async function makeText(schema: NationalSchema, reads: AsyncIterable<ReadRow>): Promise<Buffer> {
  const lines: Buffer[] = []
  for await (const { values } of reads) {
    try {
      lines.push(encoded(schema, `${formatLine(schema, values)}\r\n`))
    } catch (e) {
      if (!(e instanceof Unwritable)) throw e
      throw refuse('UNWRITABLE', `第 ${lines.length + 1} 行“${e.field.label}”${e.why}，请先修改`)
    }
  }
  return Buffer.concat(lines)
}

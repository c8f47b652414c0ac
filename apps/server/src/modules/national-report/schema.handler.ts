import { nationalRefusals, type nationalReportCalls } from '@portal/contract/national-report/national-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { readSchema } from './schema.rules.ts'
import * as store from './schema.store.ts'

type Calls = typeof nationalReportCalls

export const schemas = async (ctx: Ctx) => ({
  items: (await store.list(ctx.db)).map((s) => ({ ...s, can: s.used ? [] : (['import'] as const).slice() })),
})

/** Replaces the year's schema by the uploaded one. Refused once rows were reported by the old one. */
export async function importSchema(ctx: Ctx, { body: { year } }: Parsed<Calls['importSchema']>) {
  const [file] = ctx.files
  if (!file) throw refuseField('files', '请选择数据格式文件')
  const judged = readSchema((await file.received.read()).toString('utf8'))
  if ('faults' in judged)
    throw refuse('SCHEMA_FAULTS', '数据格式文件有误', {
      reasons: judged.faults.map((message) => ({ code: 'SCHEMA_FAULTS', message, field: 'files' })),
    })
  ctx.target = `national_schema ${year} ${judged.schema.kind}`
  try {
    return await store.put(ctx, year, judged.schema)
  } catch (e) {
    if (violates(e, 'national_schema_used'))
      throw refuse('SCHEMA_USED', nationalRefusals.SCHEMA_USED, { status: 409 })
    throw e
  }
}

/** The schema as it was imported, to be edited and imported for another year. */
export async function schemaFile(ctx: Ctx, { params }: Parsed<Calls['schemaFile']>): Promise<RawReply> {
  const found = await store.find(ctx.db, params.id)
  if (!found) throw notFound('数据格式')
  return {
    type: 'application/json; charset=utf-8',
    body: `${JSON.stringify(found.document, null, 2)}\n`,
    fileName: `国家平台数据格式-${found.year}-${found.kind}.json`,
  }
}

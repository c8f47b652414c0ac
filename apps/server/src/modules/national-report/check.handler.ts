import { fillerWords, placeWords } from '@portal/contract/national-report/known'
import type { nationalReportCalls, PlacedIssue } from '@portal/contract/national-report/national-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { exported } from '../../kernel/sheet.ts'
import { readWorld } from '../asset/asset.service.ts'
import { watchRepeats } from './check.rules.ts'
import { listFaults, showDevice, showIssue } from './national-report.view.ts'
import { findKey, readRows, makeSource } from './reading.action.ts'
import { requireReport } from './report.action.ts'
import * as store from './row.store.ts'
import { ofYear } from './schema.store.ts'

/**
 * Checks all rows of a kind against the year's schema; each fault has the line and column it has in the file.
 * Reads in chunks, so that memory holds one chunk and the faults only, even for thousands of records.
 */
export async function issues(ctx: Ctx, { params, query }: Parsed<typeof nationalReportCalls.issues>) {
  const who = await readWorld(ctx)
  const report = await requireReport(ctx, params.id)
  const schemas = await ofYear(ctx.db, report.year)
  const schema = schemas.get(query.kind)
  const wanted = { reportId: report.id, kind: query.kind, labId: query.labId, inReport: true }
  const found: PlacedIssue[] = []
  let checked = 0
  if (schema) {
    const lines = await store.lines(ctx.db, report.id, query.kind)
    const findRepeats = watchRepeats(schema)
    for await (const records of store.chunks(ctx.db, who, wanted))
      for (const read of await readRows(makeSource(ctx), records, schemas)) {
        checked++
        for (const fault of [...listFaults(read), ...findRepeats(read)])
          found.push({
            ...showIssue(query.kind, fault),
            rowId: read.record.id,
            key: findKey(read),
            device: showDevice(read.record),
            lab: { id: read.record.labId, name: read.record.labName },
            row: lines.get(read.record.id) ?? 0,
            column: fault.field ? schema.fields.indexOf(fault.field) + 1 : null,
          })
      }
  }
  const all = query.filler ? found.filter((f) => f.filler === query.filler) : found
  const { page, size } = query
  return { items: all.slice(page * size, (page + 1) * size), total: all.length, checked }
}

export const exportIssues = exported('国家平台上报校验结果', issues, [
  { header: '行', width: 8, value: (i) => i.row },
  { header: '列', width: 8, value: (i) => i.column },
  { header: '字段', width: 20, value: (i) => i.label },
  { header: '问题', width: 50, value: (i) => i.message },
  { header: '编号', width: 20, value: (i) => i.key },
  { header: '仪器', width: 30, value: (i) => i.device.name },
  { header: '实验室', width: 26, value: (i) => i.lab.name },
  { header: '由谁填写', value: (i) => fillerWords[i.filler] },
  { header: '在哪里填写', width: 20, value: (i) => placeWords[i.place] },
])

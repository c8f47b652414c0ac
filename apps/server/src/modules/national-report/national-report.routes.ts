import { nationalReportCalls as calls } from '@portal/contract/national-report/national-report'
import type { Routes } from '../../kernel/serve.ts'
import * as check from './check.handler.ts'
import { file } from './file.handler.ts'
import * as report from './report.handler.ts'
import * as row from './row.handler.ts'
import * as schema from './schema.handler.ts'
import * as sending from './send.handler.ts'

export const nationalReportRoutes: Routes = (on) => {
  on(calls.reports, report.reports)
  on(calls.add, report.add)
  on(calls.leaving, report.countLeaving)
  on(calls.collect, report.collect)
  on(calls.schemas, schema.schemas)
  on(calls.importSchema, schema.importSchema)
  on(calls.schemaFile, schema.schemaFile)
  on(calls.devices, row.devices)
  on(calls.exportDevices, row.exportDevices)
  on(calls.rows, row.rows)
  on(calls.exportRows, row.exportRows)
  on(calls.issues, check.issues)
  on(calls.exportIssues, check.exportIssues)
  on(calls.row, row.row)
  on(calls.type, row.type)
  on(calls.addCustoms, row.addCustoms)
  on(calls.remove, row.remove)
  on(calls.send, sending.send)
  on(calls.register, sending.register)
  on(calls.lock, sending.lock)
  on(calls.reject, sending.reject)
  on(calls.withdraw, sending.withdraw)
  on(calls.restore, sending.restore)
  on(calls.batches, report.batches)
  on(calls.exportBatches, report.exportBatches)
  on(calls.answers, report.answers)
  on(calls.exportAnswers, report.exportAnswers)
  on(calls.file, file)
}

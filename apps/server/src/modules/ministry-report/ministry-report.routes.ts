import { ministryReportCalls as calls } from '@portal/contract/ministry-report/ministry-report'
import type { Routes } from '../../kernel/serve.ts'
import * as file from './file.handler.ts'
import { importRows } from './import.handler.ts'
import * as issue from './issue.handler.ts'
import * as row from './row.handler.ts'
import * as version from './version.handler.ts'
import * as year from './year.handler.ts'

export const ministryReportRoutes: Routes = (on) => {
  on(calls.years, year.years)
  on(calls.open, year.open)
  on(calls.year, year.year)
  on(calls.set, year.set)
  on(calls.layout, year.layout)
  on(calls.layoutFile, year.layoutFile)
  on(calls.setLayout, year.setLayout)
  on(calls.copyLayout, year.copyLayout)
  on(calls.verifyLayout, year.verifyLayout)
  on(calls.draw, year.draw)
  on(calls.check, year.check)
  on(calls.freeze, version.freeze)
  on(calls.rows, row.rows)
  on(calls.exportRows, row.exportRows)
  on(calls.row, row.row)
  on(calls.addRow, row.addRow)
  on(calls.changeRow, row.changeRow)
  on(calls.removeRow, row.removeRow)
  on(calls.correct, row.correct)
  on(calls.template, file.template)
  on(calls.importRows, importRows)
  on(calls.issues, issue.issues)
  on(calls.exportIssues, issue.exportIssues)
  on(calls.explain, issue.explain)
  on(calls.differences, version.differences)
  on(calls.exportDifferences, version.exportDifferences)
  on(calls.workbook, file.workbook)
  on(calls.fixedText, file.fixedText)
}

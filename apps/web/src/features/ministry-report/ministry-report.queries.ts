import { ministryReportCalls as calls } from '@portal/contract/ministry-report/ministry-report'
import type { Tab } from '@portal/contract/ministry-report/layout'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

const year = [calls.years, calls.year]
const rows = [...year, calls.rows, calls.row]
const whole = [...rows, calls.issues, calls.differences]

export const useYears = readOf(calls.years)
export const useYear = readOf(calls.year)
export const useOpen = writeOf(calls.open, year)
export const useSet = writeOf(calls.set, year)

export const useLayout = readOf(calls.layout)
const layout = [...whole, calls.layout]
export const useSetLayout = writeOf(calls.setLayout, layout)
export const copyLayout = takeOf(calls.copyLayout, layout)
export const verifyLayout = takeOf(calls.verifyLayout, year)
export const saveLayout = (of: number) =>
  download(calls.layoutFile, { params: { year: of } }, `上报版式-${of}.json`)

export const draw = takeOf(calls.draw, whole)
export const check = takeOf(calls.check, whole)
export const useFreeze = writeOf(calls.freeze, whole)

export const useRows = listOf(calls.rows)
export const saveRows = saveOf(calls.exportRows, '上报表.xlsx')
export const useRow = readOf(calls.row)
export const useAddRow = writeOf(calls.addRow, rows)
export const useChangeRow = writeOf(calls.changeRow, rows)
export const removeRow = takeOf(calls.removeRow, rows)
export const useCorrect = writeOf(calls.correct, rows)
export const useImportRows = writeOf(calls.importRows, rows)
export const importRule = calls.importRows.upload
export const saveTemplate = (of: number, tab: Tab) =>
  download(calls.template, { query: { year: of, tab } }, `${tab}导入模板.xlsx`)

export const useIssues = listOf(calls.issues)
export const saveIssues = saveOf(calls.exportIssues, '上报检查的问题.xlsx')
export const explain = takeOf(calls.explain, [...year, calls.issues])

export const useDifferences = listOf(calls.differences)
export const saveDifferences = saveOf(calls.exportDifferences, '上报版本的差异.xlsx')
export const saveWorkbook = (of: number, version?: number) =>
  download(calls.workbook, { params: { year: of }, query: { version } }, `教育部报表-${of}.xlsx`)
export const saveText = (of: number, tab: Tab, version?: number) =>
  download(calls.fixedText, { params: { year: of }, query: { tab, version } }, `${tab}-${of}.txt`)

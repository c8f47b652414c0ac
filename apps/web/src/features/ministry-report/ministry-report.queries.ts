import { ministryReportCalls as calls } from '@portal/contract/ministry-report/ministry-report'
import type { Tab } from '@portal/contract/ministry-report/layout'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

const year = [calls.years, calls.year]
const rows = [...year, calls.rows, calls.row]
const whole = [...rows, calls.issues, calls.differences]

export const useYears = defineRead(calls.years)
export const useYear = defineRead(calls.year)
export const useOpen = defineWrite(calls.open, year)
export const useSet = defineWrite(calls.set, year)

export const useLayout = defineRead(calls.layout)
const layout = [...whole, calls.layout]
export const useSetLayout = defineWrite(calls.setLayout, layout)
export const copyLayout = defineTake(calls.copyLayout, layout)
export const verifyLayout = defineTake(calls.verifyLayout, year)
export const saveLayout = (of: number) =>
  download(calls.layoutFile, { params: { year: of } }, `上报版式-${of}.json`)

export const draw = defineTake(calls.draw, whole)
export const check = defineTake(calls.check, whole)
export const useFreeze = defineWrite(calls.freeze, whole)

export const useRows = defineList(calls.rows)
export const saveRows = defineSave(calls.exportRows, '上报表.xlsx')
export const useRow = defineRead(calls.row)
export const useAddRow = defineWrite(calls.addRow, rows)
export const useChangeRow = defineWrite(calls.changeRow, rows)
export const removeRow = defineTake(calls.removeRow, rows)
export const useCorrect = defineWrite(calls.correct, rows)
export const useImportRows = defineWrite(calls.importRows, rows)
export const importRule = calls.importRows.upload
export const saveTemplate = (of: number, tab: Tab) =>
  download(calls.template, { query: { year: of, tab } }, `${tab}导入模板.xlsx`)

export const useIssues = defineList(calls.issues)
export const saveIssues = defineSave(calls.exportIssues, '上报检查的问题.xlsx')
export const explain = defineTake(calls.explain, [...year, calls.issues])

export const useDifferences = defineList(calls.differences)
export const saveDifferences = defineSave(calls.exportDifferences, '上报版本的差异.xlsx')
export const saveWorkbook = (of: number, version?: number) =>
  download(calls.workbook, { params: { year: of }, query: { version } }, `教育部报表-${of}.xlsx`)
export const saveText = (of: number, tab: Tab, version?: number) =>
  download(calls.fixedText, { params: { year: of }, query: { tab, version } }, `${tab}-${of}.txt`)

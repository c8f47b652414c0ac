import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { nationalReportCalls as calls } from '@portal/contract/national-report/national-report'
import type { NationalKind } from '@portal/contract/national-report/schema'
import type { Arguments, Call } from '@portal/contract/kernel/call'
import type { Page } from '@portal/contract/kernel/page'
import { makeQuery, defineRead, defineTake, defineWrite, type RowOf, type RowsHook } from '../../lib/query.ts'
import { download, type SendArguments, type Transfer } from '../../lib/send.ts'

/** Calls to reload after any change to rows. */
const rows = [calls.reports, calls.devices, calls.rows, calls.row, calls.issues, calls.batches]

export const useReports = defineRead(calls.reports)
export const useAddReport = defineWrite(calls.add, [calls.reports, calls.schemas])
export const readLeaving = defineTake(calls.leaving)
export const collect = defineTake(calls.collect, rows)
export const useSchemas = defineRead(calls.schemas)
export const useImportSchema = defineWrite(calls.importSchema, [calls.schemas, ...rows])

/** Lists of one report or batch, whose id is part of the call's path. */
const listAt =
  <C extends Call>(call: C) =>
  (id: number): RowsHook<RowOf<C>> =>
  (query) =>
    useQuery({
      ...makeQuery(call, { params: { id }, query } as unknown as Arguments<C>),
      placeholderData: keepPreviousData,
    }) as unknown as ReturnType<RowsHook<RowOf<C>>> // every list returns a page of its rows
export const defineDevices = listAt(calls.devices)
export const defineRows = listAt(calls.rows)
export const defineIssues = listAt(calls.issues)
export const defineBatches = listAt(calls.batches)
export const defineAnswers = listAt(calls.answers)
export type Checked = Page<RowOf<typeof calls.issues>> & { checked?: number }

const saveAt =
  <C extends Call>(call: C, name: string) =>
  (id: number) =>
  (query: Record<string, unknown>, transfer?: Transfer): Promise<void> =>
    download(call, { params: { id }, query, ...transfer } as unknown as SendArguments<C>, name)
export const saveDevices = saveAt(calls.exportDevices, '国家平台上报仪器.xlsx')
export const saveRows = saveAt(calls.exportRows, '国家平台上报数据.xlsx')
export const saveIssues = saveAt(calls.exportIssues, '国家平台上报校验结果.xlsx')
export const saveBatches = saveAt(calls.exportBatches, '国家平台上报批次.xlsx')
export const saveAnswers = saveAt(calls.exportAnswers, '国家平台上报结果.xlsx')
export const saveFile = (id: number, kind: NationalKind, format: 'xlsx' | 'xml' | 'txt'): Promise<void> =>
  download(calls.file, { params: { id }, query: { kind, format } }, `国家平台上报.${format}`)
export const saveSchema = (id: number): Promise<void> =>
  download(calls.schemaFile, { params: { id } }, '国家平台数据格式.json')

export const useRow = defineRead(calls.row)
export const useType = defineWrite(calls.type, rows)
export const addCustoms = defineTake(calls.addCustoms, rows)
/** Does not reload the row itself, because it is deleted. */
export const removeRow = defineTake(
  calls.remove,
  rows.filter((call) => call !== calls.row),
)
export const sendRows = defineTake(calls.send, rows)
export const registerRows = defineTake(calls.register, rows)
export const lockRows = defineTake(calls.lock, rows)
export const rejectRows = defineTake(calls.reject, rows)
export const withdrawRows = defineTake(calls.withdraw, rows)
export const restoreRows = defineTake(calls.restore, rows)

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bulkCalls, type ImportKind, type RowVerdict } from '@portal/contract/bulk/bulk'
import { makeQuery, defineWrite } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

const POLL_MS = 700

/** Polled while the server works on it. */
export const useImport = (id: number) =>
  useQuery({
    ...makeQuery(bulkCalls.get, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'reading' || state.data?.state === 'committing' ? POLL_MS : false,
  })
export const useImportRows = (id: number, query: { page: number; size: number; verdict: RowVerdict | '' }) =>
  useQuery({
    ...makeQuery(bulkCalls.rows, { params: { id }, query }),
    placeholderData: keepPreviousData,
    // An import that returns to checking may have new verdicts for its rows.
    staleTime: 0,
  })
export const useCommit = defineWrite(bulkCalls.commit, [bulkCalls.get, bulkCalls.rows])
export const useDiscard = defineWrite(bulkCalls.discard)

export const uploadImport = (kind: ImportKind, file: File, onProgress: (part: number) => void) =>
  send(bulkCalls.upload, { params: { kind }, files: [file], onProgress, quiet: true })
export const saveTemplate = (kind: ImportKind) =>
  download(bulkCalls.template, { params: { kind } }, '导入模板.xlsx')
export const saveBadRows = (id: number) => download(bulkCalls.badRows, { params: { id } }, '有误的行.xlsx')

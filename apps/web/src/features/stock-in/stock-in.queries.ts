import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { joinHandIn } from '../../lib/hand-in.ts'
import { defineList, defineRead, defineSave, defineTake, defineWrite, type Write } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

const changed = [stockInCalls.get, stockInCalls.list, stockInCalls.counts, approvalCalls.tasks]

export const useStockIn = defineRead(stockInCalls.get)
export const useStockIns = defineList(stockInCalls.list)
export const useStockInCounts = defineRead(stockInCalls.counts)
export const saveStockIns = defineSave(stockInCalls.export, '入库单.xlsx')
export const useChangeStockIn = defineWrite(stockInCalls.change, changed)
export const useCorrectStockIn = defineWrite(stockInCalls.correct, changed)
export const useSubmitStockIn = defineWrite(stockInCalls.submit, changed)
export const auditStockIns = defineTake(stockInCalls.audit, changed)
export const useEnterVoucher = defineWrite(stockInCalls.voucher, changed)
export const storeStockIns = defineTake(stockInCalls.store, changed)
export const useLabels = defineRead(stockInCalls.labels)
export const saveDossier = (deviceId: number) =>
  download(stockInCalls.dossier, { params: { deviceId } }, '建档资料.zip')

export const useHandIn = (
  onSaved: (saved: { revision: number }) => void,
): Write<typeof stockInCalls.change> => joinHandIn(useChangeStockIn(), useSubmitStockIn(), onSaved)

/** Uploads an invoice's picture or PDF as soon as it is chosen. */
export const addFile = (id: number, file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(stockInCalls.addFile, { params: { id }, files: [file], onProgress, quiet: true })

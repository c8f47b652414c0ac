import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  tenderCalls.get,
  tenderCalls.list,
  tenderCalls.counts,
  tenderCalls.results,
  approvalCalls.tasks,
]

export const useTenders = listOf(tenderCalls.list)
export const saveTenders = saveOf(tenderCalls.export, '采购项目.xlsx')
export const useResults = listOf(tenderCalls.results)
export const saveResults = saveOf(tenderCalls.exportResults, '成交结果.xlsx')
export const useTenderCounts = readOf(tenderCalls.counts)
export const useTender = readOf(tenderCalls.get)
export const useTenderList = readOf(tenderCalls.list)
export const useSupplierOptions = readOf(supplierCalls.options)
export const useChangeTender = writeOf(tenderCalls.change, changed)
export const useAnnounce = writeOf(tenderCalls.announce, changed)
export const useQuote = writeOf(tenderCalls.quote, changed)
export const useWithdraw = writeOf(tenderCalls.withdraw, changed)
export const useOpen = writeOf(tenderCalls.open, changed)
export const useTakeTenders = writeOf(tenderCalls.take, changed)
export const useNameCommittee = writeOf(tenderCalls.committee, changed)
export const useSignOpinion = writeOf(tenderCalls.sign, changed)
export const useConclude = writeOf(tenderCalls.conclude, changed)
export const useAward = writeOf(tenderCalls.award, changed)
export const failTender = takeOf(tenderCalls.fail, changed)
export const uploadDocument = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(tenderCalls.attach, { files: [file], onProgress, quiet: true })

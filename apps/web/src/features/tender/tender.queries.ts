import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  tenderCalls.get,
  tenderCalls.list,
  tenderCalls.counts,
  tenderCalls.results,
  approvalCalls.tasks,
]

export const useTenders = defineList(tenderCalls.list)
export const saveTenders = defineSave(tenderCalls.export, '采购项目.xlsx')
export const useResults = defineList(tenderCalls.results)
export const saveResults = defineSave(tenderCalls.exportResults, '成交结果.xlsx')
export const useTenderCounts = defineRead(tenderCalls.counts)
export const useTender = defineRead(tenderCalls.get)
export const useTenderList = defineRead(tenderCalls.list)
export const useSupplierOptions = defineRead(supplierCalls.options)
export const useChangeTender = defineWrite(tenderCalls.change, changed)
export const useAnnounce = defineWrite(tenderCalls.announce, changed)
export const useQuote = defineWrite(tenderCalls.quote, changed)
export const useWithdraw = defineWrite(tenderCalls.withdraw, changed)
export const useOpen = defineWrite(tenderCalls.open, changed)
export const useTakeTenders = defineWrite(tenderCalls.take, changed)
export const useNameCommittee = defineWrite(tenderCalls.committee, changed)
export const useSignOpinion = defineWrite(tenderCalls.sign, changed)
export const useConclude = defineWrite(tenderCalls.conclude, changed)
export const useAward = defineWrite(tenderCalls.award, changed)
export const failTender = defineTake(tenderCalls.fail, changed)
export const uploadDocument = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(tenderCalls.attach, { files: [file], onProgress, quiet: true })

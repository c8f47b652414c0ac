import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { messageCalls } from '@portal/contract/message/message'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  supplierCalls.list,
  supplierCalls.get,
  supplierCalls.mine,
  supplierCalls.options,
  approvalCalls.tasks,
  approvalCalls.wait,
]

export const useSuppliers = listOf(supplierCalls.list)
export const saveSuppliers = saveOf(supplierCalls.export, '供应商.xlsx')
export const useSupplier = readOf(supplierCalls.get)
export const useMyCompany = readOf(supplierCalls.mine)
export const useInvitation = readOf(supplierCalls.invitation)
export const useActivate = writeOf(supplierCalls.activate)
export const useInvite = writeOf(supplierCalls.invite, changed)
export const useInviteAgain = writeOf(supplierCalls.inviteAgain, changed)
export const useSaveCompany = writeOf(supplierCalls.save, changed)
export const useSubmitCompany = writeOf(supplierCalls.submit, changed)
export const useSaveAccount = writeOf(supplierCalls.account, changed)
export const auditSuppliers = takeOf(supplierCalls.audit, changed)
export const suspendSupplier = takeOf(supplierCalls.suspend, changed)
export const resumeSupplier = takeOf(supplierCalls.resume, changed)
export const useAddMember = writeOf(supplierCalls.addMember, changed)
export const useRemoveMember = writeOf(supplierCalls.removeMember, changed)

export const useOptionRows = readOf(supplierCalls.options)

/** What waits for the person, and what he was told. */
export const useWaitingTasks = readOf(approvalCalls.wait)
export const useNews = listOf(messageCalls.page)
export const useReadNews = writeOf(messageCalls.read, [messageCalls.page, messageCalls.unread])

export const uploadPaper = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(supplierCalls.uploadPaper, { files: [file], onProgress, quiet: true })

import { approvalCalls } from '@portal/contract/approval/approval'
import type { Attachment } from '@portal/contract/kernel/rows'
import { messageCalls } from '@portal/contract/message/message'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  supplierCalls.list,
  supplierCalls.get,
  supplierCalls.mine,
  supplierCalls.options,
  approvalCalls.tasks,
  approvalCalls.wait,
]

export const useSuppliers = defineList(supplierCalls.list)
export const saveSuppliers = defineSave(supplierCalls.export, '供应商.xlsx')
export const useSupplier = defineRead(supplierCalls.get)
export const useMyCompany = defineRead(supplierCalls.mine)
export const useInvitation = defineRead(supplierCalls.invitation)
export const useActivate = defineWrite(supplierCalls.activate)
export const useInvite = defineWrite(supplierCalls.invite, changed)
export const useInviteAgain = defineWrite(supplierCalls.inviteAgain, changed)
export const useSaveCompany = defineWrite(supplierCalls.save, changed)
export const useSubmitCompany = defineWrite(supplierCalls.submit, changed)
export const useSaveAccount = defineWrite(supplierCalls.account, changed)
export const auditSuppliers = defineTake(supplierCalls.audit, changed)
export const suspendSupplier = defineTake(supplierCalls.suspend, changed)
export const resumeSupplier = defineTake(supplierCalls.resume, changed)
export const useAddMember = defineWrite(supplierCalls.addMember, changed)
export const useRemoveMember = defineWrite(supplierCalls.removeMember, changed)

export const useOptionRows = defineRead(supplierCalls.options)

/** The user's tasks and messages. */
export const useWaitingTasks = defineRead(approvalCalls.wait)
export const useNews = defineList(messageCalls.page)
export const useReadNews = defineWrite(messageCalls.read, [messageCalls.page, messageCalls.unread])

export const uploadPaper = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(supplierCalls.uploadPaper, { files: [file], onProgress, quiet: true })

import { deptCalls } from '@portal/contract/dept/dept'
import type { Attachment } from '@portal/contract/kernel/rows'
import { noticeCalls } from '@portal/contract/notice/notice'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useNotices = defineList(noticeCalls.list)
export const useNotice = defineRead(noticeCalls.get)

export const useManagedNotices = defineList(noticeCalls.manage)
export const saveNotices = defineSave(noticeCalls.exportManaged, '公告.xlsx')
export const useManagedNotice = defineRead(noticeCalls.manageOne)
export const useTargets = defineRead(noticeCalls.targets)
export const useDeptTree = defineRead(deptCalls.tree)
const shown = [noticeCalls.manage, noticeCalls.manageOne, noticeCalls.list, noticeCalls.get]
export const useCreateNotice = defineWrite(noticeCalls.create, shown)
export const useChangeNotice = defineWrite(noticeCalls.change, shown)
export const usePublishNotice = defineWrite(noticeCalls.publish, shown)
export const useWithdrawNotice = defineWrite(noticeCalls.withdraw, shown)
export const useRemoveNotice = defineWrite(noticeCalls.remove, shown)
export const uploadAttachment = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(noticeCalls.attach, { files: [file], onProgress, quiet: true })

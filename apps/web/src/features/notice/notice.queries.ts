import { deptCalls } from '@portal/contract/dept/dept'
import type { Attachment } from '@portal/contract/kernel/rows'
import { noticeCalls } from '@portal/contract/notice/notice'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useNotices = listOf(noticeCalls.list)
export const useNotice = readOf(noticeCalls.get)

export const useManagedNotices = listOf(noticeCalls.manage)
export const saveNotices = saveOf(noticeCalls.exportManaged, '公告.xlsx')
export const useManagedNotice = readOf(noticeCalls.manageOne)
export const useTargets = readOf(noticeCalls.targets)
export const useDeptTree = readOf(deptCalls.tree)
const shown = [noticeCalls.manage, noticeCalls.manageOne, noticeCalls.list, noticeCalls.get]
export const useCreateNotice = writeOf(noticeCalls.create, shown)
export const useChangeNotice = writeOf(noticeCalls.change, shown)
export const usePublishNotice = writeOf(noticeCalls.publish, shown)
export const useWithdrawNotice = writeOf(noticeCalls.withdraw, shown)
export const useRemoveNotice = writeOf(noticeCalls.remove, shown)
export const uploadAttachment = (file: File, onProgress: (part: number) => void): Promise<Attachment> =>
  send(noticeCalls.attach, { files: [file], onProgress, quiet: true })

import { noticeCalls } from '@portal/contract/notice/notice'
import { listOf, readOf } from '../../lib/query.ts'

export const useNotices = listOf(noticeCalls.list)
export const useNotice = readOf(noticeCalls.get)

import { messageCalls } from '@portal/contract/message/message'
import { readOf, writeOf } from '../../lib/query.ts'

const changed = [messageCalls.page, messageCalls.unread]
export const useUnread = readOf(messageCalls.unread)
export const useMessages = readOf(messageCalls.page)
export const useReadMessages = writeOf(messageCalls.read, changed)
export const useRemoveMessages = writeOf(messageCalls.remove, changed)

import { messageCalls } from '@portal/contract/message/message'
import { defineRead, defineWrite } from '../../lib/query.ts'

const changed = [messageCalls.page, messageCalls.unread]
export const useUnread = defineRead(messageCalls.unread)
export const useMessages = defineRead(messageCalls.page)
export const useReadMessages = defineWrite(messageCalls.read, changed)
export const useRemoveMessages = defineWrite(messageCalls.remove, changed)

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageCalls } from '@portal/contract/message/message'
import { defineRead, defineWrite, makeQuery } from '../../lib/query.ts'

const changed = [messageCalls.page, messageCalls.unread]
export const useUnread = defineRead(messageCalls.unread)
/** Shown messages stay while older ones load. */
export const useMessages = (query: { size: number; unread?: 'true' }) =>
  useQuery({
    ...makeQuery(messageCalls.page, { query: { page: 0, ...query } }),
    placeholderData: keepPreviousData,
  })
export const useReadMessages = defineWrite(messageCalls.read, changed)
export const useRemoveMessages = defineWrite(messageCalls.remove, changed)

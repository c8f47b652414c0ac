import { messageCalls } from '@portal/contract/message/message'
import type { Routes } from '../../kernel/serve.ts'
import * as message from './message.handler.ts'

export const messageRoutes: Routes = (on) => {
  on(messageCalls.page, message.list)
  on(messageCalls.read, message.markRead)
  on(messageCalls.remove, message.remove)
  on(messageCalls.unread, message.countUnread)
}

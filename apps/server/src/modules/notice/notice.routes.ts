import { noticeCalls } from '@portal/contract/notice/notice'
import type { Routes } from '../../kernel/serve.ts'
import * as notice from './notice.handler.ts'

export const noticeRoutes: Routes = (on) => {
  on(noticeCalls.list, notice.list)
  on(noticeCalls.get, notice.get)
  on(noticeCalls.manage, notice.manage)
  on(noticeCalls.exportManaged, notice.exportManaged)
  on(noticeCalls.manageOne, notice.manageOne)
  on(noticeCalls.targets, notice.targets)
  on(noticeCalls.create, notice.create)
  on(noticeCalls.change, notice.change, { keeps: notice.loadUnchanged })
  on(noticeCalls.publish, notice.publish)
  on(noticeCalls.withdraw, notice.withdraw)
  on(noticeCalls.attach, notice.attach)
  on(noticeCalls.remove, notice.remove)
}

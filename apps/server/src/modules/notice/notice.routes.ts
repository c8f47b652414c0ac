import { noticeCalls } from '@portal/contract/notice/notice'
import type { Routes } from '../../kernel/serve.ts'
import * as notice from './notice.handler.ts'

export const noticeRoutes: Routes = (on) => {
  on(noticeCalls.list, notice.list)
  on(noticeCalls.get, notice.get)
  on(noticeCalls.manage, notice.listManaged)
  on(noticeCalls.exportManaged, notice.exportManaged)
  on(noticeCalls.manageOne, notice.showManaged)
  on(noticeCalls.targets, notice.listTargets)
  on(noticeCalls.create, notice.create)
  on(noticeCalls.change, notice.change, { keeps: notice.loadUnchanged })
  on(noticeCalls.publish, notice.publish)
  on(noticeCalls.withdraw, notice.withdraw)
  on(noticeCalls.attach, notice.uploadAttachment)
  on(noticeCalls.remove, notice.remove)
}

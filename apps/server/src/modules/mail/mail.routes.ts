import { mailCalls } from '@portal/contract/mail/mail'
import type { Routes } from '../../kernel/serve.ts'
import * as mail from './mail.handler.ts'
import * as setting from './setting.handler.ts'

export const mailRoutes: Routes = (on) => {
  on(mailCalls.outbox, mail.listOutbox)
  on(mailCalls.exportOutbox, mail.exportOutbox)
  on(mailCalls.retry, mail.retry)
  on(mailCalls.setting, setting.showSetting)
  on(mailCalls.sender, setting.showSender)
  on(mailCalls.changeSetting, setting.changeSetting, { keeps: setting.loadUnchanged })
  on(mailCalls.test, setting.sendTest)
}

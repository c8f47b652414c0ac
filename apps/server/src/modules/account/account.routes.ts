import { accountCalls } from '@portal/contract/account/account'
import type { Routes } from '../../kernel/serve.ts'
import * as account from './account.handler.ts'
import { sendCode } from './code.handler.ts'

export const accountRoutes: Routes = (on) => {
  on(accountCalls.profile, account.showProfile)
  on(accountCalls.register, account.register)
  on(accountCalls.sendCode, sendCode)
  on(accountCalls.resetPassword, account.resetPassword)
  on(accountCalls.changePassword, account.changePassword)
  on(accountCalls.changeProfile, account.changeProfile)
  on(accountCalls.setAvatar, account.setAvatar)
  on(accountCalls.logs, account.listLogs)
}

import { mailCalls } from '@portal/contract/mail/mail'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

const changed = [mailCalls.setting, mailCalls.outbox]
export const useOutbox = defineList(mailCalls.outbox)
export const saveOutbox = defineSave(mailCalls.exportOutbox, '邮件发件箱.xlsx')
export const useRetryMail = defineWrite(mailCalls.retry, [mailCalls.outbox])
export const useMailSetting = defineRead(mailCalls.setting)
export const useMailSender = defineRead(mailCalls.sender)
export const useChangeMailSetting = defineWrite(mailCalls.changeSetting, changed)
export const useTestMail = defineWrite(mailCalls.test)

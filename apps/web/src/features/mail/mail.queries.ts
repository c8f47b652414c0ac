import { mailCalls } from '@portal/contract/mail/mail'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'

const changed = [mailCalls.setting, mailCalls.outbox]
export const useOutbox = listOf(mailCalls.outbox)
export const saveOutbox = saveOf(mailCalls.exportOutbox, '邮件发件箱.xlsx')
export const useRetryMail = writeOf(mailCalls.retry, [mailCalls.outbox])
export const useMailSetting = readOf(mailCalls.setting)
export const useChangeMailSetting = writeOf(mailCalls.changeSetting, changed)
export const useTestMail = writeOf(mailCalls.test)

import { mailCalls } from '@portal/contract/mail/mail'
import { listOf, readOf, writeOf } from '../../lib/query.ts'

const changed = [mailCalls.setting, mailCalls.outbox]
export const useOutbox = listOf(mailCalls.outbox)
export const useRetryMail = writeOf(mailCalls.retry, [mailCalls.outbox])
export const useMailSetting = readOf(mailCalls.setting)
export const useChangeMailSetting = writeOf(mailCalls.changeSetting, changed)
export const useTestMail = writeOf(mailCalls.test)

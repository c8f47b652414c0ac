import { mailCalls } from '@portal/contract/mail/mail'
import type { Routes } from '../../kernel/serve.ts'
import * as mail from './mail.service.ts'

export const mailRoutes: Routes = (on) => {
  on(mailCalls.outbox, mail.outbox)
  on(mailCalls.retry, mail.retry)
}

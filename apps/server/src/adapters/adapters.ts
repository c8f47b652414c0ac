import type { FileStore } from './files/files.ts'
import type { MailSender } from './mail/mail.ts'
import type { Sso } from './sso/sso.ts'

/** The outside world. Each has an embedded default, so that nothing has to be set up. */
export interface Adapters {
  files: FileStore
  /** Undefined where no mail server is configured: mail waits in the outbox, to be seen there. */
  mail?: MailSender | undefined
  /** The campus single sign-on. Undefined: people sign in with a password of the portal only. */
  sso?: Sso | undefined
}

import nodemailer from 'nodemailer'

export interface Letter {
  to: string
  subject: string
  body: string
  /** The same for each attempt, so that a mail sent twice after a crash is seen to be one. */
  messageId: string
}

/** Why a letter was not taken. `forGood`: this address or this letter will never be. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly forGood: boolean
  constructor(message: string, forGood: boolean) {
    super(message)
    this.forGood = forGood
  }
}

export interface MailSender {
  send(letter: Letter): Promise<void>
  close(): void
}

/** Mail over SMTP; undefined where none is configured: mail then waits in the outbox. */
export function smtpMail({ SMTP_URL, MAIL_FROM }: { SMTP_URL?: string | undefined; MAIL_FROM: string }): MailSender | undefined {
  if (!SMTP_URL) return undefined
  const transport = nodemailer.createTransport({ url: SMTP_URL, pool: true, maxConnections: 2, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
  return {
    async send({ to, subject, body, messageId }) {
      try {
        await transport.sendMail({ from: MAIL_FROM, to, subject, text: body, messageId })
      } catch (e) {
        const { message, code, responseCode } = e as Error & { code?: string; responseCode?: number }
        // 5xx to sender, recipient or content is final; to greeting or password it is our own settings that are wrong.
        throw new NotSent(message, (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500)
      }
    },
    close: () => transport.close(),
  }
}

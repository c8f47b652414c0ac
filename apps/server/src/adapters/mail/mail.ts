import { createRequire } from 'node:module'
import type Nodemailer from 'nodemailer'
import type { Transporter } from 'nodemailer'

export interface Letter {
  to: string
  subject: string
  body: string
  html?: string
  attachments?: readonly { name: string; base64: string }[]
  /** The same for each attempt, so that mail programs recognise a mail that was sent twice after a crash. */
  messageId: string
}

/** Why a letter was not sent. `forGood`: true if a retry is useless, because of its recipient or its size. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly forGood: boolean
  /** The error code of the mail client: `EAUTH`, `ECONNECTION`, … */
  readonly code: string | undefined
  constructor(message: string, forGood: boolean, code?: string) {
    super(message)
    this.forGood = forGood
    this.code = code
  }
}

export interface MailSender {
  /** When `signal` aborts, the letter fails at once, although the server may have accepted it. */
  send(letter: Letter, signal?: AbortSignal): Promise<void>
  close(): void
}

/** Loads the library only if there is a server to send over. */
const require = createRequire(import.meta.url)
const mailer = () => require('nodemailer') as typeof Nodemailer

const limits = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const

/** The SMTP sender of the environment; undefined if it names no server. */
export function smtpMail({
  SMTP_URL,
  MAIL_FROM,
}: {
  SMTP_URL?: string | undefined
  MAIL_FROM: string
}): MailSender | undefined {
  return SMTP_URL ? senderOver(mailer().createTransport({ url: SMTP_URL, ...limits }), MAIL_FROM) : undefined
}

export interface SmtpServer {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` after the greeting, or `plain`. */
  security: 'tls' | 'starttls' | 'plain'
  username: string | null
  password: string | null
  from: { name: string; address: string }
}
export function smtpServer({ host, port, security, username, password, from }: SmtpServer): MailSender {
  const auth = username ? { user: username, pass: password ?? '' } : undefined
  const transport = mailer().createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'plain',
    ...(auth && { auth }),
    ...limits,
  })
  return senderOver(transport, from)
}

interface Fault extends Error {
  code?: string
  /** The SMTP command that failed. */
  command?: string
  responseCode?: number
}
/** SMTP 552: the mail is larger than the server accepts. */
const TOO_LARGE = 552
/**
 * Only a refusal of the recipient or of the size concerns the letter itself. Greeting, password
 * and sender address are the portal's settings, and a server also refuses the text when the limit
 * of mails a day is reached.
 */
const isForGood = (command: string | undefined, responseCode = 0): boolean =>
  responseCode === TOO_LARGE || (command === 'RCPT TO' && responseCode >= 500)

const senderOver = (
  transport: Pick<Transporter, 'sendMail' | 'close'>,
  from: string | SmtpServer['from'],
): MailSender => ({
  async send({ to, subject, body, html, attachments = [], messageId }, signal) {
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        text: body,
        ...(html !== undefined && { html }),
        ...(attachments.length > 0 && {
          attachments: attachments.map((a) => ({ filename: a.name, content: a.base64, encoding: 'base64' })),
        }),
        messageId,
        ...(signal && { signal }),
      })
    } catch (e) {
      const { message, code, command, responseCode } = e as Fault
      throw new NotSent(message, isForGood(command, responseCode), code)
    }
  },
  close: () => transport.close(),
})

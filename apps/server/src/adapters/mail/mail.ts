import { createRequire } from 'node:module'
import type Nodemailer from 'nodemailer'
import type { Transporter } from 'nodemailer'

export interface Letter {
  to: string
  subject: string
  body: string
  html?: string
  attachments?: readonly { name: string; base64: string }[]
  /** The same for each attempt, so that a mail sent twice after a crash is seen to be one. */
  messageId: string
}

/** Why a letter was not taken. `forGood`: its recipient or its size will never be. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly forGood: boolean
  /** What the mail client calls it: `EAUTH`, `ECONNECTION`, … */
  readonly code: string | undefined
  constructor(message: string, forGood: boolean, code?: string) {
    super(message)
    this.forGood = forGood
    this.code = code
  }
}

export interface MailSender {
  send(letter: Letter): Promise<void>
  close(): void
}

/** Loads the library only once there is a server to send over. */
const require = createRequire(import.meta.url)
const mailer = () => require('nodemailer') as typeof Nodemailer

const limits = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const

/** Mail over SMTP as the environment says; undefined where it names no server. */
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
  /** tls from the first byte, starttls after a greeting, or plain. */
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
  /** What was being said to the server. */
  command?: string
  responseCode?: number
}
/** 552: larger than the server takes. */
const TOO_LARGE = 552
/**
 * Only a refusal of the recipient, or of its size, is the letter's own. The greeting, the password and the
 * sender's address are our settings, and a letter's text is refused also where the day's number is reached.
 */
const isForGood = (command: string | undefined, responseCode = 0): boolean =>
  responseCode === TOO_LARGE || (command === 'RCPT TO' && responseCode >= 500)

const senderOver = (
  transport: Pick<Transporter, 'sendMail' | 'close'>,
  from: string | SmtpServer['from'],
): MailSender => ({
  async send({ to, subject, body, html, attachments = [], messageId }) {
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
      })
    } catch (e) {
      const { message, code, command, responseCode } = e as Fault
      throw new NotSent(message, isForGood(command, responseCode), code)
    }
  },
  close: () => transport.close(),
})

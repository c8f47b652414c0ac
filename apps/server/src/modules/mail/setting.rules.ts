import type { MailSecurity, mailRefusals } from '@portal/contract/mail/mail'

type Fault = Extract<keyof typeof mailRefusals, `MAIL_${string}`>

/** The fault that an error code of the mail client means. */
export function explainFault(code: string | undefined): Fault {
  if (code === 'EAUTH') return 'MAIL_LOGIN'
  if (
    code === 'ETLS' ||
    code?.startsWith('ERR_SSL') ||
    code?.startsWith('CERT') ||
    code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ||
    code === 'ERR_TLS_CERT_ALTNAME_INVALID'
  )
    return 'MAIL_TLS'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'MAIL_TURNED_AWAY'
  return 'MAIL_UNREACHABLE'
}

/** The server in a URL such as `smtps://user:password@host:465`, without its password. */
export function readServer(
  url: string,
  from: string,
): {
  host: string
  port: number
  security: MailSecurity
  username: string | null
  hasPassword: boolean
  fromName: string
  fromAddress: string
} {
  const { protocol, hostname, port, username, password } = new URL(url)
  const tls = protocol === 'smtps:'
  const [, name = '', bracketed] = /^(.*?)\s*<([^>]+)>$/.exec(from) ?? []
  return {
    host: hostname,
    port: Number(port) || (tls ? 465 : 587),
    security: tls ? 'tls' : 'starttls',
    username: decodeURIComponent(username) || null,
    hasPassword: password !== '',
    fromName: name,
    fromAddress: bracketed ?? from,
  }
}

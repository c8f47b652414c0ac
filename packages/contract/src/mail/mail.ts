import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, email, id, keyword, line, optionalLine } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'

export const mailStateWords = { waiting: '待发送', sent: '已发送', failed: '发送失败' } as const
export type MailState = keyof typeof mailStateWords
const state = z.enum(Object.keys(mailStateWords) as [MailState, ...MailState[]])

export const mailRow = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  state,
  attempts: z.number().int(),
  /** Time of the next attempt while the mail waits; null otherwise. */
  nextAt: at.nullable(),
  lastError: z.string().nullable(),
  createdAt: at,
  sentAt: at.nullable(),
  can: z.array(z.enum(['retry'])),
})
export type MailRow = z.output<typeof mailRow>

export const mailSecurityWords = { tls: 'SSL/TLS', starttls: 'STARTTLS', plain: '不加密' } as const
export type MailSecurity = keyof typeof mailSecurityWords
const security = z.enum(Object.keys(mailSecurityWords) as [MailSecurity, ...MailSecurity[]], {
  error: '请选择加密方式',
})

/** The outgoing mail server. The password is never sent to the browser, only whether there is one. */
export const mailSetting = z.object({
  /** Where the setting comes from. A setting of the environment cannot be changed here. */
  source: z.enum(['environment', 'database', 'none']),
  host: z.string(),
  port: z.number().int(),
  security,
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  fromName: z.string(),
  fromAddress: z.string(),
  enabled: z.boolean(),
  updatedBy: z.string().nullable(),
  updatedAt: at.nullable(),
  can: z.array(z.enum(['change', 'test'])),
})
export type MailSetting = z.output<typeof mailSetting>

const settingBody = z.object({
  host: line('服务器地址', 200).regex(/^[a-zA-Z0-9.:-]+$/, '服务器地址应为主机名或 IP 地址'),
  port: z
    .number({ error: '请填写端口' })
    .int('端口应为整数')
    .min(1, '端口应在 1 到 65535 之间')
    .max(65535, '端口应在 1 到 65535 之间'),
  security,
  username: optionalLine('用户名', 200),
  /** Left out or empty: the saved password stays. */
  password: z
    .string()
    .max(500, '密码不能超过 500 个字')
    .nullish()
    .transform((p) => p || null),
  fromName: line('发件人名称', 50).regex(/^[^<>"]*$/, '发件人名称不能包含尖括号或引号'),
  fromAddress: email,
  enabled: z.boolean({ error: '请选择是否启用' }),
})
export type MailSettingBody = z.output<typeof settingBody>

export const mailRefusals = {
  SET_BY_ENVIRONMENT: '邮件服务器由服务器环境变量（SMTP_URL）设定，不能在此修改',
  PASSWORD_AGAIN: '更换服务器或用户名后，请重新填写密码',
  PASSWORD_UNREADABLE: '已保存的密码无法读取（服务器密钥已更换），请重新填写',
  NO_MAIL_SERVER: '尚未设置或未启用邮件服务器',
  MAIL_UNREACHABLE: '无法连接邮件服务器，请检查地址、端口和加密方式',
  MAIL_LOGIN: '邮件服务器拒绝了用户名或密码（授权码）',
  MAIL_TLS: '与邮件服务器的加密连接失败，请检查加密方式和证书',
  MAIL_TURNED_AWAY: '邮件服务器拒收',
} as const

const admin = { anyOf: ['ADMIN'] } as const

const outboxList = call({
  method: 'GET',
  path: '/api/v2/mail/outbox',
  summary: '邮件发件箱',
  access: admin,
  query: pageQuery.extend({
    state: state
      .or(z.literal(''))
      .optional()
      .transform((s) => s || undefined),
    keyword,
  }),
  /** `configured`: has the portal a mail server? Without one, mail stays in this list. */
  reply: definePage(mailRow).extend({ configured: z.boolean() }),
})

export const mailCalls = {
  outbox: outboxList,
  exportOutbox: defineExport(outboxList, '导出邮件发件箱'),
  retry: call({
    method: 'POST',
    path: '/api/v2/mail/outbox/retry',
    summary: '重新发送邮件',
    access: admin,
    body: z.object({ ids: z.array(id).min(1, '请选择邮件').max(1000, '一次最多处理 1000 封') }),
    reply: z.object({ retried: z.number().int() }),
  }),
  setting: call({
    method: 'GET',
    path: '/api/v2/mail/setting',
    summary: '系统邮箱设置',
    access: admin,
    reply: mailSetting,
  }),
  /** What everybody may know: the sender's name and address, and whether the portal sends mail at all. */
  sender: call({
    method: 'GET',
    path: '/api/v2/mail/sender',
    summary: '系统邮箱发件人',
    access: 'signed-in',
    reply: mailSetting.pick({ fromName: true, fromAddress: true }).extend({ sends: z.boolean() }),
  }),
  changeSetting: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/mail/setting',
    summary: '修改系统邮箱设置',
    access: admin,
    body: settingBody,
    reply: done,
  }),
  /** Sends a test mail with the saved settings. */
  test: call({
    method: 'POST',
    path: '/api/v2/mail/test',
    summary: '发送测试邮件',
    access: admin,
    body: z.object({ to: email }),
    writes: false,
    perMinute: 10,
    reply: done,
  }),
}

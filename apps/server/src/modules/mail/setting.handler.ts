import type { Parsed } from '@portal/contract/kernel/call'
import { mailCalls, mailRefusals, type MailSettingBody } from '@portal/contract/mail/mail'
import { NotSent } from '../../adapters/mail/mail.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { namePortal, readSite } from '../site/site.service.ts'
import { findSender } from './sender.action.ts'
import { explainFault, readServer } from './setting.rules.ts'
import * as store from './setting.store.ts'

export async function showSetting(ctx: Ctx) {
  const { SMTP_URL, MAIL_FROM } = ctx.env
  if (SMTP_URL) {
    return {
      source: 'environment' as const,
      ...readServer(SMTP_URL, MAIL_FROM),
      enabled: true,
      updatedBy: null,
      updatedAt: null,
      can: ['test' as const],
    }
  }
  const row = await store.read(ctx.db)
  if (!row) {
    return {
      source: 'none' as const,
      host: '',
      port: 465,
      security: 'tls' as const,
      username: null,
      hasPassword: false,
      fromName: (await readSite(ctx)).name,
      fromAddress: '',
      enabled: true,
      updatedBy: null,
      updatedAt: null,
      can: ['change' as const],
    }
  }
  const { password, ...setting } = row
  return {
    source: 'database' as const,
    ...setting,
    hasPassword: password !== null,
    can: ['change' as const, ...(row.enabled ? ['test' as const] : [])],
  }
}

export async function showSender(ctx: Ctx) {
  const { fromName, fromAddress } = await showSetting(ctx)
  return { fromName, fromAddress, sends: (await findSender(ctx)) !== undefined }
}

export async function changeSetting(ctx: Ctx, { body }: Parsed<typeof mailCalls.changeSetting>) {
  if (ctx.env.SMTP_URL) throw refuse('SET_BY_ENVIRONMENT', mailRefusals.SET_BY_ENVIRONMENT)
  ctx.target = `${body.host}:${body.port}`
  await store.write(ctx, { ...body, password: choosePassword(ctx, body, await store.read(ctx.db)) })
  ctx.afterCommit(() => ctx.deps.posted?.()) // waiting mail may be sent now
  return null
}

/**
 * The stored password is used only with the host, port and username it was entered for; otherwise a person
 * who may change the server could send it to a server of their own.
 */
function choosePassword(ctx: Ctx, body: MailSettingBody, before: store.SettingRecord | null): Buffer | null {
  if (!body.username) return null
  if (body.password) return ctx.deps.adapters.secrets.seal(body.password)
  if (!before?.password) return null
  if (before.host !== body.host || before.port !== body.port || before.username !== body.username)
    throw refuseField('password', mailRefusals.PASSWORD_AGAIN, 'PASSWORD_AGAIN')
  if (ctx.deps.adapters.secrets.open(before.password) === undefined)
    throw refuseField('password', mailRefusals.PASSWORD_UNREADABLE, 'PASSWORD_UNREADABLE')
  return before.password
}

export async function sendTest(ctx: Ctx, { body }: Parsed<typeof mailCalls.test>) {
  const sender = await findSender(ctx)
  if (!sender) throw refuse('NO_MAIL_SERVER', mailRefusals.NO_MAIL_SERVER)
  try {
    await sender.send({
      to: body.to,
      subject: '测试邮件',
      body: `收到这封邮件，说明${namePortal(await readSite(ctx))}的系统邮箱设置正确。`,
      messageId: `<test-${ctx.requestId}@portal>`,
    })
  } catch (e) {
    if (!(e instanceof NotSent)) throw e
    const fault = explainFault(e.code)
    throw refuse(fault, `${mailRefusals[fault]}（${e.message.slice(0, 200)}）`)
  }
  return writeAfter(ctx, mailCalls.test, async (c) => {
    c.target = body.to
    return null
  })
}

/** The stored settings as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = async (ctx) => {
  const setting = await store.read(ctx.db)
  // Without the password: `choosePassword` keeps it.
  return setting ? { username: setting.username } : undefined
}

import type { Parsed } from '@portal/contract/kernel/call'
import { mailCalls, mailRefusals, type MailSettingBody } from '@portal/contract/mail/mail'
import { NotSent, smtpServer, type MailSender } from '../../adapters/mail/mail.ts'
import { defineCache, writesOf, type Asker } from '../../kernel/cache.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { portalOf, siteOf } from '../site/site.service.ts'
import { mailFaultOf, serverIn } from './setting.rules.ts'
import * as store from './setting.store.ts'

const cache = defineCache<store.SettingRecord | null>({
  name: 'mail-setting',
  title: '系统邮箱',
  tables: ['mail_setting'],
  calls: writesOf(mailCalls),
  seconds: 60,
})
const saved = (asker: Asker) => cache.get(asker, '', store.read)

/** Connections to the mail server that administrators have set, for as long as they leave it at that. */
const senders = new WeakMap<Deps['live'], { of: store.SettingRecord; sender: MailSender }>()

/** Who takes mail: what the environment names, or else what administrators have set. Undefined: nobody, and mail waits. */
export async function senderOf(asker: Asker & { deps: Deps }): Promise<MailSender | undefined> {
  const { deps } = asker
  if (deps.adapters.mail) return deps.adapters.mail
  const setting = await saved(asker)
  const known = senders.get(deps.live)
  if (known && setting && known.of.updatedAt.getTime() === setting.updatedAt.getTime()) return known.sender
  known?.sender.close()
  senders.delete(deps.live)
  if (!setting?.enabled) return undefined
  const password = setting.password && deps.adapters.secrets.open(setting.password)
  if (password === undefined) return undefined
  const { fromName: name, fromAddress: address, ...server } = setting
  const sender = smtpServer({ ...server, password, from: { name, address } })
  senders.set(deps.live, { of: setting, sender })
  return sender
}
/** With the server. */
export function closeSender(deps: Deps): void {
  senders.get(deps.live)?.sender.close()
}

/** From whom mail comes. */
export const addressOf = async (asker: Asker & { deps: Deps }): Promise<string> =>
  asker.deps.adapters.mail
    ? asker.deps.env.MAIL_FROM
    : ((await saved(asker))?.fromAddress ?? asker.deps.env.MAIL_FROM)

export async function setting(ctx: Ctx) {
  const { SMTP_URL, MAIL_FROM } = ctx.env
  if (SMTP_URL) {
    return {
      source: 'environment' as const,
      ...serverIn(SMTP_URL, MAIL_FROM),
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
      fromName: (await siteOf(ctx)).name,
      fromAddress: '',
      enabled: true,
      updatedBy: null,
      updatedAt: null,
      can: ['change' as const],
    }
  }
  const { password, ...shown } = row
  return {
    source: 'database' as const,
    ...shown,
    hasPassword: password !== null,
    can: ['change' as const, ...(row.enabled ? ['test' as const] : [])],
  }
}

export async function changeSetting(ctx: Ctx, { body }: Parsed<typeof mailCalls.changeSetting>) {
  if (ctx.env.SMTP_URL) throw refuse('SET_BY_ENVIRONMENT', mailRefusals.SET_BY_ENVIRONMENT)
  ctx.target = `${body.host}:${body.port}`
  await store.write(ctx, { ...body, password: passwordOf(ctx, body, await store.read(ctx.db)) })
  ctx.afterCommit(() => ctx.deps.posted?.()) // what waited may go now
  return null
}

/**
 * The one that is known goes to no server, and in nobody's name, but those it was given for: else whoever may
 * change the server could read it there.
 */
function passwordOf(ctx: Ctx, body: MailSettingBody, before: store.SettingRecord | null): Buffer | null {
  if (!body.username) return null
  if (body.password) return ctx.deps.adapters.secrets.seal(body.password)
  if (!before?.password) return null
  if (before.host !== body.host || before.port !== body.port || before.username !== body.username)
    throw refuseField('password', mailRefusals.PASSWORD_AGAIN, 'PASSWORD_AGAIN')
  if (ctx.deps.adapters.secrets.open(before.password) === undefined)
    throw refuseField('password', mailRefusals.PASSWORD_UNREADABLE, 'PASSWORD_UNREADABLE')
  return before.password
}

export async function test(ctx: Ctx, { body }: Parsed<typeof mailCalls.test>) {
  const sender = await senderOf(ctx)
  if (!sender) throw refuse('NO_MAIL_SERVER', mailRefusals.NO_MAIL_SERVER)
  try {
    await sender.send({
      to: body.to,
      subject: '测试邮件',
      body: `收到这封邮件，说明${portalOf(await siteOf(ctx))}的系统邮箱设置正确。`,
      messageId: `<test-${ctx.requestId}@portal>`,
    })
  } catch (e) {
    if (!(e instanceof NotSent)) throw e
    const fault = mailFaultOf(e.code)
    throw refuse(fault, `${mailRefusals[fault]}（${e.message.slice(0, 200)}）`)
  }
  return writeAfter(ctx, mailCalls.test, async (c) => {
    c.target = body.to
    return null
  })
}

/** What a change leaves out stays so. */
export async function loadUnchanged(ctx: Ctx): Promise<object | undefined> {
  const setting = await store.read(ctx.db)
  // The password has its own way of staying.
  return setting ? { username: setting.username } : undefined
}

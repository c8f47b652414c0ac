import { mailCalls } from '@portal/contract/mail/mail'
import { smtpServer, type MailSender } from '../../adapters/mail/mail.ts'
import { defineCache, listWrites, type Asker } from '../../kernel/cache.ts'
import type { Deps } from '../../kernel/ctx.ts'
import * as store from './setting.store.ts'

const cache = defineCache<store.SettingRecord | null>({
  name: 'mail-setting',
  title: '系统邮箱',
  tables: ['mail_setting'],
  calls: listWrites(mailCalls),
  seconds: 60,
})
const readSetting = (asker: Asker) => cache.get(asker, '', store.read)

/** The sender for the mail server in the settings, kept until the settings change. */
const senders = new WeakMap<Deps['live'], { of: store.SettingRecord; sender: MailSender }>()

/**
 * The sender: from the environment, or else from the administrators' settings. Undefined: none, as in a
 * trial, and mail waits.
 */
export async function findSender(asker: Asker & { deps: Deps }): Promise<MailSender | undefined> {
  const { deps } = asker
  if (deps.env.TRIAL) return undefined
  if (deps.adapters.mail) return deps.adapters.mail
  const setting = await readSetting(asker)
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

/** Closes the connection to the mail server when this server stops. */
export function closeSender(deps: Deps): void {
  senders.get(deps.live)?.sender.close()
}

/** The sender address of mail. */
export const readFromAddress = async (asker: Asker & { deps: Deps }): Promise<string> =>
  asker.deps.adapters.mail
    ? asker.deps.env.MAIL_FROM
    : ((await readSetting(asker))?.fromAddress ?? asker.deps.env.MAIL_FROM)

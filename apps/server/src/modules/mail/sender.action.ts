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

/** Connections to the mail server that administrators have set, for as long as they leave it at that. */
const senders = new WeakMap<Deps['live'], { of: store.SettingRecord; sender: MailSender }>()

/**
 * Who takes mail: what the environment names, or else what administrators have set. Undefined: nobody, and
 * mail waits.
 */
export async function findSender(asker: Asker & { deps: Deps }): Promise<MailSender | undefined> {
  const { deps } = asker
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

/** Lets go of the mail server when this server stops. */
export function closeSender(deps: Deps): void {
  senders.get(deps.live)?.sender.close()
}

/** From whom mail comes. */
export const readFromAddress = async (asker: Asker & { deps: Deps }): Promise<string> =>
  asker.deps.adapters.mail
    ? asker.deps.env.MAIL_FROM
    : ((await readSetting(asker))?.fromAddress ?? asker.deps.env.MAIL_FROM)

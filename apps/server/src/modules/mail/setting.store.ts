import type { MailSecurity } from '@portal/contract/mail/mail'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface SettingRecord {
  host: string
  port: number
  security: MailSecurity
  username: string | null
  /** Encrypted. */
  password: Buffer | null
  fromName: string
  fromAddress: string
  enabled: boolean
  updatedBy: string | null
  updatedAt: Date
}
const READ = `select s.host, s.port, s.security, s.username, s.password, s.from_name as "fromName",
    s.from_address as "fromAddress", s.enabled,
    u.name as "updatedBy", s.updated_at as "updatedAt"
  from mail_setting s left join user_account u on u.id = s.updated_by`
export const read = async (db: Db): Promise<SettingRecord | null> =>
  (await run<SettingRecord>(db, READ, []))[0] ?? null

const WRITE = `insert into mail_setting (host, port, security, username, password, from_name, from_address,
    enabled, updated_by, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (only_one) do update set host = excluded.host, port = excluded.port,
    security = excluded.security, username = excluded.username,
    password = excluded.password, from_name = excluded.from_name, from_address = excluded.from_address,
    enabled = excluded.enabled,
    updated_by = excluded.updated_by, updated_at = excluded.updated_at`
export const write = (ctx: Ctx, s: Omit<SettingRecord, 'updatedBy' | 'updatedAt'>) =>
  run(ctx.db, WRITE, [
    s.host,
    s.port,
    s.security,
    s.username,
    s.password,
    s.fromName,
    s.fromAddress,
    s.enabled,
    ctx.me.id,
    ctx.now,
  ])

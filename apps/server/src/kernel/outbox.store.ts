import type { MessageKind } from '@portal/contract/message/message'
import type { Ctx } from './ctx.ts'

export interface Mail {
  to: string
  subject: string
  body: string
  /** The same as HTML, for mail programs that show it; made of escaped text only. */
  html?: string
  attachments?: { name: string; base64: string }[]
  /** An ISO time after which the mail is useless and is not sent any more. */
  until?: string
}

/**
 * A message to people. The holders of a role are looked up when the message is delivered, not when it is
 * written; a role without holders falls to the lab's directors, then to the system administrators, as
 * approval tasks do.
 */
export interface Tell {
  userIds?: number[]
  role?: {
    role:
      | 'reviewer'
      | 'lab_director'
      | 'finance'
      | 'dept_head'
      | 'equip_office'
      | 'tender_office'
      | 'sysadmin'
    labId?: number | null
    deviceId?: number | null
    deptId?: number | null
  }
  /** The person who caused it; they get no message even if a role includes them. */
  exceptUserId?: number | null
  /** People who learn of it in another way; they get no message even if a role includes them. */
  exceptUserIds?: readonly number[]
  /**
   * Given if the message asks the role to do something, as its task does: neither this person nor `barredId`
   * may do it, so they get no message, and a role that only they hold falls to the next. A role that only
   * `exceptUserId` holds does not fall: that person knows, and nobody else has to.
   */
  requesterId?: number | null
  barredId?: number | null
  kind: MessageKind
  title: string
  body: string
  /** Path in the portal that the message leads to. */
  link?: string
  /** Also by mail, to those who have an address. */
  mail?: boolean
  /** An ISO time after which the mail is useless and is not sent any more; the message stays. */
  until?: string
}

const INSERT = `insert into outbox (kind, payload, next_at) values ($1, $2, $3)`

async function post(ctx: Ctx, kind: 'mail' | 'tell', payload: Mail | Tell): Promise<void> {
  await ctx.leave(INSERT, [kind, JSON.stringify(payload), ctx.now])
  wakeCourier(ctx)
}
/**
 * Wakes the courier of this process after the commit. If the process dies first, the job of any process
 * delivers within a minute.
 */
export const wakeCourier = (ctx: Ctx): void => ctx.afterCommit(() => ctx.deps.posted?.())

/**
 * A part of a statement that writes a message to each person whom the statement itself finds: `from` has a
 * column `who`; without rows there is no message. `payload`, made by `newsFor`, and `at` are parameters.
 */
export const tellFoundSql = (from: string, payload: string, at: string): string =>
  `insert into outbox (kind, payload, next_at)
    select 'tell', jsonb_set(${payload}::jsonb, '{userIds}', jsonb_build_array(f.who)), ${at} from (${from}) f`
export const newsFor = (news: Omit<Tell, 'userIds' | 'role'>): string => JSON.stringify(news)

/** Mail that is sent if, and only if, this transaction commits; delivery is retried. */
export const postMail = (ctx: Ctx, mail: Mail) => post(ctx, 'mail', mail)

/** A message in the site (and by mail) for the people named, if and only if this transaction commits. */
export const tell = (ctx: Ctx, news: Tell) => post(ctx, 'tell', news)
